-- What people agreed meanwhile, and what is handed over.

-- A debtor said when it will pay.
create function promises_document(
  bigint, bigint, bigint, numeric, text, date, text, text, text, bigint, text, text, timestamptz, timestamptz,
  timestamptz
) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table promises (
  administration_id bigint not null references administrations (id),
  id bigserial,
  document text not null generated always as (promises_document(
    id, administration_id, debtor_id, amount, currency_code, promised_on, status, origin, remark,
    created_by_user_id, created_by_user_name, created_by_user_email_address, ended_at, created_at, updated_at
  )) stored,
  debtor_id bigint not null,
  amount numeric(18,2) not null constraint promises_amount check (amount > 0),
  currency_code text not null,
  promised_on date not null,
  status text not null default 'open'
    constraint promises_status check (status in ('open', 'kept', 'broken', 'withdrawn')),
  origin text not null constraint promises_origin check (origin in ('portal', 'person', 'interface')),
  remark text,
  created_by_user_id bigint references users (id),
  created_by_user_name text,
  created_by_user_email_address text,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, debtor_id) references debtors (administration_id, id),
  constraint promises_ended check ((status = 'open') = (ended_at is null))
) with (toast_tuple_target = 8160);
alter table promises alter column document set storage main;

create index promises_debtor_id on promises (administration_id, debtor_id, id);
create index promises_open on promises (administration_id, promised_on, id) where status = 'open';
create index promises_updated_at on promises (administration_id, updated_at, id);

create table promise_invoices (
  administration_id bigint not null references administrations (id),
  id bigserial,
  promise_id bigint not null,
  invoice_id bigint not null,
  -- What was open then, so that it can be seen whether the promise was kept.
  open_amount numeric(18,2) not null,
  primary key (administration_id, id),
  foreign key (administration_id, promise_id) references promises (administration_id, id) on delete cascade,
  foreign key (administration_id, invoice_id) references invoices (administration_id, id) on delete cascade
);

create unique index promise_invoices_invoice on promise_invoices (administration_id, promise_id, invoice_id);
create index promise_invoices_invoice_id on promise_invoices (administration_id, invoice_id);

-- A debtor says that an invoice is wrong. One at a time for each invoice.
create function disputes_document(
  bigint, bigint, bigint, bigint, text, text, numeric, text, date, bigint, text, text, timestamptz, text, text,
  timestamptz, timestamptz, timestamptz
) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table disputes (
  administration_id bigint not null references administrations (id),
  id bigserial,
  document text not null generated always as (disputes_document(
    id, administration_id, debtor_id, invoice_id, reason, description, amount, origin, opened_on, owner_user_id,
    owner_user_name, owner_user_email_address, taken_up_at, outcome, outcome_message, ended_at, created_at,
    updated_at
  )) stored,
  debtor_id bigint not null,
  invoice_id bigint not null,
  reason text not null,
  description text,
  amount numeric(18,2),
  origin text not null constraint disputes_origin check (origin in ('portal', 'person', 'interface')),
  opened_on date not null,
  owner_user_id bigint references users (id),
  owner_user_name text,
  owner_user_email_address text,
  taken_up_at timestamptz,
  outcome text constraint disputes_outcome check (outcome in ('credited', 'corrected', 'rejected', 'lapsed')),
  outcome_message text,
  ended_at timestamptz,
  ended_on date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, debtor_id) references debtors (administration_id, id),
  foreign key (administration_id, invoice_id) references invoices (administration_id, id) on delete cascade,
  constraint disputes_ended check (num_nulls(outcome, ended_at, ended_on) in (0, 3))
) with (toast_tuple_target = 8160);
alter table disputes alter column document set storage main;

create unique index disputes_open on disputes (administration_id, invoice_id) where ended_at is null;
create index disputes_debtor_id on disputes (administration_id, debtor_id, id);
create index disputes_updated_at on disputes (administration_id, updated_at, id);

-- A case as one file, to be handed over: the dossier itself, and an archive with every document.
create table case_files (
  administration_id bigint not null references administrations (id),
  id bigserial,
  credit_case_id bigint not null,
  kind text not null constraint case_files_kind check (kind in ('pdf', 'zip')),
  -- Null while it is being made.
  file_id bigint,
  filename text not null,
  requested_by_user_id bigint references users (id),
  created_at timestamptz not null,
  made_at timestamptz,
  primary key (administration_id, id),
  foreign key (administration_id, credit_case_id) references credit_cases (administration_id, id) on delete cascade,
  foreign key (administration_id, file_id) references files (administration_id, id),
  constraint case_files_made check ((file_id is null) = (made_at is null))
);

create index case_files_credit_case_id on case_files (administration_id, credit_case_id, id);
create index case_files_file_id on case_files (administration_id, file_id) where file_id is not null;
