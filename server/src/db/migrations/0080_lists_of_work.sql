-- The lists in which a credit controller works: each order of each choice is the order of an index, so that a page
-- costs the same wherever it begins.

-- What is to be done, by day. That of one person is in tasks_open.
create index tasks_open_by_day on tasks (administration_id, expiry_date, id) where completed_at is null;
-- What was done last, by anybody and by one person.
create index tasks_done on tasks (administration_id, completed_at, id) where completed_at is not null;
create index tasks_done_by on tasks (administration_id, assigned_to_user_id, completed_at, id)
  where completed_at is not null;

-- The inbox, read backwards: what nobody has read stands before the rest, each newest first.
create index messages_inbox on messages
  (administration_id, (read_at is null), (coalesce(received_at, sent_at, created_at)), id)
  where sender_type = 'debtor';
-- The inbox answers how many are unread as well.
drop index messages_unread;

-- Running plans by the day of the first term that is not paid, so that the latest ones come first. Days are texts in
-- the copy of the terms, and such texts are in the order of their days.
create index payment_plans_running on payment_plans
  (administration_id,
   (coalesce(jsonb_path_query_first(payment_terms, '$[*] ? (@.payment_date == null).due_date') #>> '{}', '9999-12-31')), id)
  where active;
-- Plans that wait for a decision, and those that are over.
create index payment_plans_proposed on payment_plans (administration_id, (coalesce(proposed_at, created_at)), id)
  where active is not true and approved_at is null and rejected_at is null and deactivated_at is null;
create index payment_plans_ended on payment_plans (administration_id, updated_at, id)
  where active is not true and (approved_at is not null or rejected_at is not null or deactivated_at is not null);
