-- What debtors do by themselves in the portal.

-- What the debtor wrote when it opened the dispute, with the files that came along.
alter table disputes add column message_id bigint;
alter table disputes add foreign key (administration_id, message_id)
  references messages (administration_id, id);
create index disputes_message_id on disputes (administration_id, message_id) where message_id is not null;

-- Whose words the terms are, and which proposal a counter-offer answers.
alter table payment_plans
  add column proposed_by text constraint payment_plans_proposed_by check (proposed_by in ('debtor', 'creditor')),
  add column answers_plan_id bigint;
alter table payment_plans add foreign key (administration_id, answers_plan_id)
  references payment_plans (administration_id, id);
create index payment_plans_answers_plan_id on payment_plans (administration_id, answers_plan_id)
  where answers_plan_id is not null;
update payment_plans set proposed_by = 'debtor' where proposed_at is not null;

-- The logo that stands above what debtors see; the newest one counts.
create table administration_logos (
  administration_id bigint not null references administrations (id),
  id bigserial,
  file_id bigint not null,
  filename text not null,
  created_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, file_id) references files (administration_id, id)
);

create index administration_logos_file_id on administration_logos (administration_id, file_id);
