-- What is sent to debtors, and what was done.

-- Addresses of mail that came back for good.
create table undeliverable_addresses (
  administration_id bigint not null references administrations (id),
  id bigserial,
  address text not null,
  reason text,
  since timestamptz not null,
  primary key (administration_id, id)
);

create unique index undeliverable_addresses_address on undeliverable_addresses (administration_id, address);

-- What is sent: a mail, or a letter to print. The data from which it is made stay with it, and so does what came of it.
create table letters (
  administration_id bigint not null references administrations (id),
  id bigserial,
  debtor_id bigint not null,
  -- The step that gives the text, and the flow of the leading record.
  step text not null,
  flow_code text,
  flow_version integer,
  legal boolean not null default false,
  -- It gathers invoices, so that the next such letter keeps its distance.
  bundled boolean not null default false,
  -- How many days it gives, and the costs that it says will follow.
  term_days integer,
  stated_costs numeric(18,2),
  channel text not null constraint letters_channel check (channel in ('mail', 'post')),
  language_code text not null,
  status text not null constraint letters_status
    check (status in ('approval', 'waiting', 'underway', 'sent', 'bounced', 'failed', 'withdrawn')),
  status_reason text,
  -- The day of the administration on which it was decided, sent or posted, and received.
  day date not null,
  sent_on date,
  received_on date,
  sent_at timestamptz,
  -- What the text was made of, in which version of it.
  data jsonb not null,
  text_version integer not null default 0,
  recipients jsonb not null default '[]',
  subject text,
  text text,
  html text,
  -- The document as it went out, and the hash over everything that did.
  file_id bigint,
  filename text,
  checksum text,
  -- Names it in mail programs; replies and bounces carry it.
  message_header_id text,
  proof jsonb,
  batch_id bigint,
  approved_at timestamptz,
  approved_by_user_id bigint references users (id),
  attempts integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, debtor_id) references debtors (administration_id, id),
  foreign key (administration_id, file_id) references files (administration_id, id)
) with (toast_tuple_target = 8160);

create index letters_debtor_id on letters (administration_id, debtor_id, id);
create index letters_bundled on letters (administration_id, debtor_id, day) where bundled;
create index letters_day on letters (administration_id, day, status);
create index letters_unsent on letters (administration_id, status, id)
  where status in ('approval', 'waiting', 'underway', 'failed');
create index letters_file_id on letters (administration_id, file_id) where file_id is not null;
create index letters_step on letters (administration_id, step, id);
create index letters_not_arrived on letters (administration_id, id) where status in ('bounced', 'failed', 'withdrawn');
create index letters_batch_id on letters (administration_id, batch_id, id) where batch_id is not null;
create index letters_updated_at on letters (administration_id, updated_at, id);
create index letters_message_header_id on letters (message_header_id) where message_header_id is not null;

-- What a letter is about; one that performs no step of a record only names it.
create table letter_items (
  administration_id bigint not null references administrations (id),
  id bigserial,
  letter_id bigint not null,
  invoice_id bigint,
  credit_case_id bigint,
  amount numeric(18,2) not null,
  performs text,
  -- What the moments of the invoice and of its case were before, so that they can be put back when nothing is sent.
  moments jsonb not null default '{}',
  primary key (administration_id, id),
  foreign key (administration_id, letter_id) references letters (administration_id, id) on delete cascade,
  foreign key (administration_id, invoice_id) references invoices (administration_id, id) on delete cascade,
  foreign key (administration_id, credit_case_id) references credit_cases (administration_id, id) on delete cascade
);

create index letter_items_letter_id on letter_items (administration_id, letter_id, id);
create index letter_items_invoice_id on letter_items (administration_id, invoice_id, letter_id)
  where invoice_id is not null;

-- Files that travelled along, for as long as the letter is kept.
create table letter_attachments (
  administration_id bigint not null references administrations (id),
  id bigserial,
  letter_id bigint not null,
  file_id bigint not null,
  filename text not null,
  primary key (administration_id, id),
  foreign key (administration_id, letter_id) references letters (administration_id, id) on delete cascade,
  foreign key (administration_id, file_id) references files (administration_id, id)
);

