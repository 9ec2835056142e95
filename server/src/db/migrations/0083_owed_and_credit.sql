-- What is owed and what debtors have to their credit are never counted as one: a credit note is not overdue, and takes
-- nothing off the debt of others. Each open invoice is in one of these two, as it was in the one that they replace.
create index invoices_owed_due on invoices (administration_id, due_date, id) include (book_open_amount)
  where open_amount > 0;
create index invoices_credit_due on invoices (administration_id, due_date, id) include (book_open_amount)
  where open_amount < 0;
drop index invoices_open_due;
