-- The ledger: every amount that an invoice ever owed or no longer owes is an entry, signed by what it does to the open
-- amount. Entries are only ever added; what was entered wrongly is entered again with the opposite sign. The totals on
-- the invoice are the sums of its entries, and the database refuses a transaction after which they are not.

create table ledger_entries (
  -- That the administration is there follows from the invoice, and that this one is there is seen with the balance.
  administration_id bigint not null,
  id bigserial,
  invoice_id bigint not null,
  -- A charge is what is owed, and makes the total; a payment is any other change of what is open.
  kind text not null constraint ledger_entries_kind check (kind in ('charge', 'payment')),
  cost_type text not null default 'principal'
    constraint ledger_entries_cost_type
    check (cost_type in ('principal', 'administration_costs', 'interest_costs', 'debt_collection_costs')),
  transaction_type text
    constraint ledger_entries_transaction_type
    check (transaction_type in ('credit', 'payment', 'reversal', 'revaluation', 'settlement', 'write_off')),
  amount numeric(18,2) not null,
  book_amount numeric(18,2) not null,
  entry_date date not null,
  -- The payment that clients see for it; none for the principal. It is no foreign key: a payment can be removed, which
  -- is another entry.
  payment_id bigint,
  removal boolean not null default false,
  -- A corrected payment takes back what was entered for it, and enters it anew under the next number.
  correction integer not null default 0,
  created_at timestamptz not null,
  primary key (administration_id, id),
  constraint ledger_entries_removal check (not removal or payment_id is not null)
);

create index ledger_entries_invoice_id on ledger_entries (administration_id, invoice_id);
-- Each number of a payment is entered once, and taken back once.
create unique index ledger_entries_payment_id on ledger_entries (administration_id, payment_id, removal, correction)
  where payment_id is not null;

-- Entries stay as they are. They go with their invoice, or when a whole administration is erased.
create function refuse_changed_entry() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' and (
    not exists (select from invoices where administration_id = old.administration_id and id = old.invoice_id)
    or exists (select from administrations where id = old.administration_id and status = 'deleted')
  ) then
    return old;
  end if;
  raise exception 'Entries of the ledger are never changed: enter the opposite.'
    using errcode = 'integrity_constraint_violation';
end
$$;

create trigger ledger_entries_stay before update or delete on ledger_entries
  for each row execute function refuse_changed_entry();

-- The totals that the entries of an invoice make.
create function ledger_totals(administration bigint, invoice bigint) returns table (
  total numeric, open numeric, book_total numeric, book_open numeric,
  administration_total numeric, administration_open numeric,
  interest_total numeric, interest_open numeric,
  collection_total numeric, collection_open numeric
)
language sql stable as $$
  select coalesce(sum(amount) filter (where cost_type = 'principal' and kind = 'charge'), 0),
         coalesce(sum(amount) filter (where cost_type = 'principal'), 0),
         coalesce(sum(book_amount) filter (where cost_type = 'principal' and kind = 'charge'), 0),
         coalesce(sum(book_amount) filter (where cost_type = 'principal'), 0),
         coalesce(sum(amount) filter (where cost_type = 'administration_costs' and kind = 'charge'), 0),
         coalesce(sum(amount) filter (where cost_type = 'administration_costs'), 0),
         coalesce(sum(amount) filter (where cost_type = 'interest_costs' and kind = 'charge'), 0),
         coalesce(sum(amount) filter (where cost_type = 'interest_costs'), 0),
         coalesce(sum(amount) filter (where cost_type = 'debt_collection_costs' and kind = 'charge'), 0),
         coalesce(sum(amount) filter (where cost_type = 'debt_collection_costs'), 0)
  from ledger_entries
  where administration_id = administration and invoice_id = invoice
$$;

create function refuse_unbalanced(invoice bigint) returns void
language plpgsql as $$
begin
  raise exception 'The amounts of invoice % are not the sums of its entries.', invoice
    using errcode = 'integrity_constraint_violation';