create index letter_attachments_letter_id on letter_attachments (administration_id, letter_id, id);
create index letter_attachments_file_id on letter_attachments (administration_id, file_id);

-- What the server said when it took a mail; and whether it refused the mail itself, rather than an address.
alter table mails add column answer text, add column refused_itself boolean not null default false;

-- Letters that were printed together.
create table letter_batches (
  administration_id bigint not null references administrations (id),
  id bigserial,
  -- All of them in one PDF, made when somebody opens it.
  file_id bigint,
  filename text,
  posted_on date,
  posted_by_user_id bigint references users (id),
  created_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, file_id) references files (administration_id, id)
);

create index letter_batches_file_id on letter_batches (administration_id, file_id) where file_id is not null;

alter table letters
  add foreign key (administration_id, batch_id) references letter_batches (administration_id, id);

-- Texts that an administration wrote itself; where there is none, the text of the house is used.
create table letter_texts (
  administration_id bigint not null references administrations (id),
  id bigserial,
  step text not null,
  language_code text not null,
  version integer not null constraint letter_texts_version check (version > 0),
  subject text not null,
  body text not null,
  -- From here on the text of the house counts again, whatever becomes of it; what it said then stands beside.
  house boolean not null default false,
  written_by_user_id bigint references users (id),
  created_at timestamptz not null,
  primary key (administration_id, id)
);

create unique index letter_texts_version on letter_texts (administration_id, step, language_code, version);

-- What was done for a record, each step once in a round.
create function steps_document(
  bigint, bigint, bigint, bigint, bigint, text, integer, date, timestamptz, text, date, numeric, numeric, text,
  integer, bigint, jsonb
) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table steps (
  administration_id bigint not null references administrations (id),
  id bigserial,
  document text not null generated always as (steps_document(
    id, administration_id, invoice_id, credit_case_id, debtor_id, step, round, day, performed_at, channel,
    term_ends_on, costs_amount, interest_amount, flow_code, flow_version, letter_id, reasons
  )) stored,
  debtor_id bigint not null,
  invoice_id bigint,
  credit_case_id bigint,
  step text not null,
  round integer not null default 1,
  day date not null,
  performed_at timestamptz not null,
  channel text,
  term_ends_on date,
  costs_amount numeric(18,2) not null default 0,
  interest_amount numeric(18,2) not null default 0,
  flow_code text,
  flow_version integer,
  letter_id bigint,
  task_id bigint,
  reasons jsonb not null default '[]',
  origin text not null constraint steps_origin check (origin in ('engine', 'person', 'declared', 'migrated')),
  -- A person left it out.
  skipped boolean not null default false,
  -- The letter was never sent, came back, or was about what is gone: the step counts for nothing.
  withdrawn_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, debtor_id) references debtors (administration_id, id),
  foreign key (administration_id, invoice_id) references invoices (administration_id, id) on delete cascade,
  foreign key (administration_id, credit_case_id) references credit_cases (administration_id, id) on delete cascade,
  foreign key (administration_id, letter_id) references letters (administration_id, id),
  foreign key (administration_id, task_id) references tasks (administration_id, id),
  constraint steps_record check (num_nulls(invoice_id, credit_case_id) = 1)
) with (toast_tuple_target = 8160);
alter table steps alter column document set storage main;

create unique index steps_invoice on steps (administration_id, invoice_id, round, step)
  where invoice_id is not null and withdrawn_at is null;
create unique index steps_credit_case on steps (administration_id, credit_case_id, round, step)
  where credit_case_id is not null and withdrawn_at is null;
create index steps_debtor_id on steps (administration_id, debtor_id, id);
create index steps_letter_id on steps (administration_id, letter_id) where letter_id is not null;
create index steps_updated_at on steps (administration_id, updated_at, id);
