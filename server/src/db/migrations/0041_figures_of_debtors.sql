-- What a debtor owes, and how it pays, are asked for page by page: each figure reads the few entries of an index that
-- are about this debtor, and no invoice.
create index invoices_open_of_debtor on invoices (administration_id, debtor_id) include (book_open_amount)
  where book_open_amount <> 0;
create index invoices_paid_of_debtor on invoices (administration_id, debtor_id, payment_date)
  include (due_date, book_total_amount)
  where open_amount = 0 and book_total_amount > 0;

-- Once it is paid, nothing is left in either currency.
alter table invoices add constraint invoices_book_open_amount
  check (open_amount <> 0 or book_open_amount = 0) not valid;
