-- The engine: how invoices are followed up (flows), what was done (steps, letters), what is to come (agenda), and what
-- people agreed meanwhile (promises, disputes).

create function flows_document(
  bigint, bigint, text, text, integer, jsonb, timestamptz, timestamptz, timestamptz
) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table flows (
  administration_id bigint not null references administrations (id),
  id bigserial,
  document text not null generated always as (flows_document(
    id, administration_id, code, name, version, definition, published_at, created_at, updated_at
  )) stored,
  -- What invoices carry as flow_code.
  code text not null constraint flows_code check (code ~ '^[a-z0-9][a-z0-9_-]{0,49}$'),
  name text not null,
  -- The version that is in force, and what it says; null until one was published.
  version integer,
  definition jsonb,
  published_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id),
  constraint flows_published check (num_nulls(version, definition, published_at) in (0, 3))
);
alter table flows alter column document set storage main;

create unique index flows_by_code on flows (administration_id, code);
create index flows_updated_at on flows (administration_id, updated_at, id);

-- A version that was published is never changed; at most one is still being written.
create table flow_versions (
  administration_id bigint not null references administrations (id),
  id bigserial,
  flow_id bigint not null,
  version integer not null constraint flow_versions_version check (version > 0),
  definition jsonb not null,
  published_at timestamptz,
  published_by_user_id bigint references users (id),
  published_by_user_name text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, flow_id) references flows (administration_id, id) on delete cascade
);

create unique index flow_versions_version on flow_versions (administration_id, flow_id, version);
create unique index flow_versions_draft on flow_versions (administration_id, flow_id) where published_at is null;

-- What the engine asks about debtors, without passing by what is settled. An invoice is in the first of these only when
-- costs alone are open of it; all others are in invoices_open_of_debtor.
create index invoices_costs_of_debtor on invoices (administration_id, debtor_id)
  where book_open_amount = 0 and (open_amount <> 0 or administration_costs_open <> 0 or interest_costs_open <> 0
    or debt_collection_costs_open <> 0);
create index messages_unread_of_debtor on messages (administration_id, debtor_id)
  where sender_type = 'debtor' and read_at is null;
create index psp_transactions_pending on psp_transactions (administration_id, debtor_id)
  where status in ('pending', 'processing');

-- What the engine knows of an administration as a whole.
create table engine_states (
  administration_id bigint primary key references administrations (id) on delete cascade,
  -- Grows with everything that changes what happens to all debtors: settings, flows, calendars, laws, releases.
  rules_version bigint not null default 1,
  -- The day from which the engine follows invoices up; null while it is off.
  on_since date,
  -- The last accepted write of invoices by the books, and until when a person says that silence is fine.
  books_written_at timestamptz,
  books_stale_lifted_until date,
  -- Somebody decided about a surge of this day.
  surge_released_on date,
  -- When to look next; null while nothing is to come. Of a sandbox it stays empty: only who turns its clock looks.
  next_look_at timestamptz,
  -- One process at a time works in an administration, or turns its clock; one that died leaves it after a while.
  taken_until timestamptz,
  taken_by text,
  updated_at timestamptz not null
);

create index engine_states_next_look_at on engine_states (next_look_at) where next_look_at is not null;

-- When to look at a debtor again. Rows below the version of the rules are looked at in portions.
create table agenda (
  administration_id bigint not null references administrations (id),
  debtor_id bigint not null,
  look_on date,
  rules_version bigint not null,
  looked_at timestamptz not null,
  -- Something is due and waits for its turn: since when, for how much, and how many letters.
  ready boolean not null default false,
  due_since date,
  due_amount numeric(18,2) not null default 0,
  letters integer not null default 0,
  -- A hash of the outlooks, so that the same ones are not written again.
  outlooks text,
  primary key (administration_id, debtor_id),
  foreign key (administration_id, debtor_id) references debtors (administration_id, id) on delete cascade
) with (fillfactor = 80);

create index agenda_look_on on agenda (administration_id, look_on) where look_on is not null and not ready;
create index agenda_rules_version on agenda (administration_id, rules_version) where not ready;
create index agenda_ready on agenda (administration_id, due_since, due_amount desc, debtor_id) where ready;
create index agenda_letters on agenda (administration_id) where letters > 0;

-- The next step of each record that is followed up, for lists and pages; never in the records themselves.
create table agenda_records (
  administration_id bigint not null references administrations (id),
  id bigserial,
  debtor_id bigint not null,
  invoice_id bigint,
  credit_case_id bigint,
  step text,
  day date,
  holds jsonb not null default '[]',
  because jsonb not null default '[]',
  primary key (administration_id, id),
  foreign key (administration_id, debtor_id) references debtors (administration_id, id) on delete cascade,
  foreign key (administration_id, invoice_id) references invoices (administration_id, id) on delete cascade,
  foreign key (administration_id, credit_case_id) references credit_cases (administration_id, id) on delete cascade,
  constraint agenda_records_record check (num_nulls(invoice_id, credit_case_id) = 1)
) with (fillfactor = 80);

