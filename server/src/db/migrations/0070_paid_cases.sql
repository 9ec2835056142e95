-- When the invoices of a case were all paid while its costs were not: the case waits from then on. A case that waits
-- for this reason alone, and not because somebody paused it, goes on when an invoice is open again.
alter table credit_cases add column principal_paid_at timestamptz;
