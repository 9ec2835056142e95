-- Invoices come by the thousand, so they are held to their debtors as a set, as lines are to their invoice.
alter table invoices drop constraint invoices_administration_id_debtor_id_fkey;

create function check_debtors() returns trigger
language plpgsql as $$
declare
  one record;
  missing text;
begin
  for one in
    select administration_id, array_agg(distinct debtor_id) as debtor_ids from entered group by administration_id
  loop
    if (select count(*) from debtors d
        where d.administration_id = one.administration_id and d.id = any(one.debtor_ids)
       ) < cardinality(one.debtor_ids) then
      select 'debtor ' || wanted.id into missing from unnest(one.debtor_ids) as wanted (id)
      where wanted.id <> all(array(
        select d.id from debtors d where d.administration_id = one.administration_id and d.id = any(one.debtor_ids)))
      limit 1;
      perform refuse_orphan('An invoice', missing);
    end if;
  end loop;
  return null;
end
$$;

create trigger invoices_of_debtors after insert on invoices
  referencing new table as entered for each statement execute function check_debtors();

create function check_other_debtor() returns trigger
language plpgsql as $$
begin
  perform from debtors where administration_id = new.administration_id and id = new.debtor_id;
  if not found then perform refuse_orphan('An invoice', 'debtor ' || new.debtor_id); end if;
  return new;
end
$$;

create trigger invoices_of_other_debtors before update of debtor_id on invoices
  for each row when (old.debtor_id <> new.debtor_id) execute function check_other_debtor();

-- A debtor with invoices stays until the administration is erased.
create function refuse_removed_debtor() returns trigger
language plpgsql as $$
begin
  perform from administrations where id = old.administration_id and status = 'deleted';
  if found then return old; end if;
  perform from invoices where administration_id = old.administration_id and debtor_id = old.id limit 1;
  if found then perform refuse_orphan('An invoice', 'debtor ' || old.id); end if;
  return old;
end
$$;

create trigger debtors_stay before delete on debtors
  for each row execute function refuse_removed_debtor();

-- What people search by is made from debtors that are there, and debtors go with their administration alone.
alter table search_entries drop constraint search_entries_administration_id_debtor_id_fkey;
