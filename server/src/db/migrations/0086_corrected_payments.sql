-- A payment that is sent again with another amount or day stays the same payment, under its own id. The ledger still
-- only grows: a correction takes back what was entered for the payment, and enters it anew under the next number. So
-- each number of a payment is entered once, and taken back once.
alter table payments add column correction integer not null default 0;
alter table ledger_entries add column correction integer not null default 0;
drop index ledger_entries_payment_id;
create unique index ledger_entries_payment_id on ledger_entries (administration_id, payment_id, removal, correction)
  where payment_id is not null;

-- What was paid changes only by a correction, and never moves to another invoice.
create or replace function refuse_changed_payment() returns trigger
language plpgsql as $$
begin
  raise exception 'A payment is final: correct it, remove it, or enter the opposite.'
    using errcode = 'integrity_constraint_violation';
end
$$;

drop trigger payments_stay on payments;
create trigger payments_stay before update on payments
  for each row when (
    old.invoice_id is distinct from new.invoice_id
    or (new.correction <> old.correction and new.correction <> old.correction + 1)
    or (new.correction = old.correction
        and (old.total_amount, old.total_book_amount, old.payment_date, old.cost_type, old.transaction_type)
            is distinct from
            (new.total_amount, new.total_book_amount, new.payment_date, new.cost_type, new.transaction_type))
  ) execute function refuse_changed_payment();
