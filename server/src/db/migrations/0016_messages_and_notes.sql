-- What is said to debtors and by them, and what staff say among themselves.

create function messages_document(
  bigint, bigint, text, text, bigint, text, text, bigint, bigint, bigint, timestamptz, timestamptz, timestamptz,
  timestamptz
) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table messages (
  administration_id bigint not null references administrations (id),
  id bigserial,
  document text not null generated always as (messages_document(
    id, administration_id, sender_type, subject, read_by_user_id, read_by_user_name, read_by_user_email_address,
    debtor_id, invoice_id, credit_case_id, sent_at, received_at, read_at, updated_at
  )) stored,
  sender_type text not null constraint messages_sender_type check (sender_type in ('creditor', 'debtor')),
  subject text,
  content text not null,
  -- Null on a message the debtor has opened: then only the time is known.
  read_by_user_id bigint references users (id),
  read_by_user_name text,
  read_by_user_email_address text,
  debtor_id bigint,
  invoice_id bigint,
  credit_case_id bigint,
  sent_at timestamptz,
  received_at timestamptz,
  read_at timestamptz,
  -- Given by clients and never shown again.
  email text,
  cc_email text,
  bcc_email text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, debtor_id) references debtors (administration_id, id),
  foreign key (administration_id, invoice_id) references invoices (administration_id, id),
  foreign key (administration_id, credit_case_id) references credit_cases (administration_id, id),
  constraint messages_read_by_user
    check (num_nulls(read_by_user_id, read_by_user_name, read_by_user_email_address) in (0, 3)),
  constraint messages_read check (read_by_user_id is null or read_at is not null)
) with (toast_tuple_target = 8160);
alter table messages alter column document set storage main;

create index messages_debtor_id on messages (administration_id, debtor_id, id) where debtor_id is not null;
create index messages_invoice_id on messages (administration_id, invoice_id, id) where invoice_id is not null;
create index messages_credit_case_id on messages (administration_id, credit_case_id, id)
  where credit_case_id is not null;
-- The inbox, read backwards: what nobody has read stands before the rest, each newest first. It answers how many are
-- unread as well.
create index messages_inbox on messages
  (administration_id, (read_at is null), (coalesce(received_at, sent_at, created_at)), id)
  where sender_type = 'debtor';
create index messages_changes on messages using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';

create table message_attachments (
  administration_id bigint not null references administrations (id),
  id bigserial,
  message_id bigint not null,
  file_id bigint not null,
  filename text not null,
  created_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, message_id) references messages (administration_id, id) on delete cascade,
  foreign key (administration_id, file_id) references files (administration_id, id)
);

create index message_attachments_message_id on message_attachments (administration_id, message_id, id);
create index message_attachments_file_id on message_attachments (administration_id, file_id);

create function notes_document(
  bigint, bigint, text, bigint, bigint, bigint, text, bigint, text, text, timestamptz, timestamptz, timestamptz
) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table notes (
  administration_id bigint not null references administrations (id),
  id bigserial,
  document text not null generated always as (notes_document(
    id, administration_id, content, debtor_id, invoice_id, credit_case_id, from_email_address, user_id, user_name,
    user_email_address, created_at, completed_at, updated_at
  )) stored,
  content text not null,
  debtor_id bigint,
  invoice_id bigint,
  credit_case_id bigint,
  from_email_address text,
  -- Null when the note came by mail.
  user_id bigint references users (id),
  user_name text,
  user_email_address text,
  completed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, debtor_id) references debtors (administration_id, id),
  foreign key (administration_id, invoice_id) references invoices (administration_id, id),
  foreign key (administration_id, credit_case_id) references credit_cases (administration_id, id),
  constraint notes_user check (num_nulls(user_id, user_name, user_email_address) in (0, 3))
) with (toast_tuple_target = 8160);
alter table notes alter column document set storage main;

create index notes_debtor_id on notes (administration_id, debtor_id, id) where debtor_id is not null;
create index notes_invoice_id on notes (administration_id, invoice_id, id) where invoice_id is not null;
create index notes_credit_case_id on notes (administration_id, credit_case_id, id) where credit_case_id is not null;
create index notes_changes on notes using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';
