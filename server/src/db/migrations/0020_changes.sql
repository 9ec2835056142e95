-- What a client that follows changes asks for: records of an administration that changed after a moment, by id.
-- A GiST index finds them by all three at once, and can be walked outwards from an id, so that a page costs the same
-- however many records changed and wherever they stand. It is partial so that nothing else is looked up through it:
-- a look-up by id costs ten times as much here as in the primary key, and the planner does not know.

create extension if not exists btree_gist;

create index contacts_changes on contacts using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';
create index debtors_changes on debtors using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';
create index invoices_changes on invoices using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';
create index credit_cases_changes on credit_cases using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';
create index payment_plans_changes on payment_plans using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';
create index psp_mandates_changes on psp_mandates using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';
create index psp_transactions_changes on psp_transactions using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';
create index payments_changes on payments using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';
create index tasks_changes on tasks using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';
create index messages_changes on messages using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';
create index notes_changes on notes using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';
create index notifications_changes on notifications using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';
create index order_lines_changes on order_lines using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';
create index deleted_credit_cases_changes on deleted_credit_cases using gist (administration_id, id, deleted_at)
  where deleted_at > '-infinity';
create index deleted_payments_changes on deleted_payments using gist (administration_id, id, deleted_at)
  where deleted_at > '-infinity';
create index deleted_invoices_changes on deleted_invoices using gist (administration_id, id, deleted_at)
  where deleted_at > '-infinity';
create index deleted_payment_plans_changes on deleted_payment_plans using gist (administration_id, id, deleted_at)
  where deleted_at > '-infinity';
create index deleted_psp_mandates_changes on deleted_psp_mandates using gist (administration_id, id, deleted_at)
  where deleted_at > '-infinity';
