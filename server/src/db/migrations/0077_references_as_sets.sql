-- Rows that come by the thousand are held to what they refer to as a set, when their statement ends. A foreign key
-- looks up each row by itself, and a third of the time of a bulk write went there.
--
-- breaks older processes: none, because the functions that go were called by the triggers that are replaced here alone.

-- The debtor of an invoice says which administration it belongs to. An event is written under the stamp of its
-- administration, which refers to it.
alter table invoices drop constraint invoices_administration_id_fkey;
alter table events drop constraint events_administration_id_fkey;

alter table ledger_entries drop constraint ledger_entries_administration_id_invoice_id_fkey;
alter table payments drop constraint payments_administration_id_invoice_id_fkey;
alter table invoice_lines drop constraint invoice_lines_administration_id_invoice_id_fkey;
alter table invoice_lines drop constraint invoice_lines_administration_id_vat_rate_code_fkey;

create function refuse_orphan(what text, missing text) returns void
language plpgsql as $$
begin
  raise exception '% refers to %, which is not there.', what, missing using errcode = 'foreign_key_violation';
end
$$;

-- Each check looks into the index once for each row, whatever the planner thinks of the number of rows: the plan of a
-- small statement is kept for a large one.
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

create function check_lines() returns trigger
language plpgsql as $$
declare
  missing text;
begin
  select 'invoice ' || l.invoice_id into missing from entered l
  where (select true from invoices i where i.administration_id = l.administration_id and i.id = l.invoice_id) is null
  limit 1;
  if found then perform refuse_orphan('A line', missing); end if;
  select 'VAT rate ' || l.vat_rate_code into missing
  from (select distinct administration_id, vat_rate_code from entered) l
  where (
    select true from vat_rates r where r.administration_id = l.administration_id and r.code = l.vat_rate_code
  ) is null
  limit 1;
  if found then perform refuse_orphan('A line', missing); end if;
  return null;
end
$$;

create trigger invoice_lines_of_invoices after insert on invoice_lines
  referencing new table as entered for each statement execute function check_lines();
create trigger invoice_lines_still_of_invoices after update on invoice_lines
  referencing new table as entered for each statement execute function check_lines();

-- Lines and entries go with their invoice, and one that has payments stays, unless its whole administration is erased.
create function follow_removed_invoices() returns trigger
language plpgsql as $$
declare
  kept bigint;
begin
  select g.id into kept from gone g
  where (select true from payments p where p.administration_id = g.administration_id and p.invoice_id = g.id limit 1)
    and (select status from administrations a where a.id = g.administration_id) <> 'deleted'
  limit 1;
  if found then perform refuse_orphan('A payment', 'invoice ' || kept); end if;
  delete from invoice_lines l using gone g
  where l.administration_id = g.administration_id and l.invoice_id = g.id;
  delete from ledger_entries e using gone g
  where e.administration_id = g.administration_id and e.invoice_id = g.id;
  return null;
end
$$;

create trigger invoices_gone after delete on invoices
  referencing old table as gone for each statement execute function follow_removed_invoices();

-- Lines name their rate by its code, so that stays until the administration is erased.
create function refuse_changed_rate() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' and (select status from administrations where id = old.administration_id) = 'deleted' then
    return old;
  end if;
  if exists (
    select from invoice_lines where administration_id = old.administration_id and vat_rate_code = old.code
  ) then
    perform refuse_orphan('A line', 'VAT rate ' || old.code);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create trigger vat_rates_stay before delete on vat_rates
  for each row execute function refuse_changed_rate();
create trigger vat_rates_keep_their_code before update of code on vat_rates
  for each row when (old.code <> new.code) execute function refuse_changed_rate();

-- Invoices and entries are held against each other once, before the commit: each statement that changes amounts or adds
-- entries notes whose, and what was noted is looked at as one set and removed. So nobody else ever sees a row here.
create table balance_checks (
  administration_id bigint not null,
  id bigint generated by default as identity,
  invoice_ids bigint[] not null,
  primary key (administration_id, id)
);

drop trigger ledger_entries_balance on ledger_entries;
drop function check_entered;
drop trigger invoices_balance_new on invoices;
drop trigger invoices_balance on invoices;
drop function check_invoice;

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
