-- Every index costs something with every row that is written. These were there for what others answer as well.

-- The newest change of an administration is its stamp.
drop index contacts_updated_at, credit_cases_updated_at, debtors_updated_at, invoices_updated_at, messages_updated_at,
  notes_updated_at, notifications_updated_at, payment_plans_updated_at, payments_updated_at, psp_mandates_updated_at,
  psp_transactions_updated_at, tasks_updated_at;

-- Invoices are found by the keys of their debtor through the debtor, payments by those of their invoice through that.
drop index invoices_debtor_number, invoices_debtor_identifier, payments_invoice_number, payments_invoice_identifier;

-- Comparing numbers is much cheaper than comparing JSON.
drop index events_of_debtor;
create index events_of_debtor on events
  (administration_id, ((context #>> '{debtor,id}')::bigint), (event_time at time zone 'UTC'), id);