create unique index agenda_records_invoice on agenda_records (administration_id, invoice_id) where invoice_id is not null;
create unique index agenda_records_credit_case on agenda_records (administration_id, credit_case_id)
  where credit_case_id is not null;
create index agenda_records_debtor on agenda_records (administration_id, debtor_id);
create index agenda_records_day on agenda_records (administration_id, day, id) where day is not null;
-- What is due and waits for a person, for room, or for sending to begin again: the outbox.
create index agenda_records_outbox on agenda_records (administration_id, debtor_id)
  where jsonb_path_exists(holds, '$[*].reason ? (@ == "approval" || @ == "cap" || @ == "surge" || @ == "stopped")');

-- Where somebody put a record back to an earlier step: from then on another round counts.
create table rounds (
  administration_id bigint not null references administrations (id),
  id bigserial,
  invoice_id bigint,
  credit_case_id bigint,
  round integer not null constraint rounds_round check (round > 1),
  step text not null,
  day date not null,
  started_by_user_id bigint references users (id),
  created_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, invoice_id) references invoices (administration_id, id) on delete cascade,
  foreign key (administration_id, credit_case_id) references credit_cases (administration_id, id) on delete cascade,
  constraint rounds_record check (num_nulls(invoice_id, credit_case_id) = 1)
);

create unique index rounds_invoice on rounds (administration_id, invoice_id, round) where invoice_id is not null;
create unique index rounds_credit_case on rounds (administration_id, credit_case_id, round)
  where credit_case_id is not null;

-- What people decided about the next step of a record: on another day, to let a letter go, or that a hold does not count.
create table step_decisions (
  administration_id bigint not null references administrations (id),
  id bigserial,
  invoice_id bigint,
  credit_case_id bigint,
  kind text not null constraint step_decisions_kind check (kind in ('move', 'approve', 'lift')),
  -- Of what is moved or let go.
  step text,
  round integer,
  day date,
  -- What is let go together, and with nothing else: the key of a decided letter.
  letter_key text,
  -- Of what is lifted.
  hold text,
  user_id bigint references users (id),
  created_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, invoice_id) references invoices (administration_id, id) on delete cascade,
  foreign key (administration_id, credit_case_id) references credit_cases (administration_id, id) on delete cascade,
  constraint step_decisions_record check (num_nulls(invoice_id, credit_case_id) = 1),
  constraint step_decisions_said check (
    (kind = 'move' and step is not null and round is not null and day is not null)
    or (kind = 'approve' and step is not null and round is not null and letter_key is not null)
    or (kind = 'lift' and hold is not null)
  )
);

create index step_decisions_invoice on step_decisions (administration_id, invoice_id, id) where invoice_id is not null;
create index step_decisions_credit_case on step_decisions (administration_id, credit_case_id, id)
  where credit_case_id is not null;

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
create index letters_unsent on letters (administration_id, status, id) where status in ('approval', 'waiting', 'underway');
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
  primary key (administration_id, id),
  foreign key (administration_id, letter_id) references letters (administration_id, id) on delete cascade,
  foreign key (administration_id, invoice_id) references invoices (administration_id, id) on delete cascade,
  foreign key (administration_id, credit_case_id) references credit_cases (administration_id, id) on delete cascade
);

create index letter_items_letter_id on letter_items (administration_id, letter_id, id);
create index letter_items_invoice_id on letter_items (administration_id, invoice_id, letter_id)
  where invoice_id is not null;

-- Letters that were printed together.
create table letter_batches (
  administration_id bigint not null references administrations (id),
  id bigserial,
  file_id bigint,
  posted_on date,
  posted_by_user_id bigint references users (id),
  created_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, file_id) references files (administration_id, id)
);

alter table letters
  add foreign key (administration_id, batch_id) references letter_batches (administration_id, id);

-- Texts that an administration wrote itself; where there is none, the text of the house is used.
create table letter_texts (
  administration_id bigint not null references administrations (id),
  id bigserial,
  step text not null,
  language_code text not null,
  version integer not null constraint letter_texts_version check (version > 0),
  -- Both empty: the text of the house counts again.
  subject text,
  body text,
  written_by_user_id bigint references users (id),
  created_at timestamptz not null,
  primary key (administration_id, id),
  constraint letter_texts_whole check (num_nulls(subject, body) in (0, 2))
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
  foreign key (administration_id, task_id) references tasks (administration_id, id) on delete set null (task_id),
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