end
$$;

-- Invoices and entries are held against each other once, before the commit: each statement that changes amounts or adds
-- entries notes whose, and what was noted is looked at as one set and removed. So nobody else ever sees a row here.
create table balance_checks (
  administration_id bigint not null,
  id bigserial,
  invoice_ids bigint[] not null,
  primary key (administration_id, id)
);

create function note_entered() returns trigger
language plpgsql as $$
begin
  insert into balance_checks (administration_id, invoice_ids)
  select administration_id, array_agg(distinct invoice_id) from entered group by administration_id;
  return null;
end
$$;

create trigger ledger_entries_balance after insert on ledger_entries
  referencing new table as entered for each statement execute function note_entered();

create function note_new_invoices() returns trigger
language plpgsql as $$
begin
  insert into balance_checks (administration_id, invoice_ids)
  select administration_id, array_agg(id) from entered group by administration_id;
  return null;
end
$$;

create trigger invoices_balance_new after insert on invoices
  referencing new table as entered for each statement execute function note_new_invoices();

-- Amounts that stayed are in both sets, and fall into one group; those that did not make two of one row.
create function note_changed_invoices() returns trigger
language plpgsql as $$
begin
  insert into balance_checks (administration_id, invoice_ids)
  select administration_id, array_agg(distinct id)
  from (
    select administration_id, id
    from (
      select administration_id, id, total_amount, open_amount, book_total_amount, book_open_amount,
             administration_costs_total, administration_costs_open, interest_costs_total, interest_costs_open,
             debt_collection_costs_total, debt_collection_costs_open
      from was
      union all
      select administration_id, id, total_amount, open_amount, book_total_amount, book_open_amount,
             administration_costs_total, administration_costs_open, interest_costs_total, interest_costs_open,
             debt_collection_costs_total, debt_collection_costs_open
      from entered
    ) both_sides
    group by administration_id, id, total_amount, open_amount, book_total_amount, book_open_amount,
             administration_costs_total, administration_costs_open, interest_costs_total, interest_costs_open,
             debt_collection_costs_total, debt_collection_costs_open
    having count(*) = 1
  ) changed
  group by administration_id;
  return null;
end
$$;

create trigger invoices_balance after update on invoices
  referencing old table as was new table as entered for each statement execute function note_changed_invoices();

-- Everything that this transaction noted, at the first note; the later ones find nothing left. Only what follows the
-- first is looked for, so that rows which are long gone but not yet swept up are passed over.
create function check_balances() returns trigger
language plpgsql as $$
declare
  faulty bigint;
begin
  with noted as (
    delete from balance_checks where administration_id = new.administration_id and id >= new.id returning invoice_ids
  )
  select one.id into faulty
  from (select distinct unnest(invoice_ids) as id from noted) one
  cross join lateral ledger_totals(new.administration_id, one.id) sums
  left join lateral (
    select * from invoices known where known.administration_id = new.administration_id and known.id = one.id offset 0
  ) i on true
  -- An invoice that is gone again leaves no entries. Entries without an invoice are as wrong as a wrong sum.
  where case when i.id is null
    then exists (
      select from ledger_entries e where e.administration_id = new.administration_id and e.invoice_id = one.id
    )
    else (i.total_amount, i.open_amount, i.book_total_amount, i.book_open_amount,
          i.administration_costs_total, i.administration_costs_open, i.interest_costs_total, i.interest_costs_open,
          i.debt_collection_costs_total, i.debt_collection_costs_open)
      <> (sums.total, sums.open, sums.book_total, sums.book_open, sums.administration_total, sums.administration_open,
          sums.interest_total, sums.interest_open, sums.collection_total, sums.collection_open)
    end
  limit 1;
  if found then perform refuse_unbalanced(faulty); end if;
  return null;
end
$$;

create constraint trigger balance_checks_before_commit after insert on balance_checks
  deferrable initially deferred for each row execute function check_balances();
