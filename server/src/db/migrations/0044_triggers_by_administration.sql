-- Triggers take what a statement touched out of its set first, administration by administration, and then ask and write
-- other tables by administration and list. So each of their statements is bound to one administration, and runs where
-- the rows of that administration are: here, or inside one node of a cluster, where a set of changed rows cannot be
-- joined with another table.

create or replace function check_lines() returns trigger
language plpgsql as $$
declare
  one record;
  missing text;
begin
  for one in
    select administration_id, array_agg(distinct invoice_id) as invoice_ids, array_agg(distinct vat_rate_code) as codes
    from entered group by administration_id
  loop
    if (select count(*) from invoices i
        where i.administration_id = one.administration_id and i.id = any(one.invoice_ids)
       ) < cardinality(one.invoice_ids) then
      select 'invoice ' || wanted.id into missing from unnest(one.invoice_ids) as wanted (id)
      where wanted.id <> all(array(
        select i.id from invoices i where i.administration_id = one.administration_id and i.id = any(one.invoice_ids)))
      limit 1;
      perform refuse_orphan('A line', missing);
    end if;
    if (select count(*) from vat_rates r
        where r.administration_id = one.administration_id and r.code = any(one.codes)) < cardinality(one.codes) then
      select 'VAT rate ' || wanted.code into missing from unnest(one.codes) as wanted (code)
      where wanted.code <> all(array(
        select r.code from vat_rates r where r.administration_id = one.administration_id and r.code = any(one.codes)))
      limit 1;
      perform refuse_orphan('A line', missing);
    end if;
  end loop;
  return null;
end
$$;

create or replace function check_payments() returns trigger
language plpgsql as $$
declare
  one record;
  missing text;
begin
  for one in
    select administration_id, array_agg(distinct invoice_id) as invoice_ids from entered group by administration_id
  loop
    if (select count(*) from invoices i
        where i.administration_id = one.administration_id and i.id = any(one.invoice_ids)
       ) < cardinality(one.invoice_ids) then
      select 'invoice ' || wanted.id into missing from unnest(one.invoice_ids) as wanted (id)
      where wanted.id <> all(array(
        select i.id from invoices i where i.administration_id = one.administration_id and i.id = any(one.invoice_ids)))
      limit 1;
      perform refuse_orphan('A payment', missing);
    end if;
  end loop;
  return null;
end
$$;

create or replace function follow_removed_invoices() returns trigger
language plpgsql as $$
declare
  one record;
  kept bigint;
begin
  for one in select administration_id, array_agg(id) as ids from gone group by administration_id loop
    select p.invoice_id into kept from payments p
    where p.administration_id = one.administration_id and p.invoice_id = any(one.ids)
    limit 1;
    if found and (select status from administrations where id = one.administration_id) <> 'deleted' then
      perform refuse_orphan('A payment', 'invoice ' || kept);
    end if;
    delete from invoice_lines where administration_id = one.administration_id and invoice_id = any(one.ids);
    delete from ledger_entries where administration_id = one.administration_id and invoice_id = any(one.ids);
  end loop;
  return null;
end
$$;

create or replace function refuse_changed_entry() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform from invoices where administration_id = old.administration_id and id = old.invoice_id;
    if not found then return old; end if;
    perform from administrations where id = old.administration_id and status = 'deleted';
    if found then return old; end if;
  end if;
  raise exception 'Entries of the ledger are never changed: enter the opposite.'
    using errcode = 'integrity_constraint_violation';
end
$$;

create or replace function note_entered() returns trigger
language plpgsql as $$
declare
  one record;
begin
  for one in
    select administration_id, array_agg(distinct invoice_id) as ids from entered group by administration_id
  loop
    insert into balance_checks (administration_id, invoice_ids) values (one.administration_id, one.ids);
  end loop;
  return null;
end
$$;

create or replace function note_new_invoices() returns trigger
language plpgsql as $$
declare
  one record;
begin
  for one in select administration_id, array_agg(id) as ids from entered group by administration_id loop
    insert into balance_checks (administration_id, invoice_ids) values (one.administration_id, one.ids);
  end loop;
  return null;
end
$$;

create or replace function note_changed_invoices() returns trigger
language plpgsql as $$
declare
  one record;
begin
  for one in
    select administration_id, array_agg(distinct id) as ids
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
    group by administration_id
  loop
    insert into balance_checks (administration_id, invoice_ids) values (one.administration_id, one.ids);
  end loop;
  return null;
end
$$;

-- Everything that this transaction noted, at the first note; the later ones find nothing left. Only what follows the
-- first is looked for, so that rows which are long gone but not yet swept up are passed over.
create or replace function check_balances() returns trigger
language plpgsql as $$
declare
  one record;
  noted bigint[] := '{}';
  known bigint;
  faulty bigint;
begin
  for one in
    delete from balance_checks where administration_id = new.administration_id and id >= new.id returning invoice_ids
  loop
    noted := noted || one.invoice_ids;
  end loop;
  if cardinality(noted) = 0 then return null; end if;
  noted := array(select distinct unnest(noted));
  select count(*), min(i.id) filter (
    where (i.total_amount, i.open_amount, i.book_total_amount, i.book_open_amount,
           i.administration_costs_total, i.administration_costs_open, i.interest_costs_total, i.interest_costs_open,
           i.debt_collection_costs_total, i.debt_collection_costs_open)
       <> (sums.total, sums.open, sums.book_total, sums.book_open, sums.administration_total, sums.administration_open,
           sums.interest_total, sums.interest_open, sums.collection_total, sums.collection_open))
  into known, faulty
  from invoices i
  cross join lateral (
    select coalesce(sum(e.amount) filter (where e.cost_type = 'principal' and e.kind = 'charge'), 0) as total,
           coalesce(sum(e.amount) filter (where e.cost_type = 'principal'), 0) as open,
           coalesce(sum(e.book_amount) filter (where e.cost_type = 'principal' and e.kind = 'charge'), 0) as book_total,
           coalesce(sum(e.book_amount) filter (where e.cost_type = 'principal'), 0) as book_open,
           coalesce(sum(e.amount) filter (where e.cost_type = 'administration_costs' and e.kind = 'charge'), 0)
             as administration_total,
           coalesce(sum(e.amount) filter (where e.cost_type = 'administration_costs'), 0) as administration_open,
           coalesce(sum(e.amount) filter (where e.cost_type = 'interest_costs' and e.kind = 'charge'), 0)
             as interest_total,
           coalesce(sum(e.amount) filter (where e.cost_type = 'interest_costs'), 0) as interest_open,
           coalesce(sum(e.amount) filter (where e.cost_type = 'debt_collection_costs' and e.kind = 'charge'), 0)
             as collection_total,
           coalesce(sum(e.amount) filter (where e.cost_type = 'debt_collection_costs'), 0) as collection_open
    from ledger_entries e
    where e.administration_id = new.administration_id and e.invoice_id = i.id
  ) sums
  where i.administration_id = new.administration_id and i.id = any(noted);
  -- An invoice that is gone again leaves no entries. Entries without an invoice are as wrong as a wrong sum.
  if faulty is null and known < cardinality(noted) then
    select e.invoice_id into faulty from ledger_entries e
    where e.administration_id = new.administration_id and e.invoice_id = any(noted)
      and not exists (
        select from invoices i where i.administration_id = new.administration_id and i.id = e.invoice_id)
    limit 1;
  end if;
  if faulty is not null then perform refuse_unbalanced(faulty); end if;
  return null;
end
$$;
