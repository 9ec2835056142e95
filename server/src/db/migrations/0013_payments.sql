-- What clients see of the entries behind the open amounts of an invoice: each payment is one signed change of one kind
-- of amount. What an invoice still owes on a kind is what was charged minus the sum of its payments; an undo is a new
-- payment of the opposite sign that names the one it reverses.

create function payments_document(
  bigint, bigint, bigint, numeric, numeric, date, text, text, text, text, text, text, timestamptz
) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table payments (
  administration_id bigint not null,
  id bigserial,
  document text not null generated always as (payments_document(
    id, administration_id, invoice_id, total_amount, total_book_amount, payment_date, cost_type, transaction_type,
    payment_method, description, reason, reversal_code, updated_at
  )) stored,
  invoice_id bigint not null,
  -- Copied from the invoice and its case, for the filters.
  invoice_number text not null,
  invoice_identifier text,
  credit_case_id bigint,
  credit_case_number text,
  total_amount numeric(18,2) not null,
  total_book_amount numeric(18,2) not null,
  payment_date date not null,
  cost_type text not null default 'principal'
    constraint payments_cost_type
    check (cost_type in ('principal', 'administration_costs', 'interest_costs', 'debt_collection_costs')),
  -- Null: the client did not say, or sent an empty text.
  transaction_type text
    constraint payments_transaction_type
    check (transaction_type in ('credit', 'payment', 'reversal', 'revaluation', 'settlement', 'write_off')),
  payment_method text,
  description text,
  reason text,
  reversal_code text,
  -- The client's key; null on entries the service made itself.
  origin_identifier text,
  psp_transaction_id bigint,
  bank_transaction_id bigint,
  reverses_payment_id bigint,
  -- A payment that is sent again with another amount or day stays the same payment, under its own id, and gets the next
  -- number. See ledger_entries.
  correction integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, credit_case_id) references credit_cases (administration_id, id),
  foreign key (administration_id, psp_transaction_id) references psp_transactions (administration_id, id),
  foreign key (administration_id, bank_transaction_id) references bank_transactions (administration_id, id),
  foreign key (administration_id, reverses_payment_id) references payments (administration_id, id),
  constraint payments_credit_case check (num_nulls(credit_case_id, credit_case_number) in (0, 2))
) with (toast_tuple_target = 8160);
alter table payments alter column document set storage main;

-- Payments are found by the keys of their invoice through the invoice.
create unique index payments_origin_identifier on payments (administration_id, origin_identifier) include (id);
-- A payment is reversed once.
create unique index payments_reverses_payment_id on payments (administration_id, reverses_payment_id)
  where reverses_payment_id is not null;
create index payments_invoice_id on payments (administration_id, invoice_id, id);
create index payments_credit_case_id on payments (administration_id, credit_case_id, id)
  where credit_case_id is not null;
create index payments_credit_case_number on payments (administration_id, credit_case_number, id)
  where credit_case_number is not null;
create index payments_psp_transaction_id on payments (administration_id, psp_transaction_id)
  where psp_transaction_id is not null;
create index payments_bank_transaction_id on payments (administration_id, bank_transaction_id)
  where bank_transaction_id is not null;
-- What came in, by day.
create index payments_payment_date on payments (administration_id, payment_date)
  include (total_book_amount, transaction_type)
  where cost_type = 'principal';
create index payments_changes on payments using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';

-- What was paid changes only by a correction, and never moves to another invoice.
create function refuse_changed_payment() returns trigger
language plpgsql as $$
begin
  raise exception 'A payment is final: correct it, remove it, or enter the opposite.'
    using errcode = 'integrity_constraint_violation';
end
$$;

create trigger payments_stay before update on payments
  for each row when (
    old.invoice_id is distinct from new.invoice_id
    or (new.correction <> old.correction and new.correction <> old.correction + 1)
    or (new.correction = old.correction
        and (old.total_amount, old.total_book_amount, old.payment_date, old.cost_type, old.transaction_type)
            is distinct from
            (new.total_amount, new.total_book_amount, new.payment_date, new.cost_type, new.transaction_type))
  ) execute function refuse_changed_payment();

-- Payments come by the thousand: see invoice_lines.
create function check_payments() returns trigger
language plpgsql as $$
declare
  missing bigint;
begin
  select p.invoice_id into missing from entered p
  where (select true from invoices i where i.administration_id = p.administration_id and i.id = p.invoice_id) is null
  limit 1;
  if found then perform refuse_orphan('A payment', 'invoice ' || missing); end if;
  return null;
end
$$;

create trigger payments_of_invoices after insert on payments
  referencing new table as entered for each statement execute function check_payments();
