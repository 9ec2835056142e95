-- What the engine keeps: how an administration stands, when to look at whom, and what people decided about a step.

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

create unique index agenda_records_invoice on agenda_records (administration_id, invoice_id)
  where invoice_id is not null;
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

-- What people decided about the next step of a record: on another day, to let a letter go, or that a hold does not
-- count.
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

-- What the books did: their last write of an invoice was refused, or took back a payment that was booked here.
alter table invoices add column write_refused_at timestamptz, add column payment_undone_at timestamptz;

-- Pauses that end on a day, for whoever ends them when it is over.
create index debtors_paused_until on debtors (administration_id, paused_until, id) where paused_until is not null;
create index debtors_reminding_paused_until on debtors (administration_id, reminding_paused_until, id)
  where reminding_paused_until is not null;
create index invoices_paused_until on invoices (administration_id, paused_until, id) where paused_until is not null;
create index credit_cases_paused_until on credit_cases (administration_id, paused_until, id)
  where paused_until is not null;

-- Why the service made a task or raised a notification, so that the same cause makes one: a kind, and what it is about.
-- What people made has no cause. A notification comes again on another day.
alter table tasks add column cause text;
-- They go with the invoice that they are about, as its steps do.
alter table tasks
  drop constraint tasks_administration_id_invoice_id_fkey,
  add foreign key (administration_id, invoice_id) references invoices (administration_id, id) on delete cascade;
alter table notifications
  drop constraint notifications_administration_id_invoice_id_fkey,
  add foreign key (administration_id, invoice_id) references invoices (administration_id, id) on delete cascade;
create unique index tasks_cause on tasks (administration_id, cause) where cause is not null;
alter table notifications add column cause text, add column day date, add column mailed_at timestamptz;
create unique index notifications_cause on notifications (administration_id, cause, day) where cause is not null;
create index notifications_unmailed on notifications (administration_id, id)
  where cause is not null and mailed_at is null;

-- What the engine asks about debtors, without passing by what is settled. An invoice is in the first of these only when
-- costs alone are open of it; all others are in invoices_open_of_debtor.
create index invoices_costs_of_debtor on invoices (administration_id, debtor_id)
  where book_open_amount = 0 and (open_amount <> 0 or administration_costs_open <> 0 or interest_costs_open <> 0
    or debt_collection_costs_open <> 0);
create index messages_unread_of_debtor on messages (administration_id, debtor_id)
  where sender_type = 'debtor' and read_at is null;
create index psp_transactions_pending on psp_transactions (administration_id, debtor_id)
  where status in ('pending', 'processing');
