-- Work for staff, on a debtor, an invoice or a case.

create function tasks_document(
  bigint, bigint, date, timestamptz, timestamptz, timestamptz, bigint, text, text, bigint, bigint, bigint, text, text,
  text, text
) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table tasks (
  administration_id bigint not null references administrations (id),
  id bigserial,
  document text not null generated always as (tasks_document(
    id, administration_id, expiry_date, created_at, updated_at, completed_at, assigned_to_user_id,
    assigned_to_user_name, assigned_to_user_email_address, credit_case_id, debtor_id, invoice_id, description, subject,
    completed_status, completed_status_message
  )) stored,
  subject text,
  description text,
  expiry_date date not null,
  assigned_to_user_id bigint references users (id),
  assigned_to_user_name text,
  assigned_to_user_email_address text,
  debtor_id bigint,
  invoice_id bigint,
  credit_case_id bigint,
  completed_at timestamptz,
  completed_status text
    constraint tasks_completed_status check (completed_status in ('succeeded', 'failed', 'cleaned_up')),
  completed_status_message text,
  -- Not shown: who made it (only they may delete it), and whether its file is blocked while it is open.
  created_by_user_id bigint references users (id),
  blocks_dossiers boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, debtor_id) references debtors (administration_id, id),
  foreign key (administration_id, invoice_id) references invoices (administration_id, id),
  foreign key (administration_id, credit_case_id) references credit_cases (administration_id, id),
  constraint tasks_assigned_to_user
    check (num_nulls(assigned_to_user_id, assigned_to_user_name, assigned_to_user_email_address) in (0, 3)),
  constraint tasks_completed check (
    (completed_at is null) = (completed_status is null)
    and (completed_at is not null or completed_status_message is null)
  )
) with (toast_tuple_target = 8160);
alter table tasks alter column document set storage main;

create index tasks_debtor_id on tasks (administration_id, debtor_id, id) where debtor_id is not null;
create index tasks_invoice_id on tasks (administration_id, invoice_id, id) where invoice_id is not null;
create index tasks_credit_case_id on tasks (administration_id, credit_case_id, id) where credit_case_id is not null;
-- What somebody still has to do, in the order it is due.
create index tasks_open on tasks (administration_id, assigned_to_user_id, expiry_date, id) where completed_at is null;
-- What is to be done, by day. That of one person is in tasks_open.
create index tasks_open_by_day on tasks (administration_id, expiry_date, id) where completed_at is null;
-- What was done last, by anybody and by one person.
create index tasks_done on tasks (administration_id, completed_at, id) where completed_at is not null;
create index tasks_done_by on tasks (administration_id, assigned_to_user_id, completed_at, id)
  where completed_at is not null;
create index tasks_changes on tasks using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';

create table task_comments (
  administration_id bigint not null references administrations (id),
  id bigserial,
  task_id bigint not null,
  content text not null,
  -- Not shown: who wrote it.
  user_id bigint references users (id),
  created_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, task_id) references tasks (administration_id, id) on delete cascade
);

create index task_comments_task_id on task_comments (administration_id, task_id, id);
