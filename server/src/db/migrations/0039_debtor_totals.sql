-- What is open of all invoices of a debtor, in the currency of the administration. Whether a write passes a credit
-- limit is asked with each one, and adding up every open invoice for that would cost more the more a debtor owes.
create table debtor_totals (
  administration_id bigint not null,
  debtor_id bigint not null,
  book_open_amount numeric(20,2) not null,
  primary key (administration_id, debtor_id),
  foreign key (administration_id, debtor_id) references debtors (administration_id, id) on delete cascade
) with (fillfactor = 70);

create function total_new_invoices() returns trigger
language plpgsql as $$
begin
  insert into debtor_totals as t (administration_id, debtor_id, book_open_amount)
  select administration_id, debtor_id, sum(book_open_amount) from entered
  where book_open_amount <> 0
  group by administration_id, debtor_id order by administration_id, debtor_id
  on conflict (administration_id, debtor_id)
    do update set book_open_amount = t.book_open_amount + excluded.book_open_amount;
  return null;
end
$$;

create trigger invoices_total_new after insert on invoices
  referencing new table as entered for each statement execute function total_new_invoices();

create function total_changed_invoices() returns trigger
language plpgsql as $$
begin
  insert into debtor_totals as t (administration_id, debtor_id, book_open_amount)
  select administration_id, debtor_id, sum(amount)
  from (
    select administration_id, debtor_id, book_open_amount as amount from entered
    union all
    select administration_id, debtor_id, -book_open_amount from was
  ) both_sides
  group by administration_id, debtor_id having sum(amount) <> 0 order by administration_id, debtor_id
  on conflict (administration_id, debtor_id)
    do update set book_open_amount = t.book_open_amount + excluded.book_open_amount;
  return null;
end
$$;

create trigger invoices_total after update on invoices
  referencing old table as was new table as entered for each statement execute function total_changed_invoices();

-- Where the debtor is erased with its invoices its row may be gone before theirs.
create function total_removed_invoices() returns trigger
language plpgsql as $$
begin
  update debtor_totals t set book_open_amount = t.book_open_amount - gone_of.amount
  from (
    select administration_id, debtor_id, sum(book_open_amount) as amount from gone
    group by administration_id, debtor_id
  ) gone_of
  where t.administration_id = gone_of.administration_id and t.debtor_id = gone_of.debtor_id and gone_of.amount <> 0;
  return null;
end
$$;

create trigger invoices_total_gone after delete on invoices
  referencing old table as gone for each statement execute function total_removed_invoices();

insert into debtor_totals (administration_id, debtor_id, book_open_amount)
select administration_id, debtor_id, sum(book_open_amount) from invoices where book_open_amount <> 0
group by administration_id, debtor_id;
