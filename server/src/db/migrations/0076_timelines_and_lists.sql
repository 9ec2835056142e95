-- The timeline of a debtor tells of everything that belongs to it, and the newest page costs as much as the oldest.
-- The moment is turned into UTC so that no other index has this order: the planner would walk all events of an
-- administration by time, in the hope of meeting those of a debtor soon.
create index events_of_debtor on events
  (administration_id, (context #> '{debtor,id}'), (event_time at time zone 'UTC'), id);

-- What is open, in the order in which it is due, and by how much it is. Paid invoices are by far the most, and in
-- neither. The first one also answers what is open by age and by week without a look at any invoice.
create index invoices_open_due on invoices (administration_id, due_date, id) include (book_open_amount)
  where open_amount <> 0;
create index invoices_open_amount on invoices (administration_id, book_open_amount, id) where open_amount <> 0;

-- What came in, by day.
create index payments_payment_date on payments (administration_id, payment_date)
  include (total_book_amount, transaction_type)
  where cost_type = 'principal';

-- How far the lines of an order are, and its lines in one state.
create index order_lines_claims_of_order on order_lines (administration_id, order_id, claim_status, id)
  where order_id is not null;
