-- Agreements and payments that people write down by hand.

-- Whether the terms of a plan also pay what was charged beside the principal of its invoices, and why a proposal was
-- rejected.
alter table payment_plans
  add column with_costs boolean not null default false,
  add column rejection_reason text;

-- Payments that somebody booked by hand: all that were booked at once carry one number, and so does what takes them
-- back.
alter table payments
  add column booking_id bigint,
  add column booked_by_user_id bigint references users (id),
  add column booked_by_user_name text;

create index payments_booking_id on payments (administration_id, booking_id) where booking_id is not null;
create index payments_booked_by_user_id on payments (booked_by_user_id) where booked_by_user_id is not null;
