-- Instalment agreements over invoices and cases of one debtor.

create function payment_plans_document(
  bigint, bigint, bigint, boolean, boolean, jsonb, text, timestamptz, timestamptz, timestamptz, bigint, text, text,
  timestamptz, timestamptz, timestamptz
) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table payment_plans (
  administration_id bigint not null references administrations (id),
  id bigserial,
  document text not null generated always as (payment_plans_document(
    id, administration_id, debtor_id, active, auto_activated, payment_terms, reason, proposed_at, approved_at,
    rejected_at, rejected_by_user_id, rejected_by_user_name, rejected_by_user_email_address, deactivated_at, created_at,
    updated_at
  )) stored,
  debtor_id bigint not null,
  -- Copied from the debtor, for the filters.
  debtor_number text not null,
  debtor_identifier text not null,
  active boolean,
  auto_activated boolean not null default false,
  -- The terms as they are shown, copied from payment_plan_terms in the same transaction: a default field
  -- has to be a column of its own row.
  payment_terms jsonb not null default '[]'
    constraint payment_plans_payment_terms check (jsonb_typeof(payment_terms) = 'array'),
  reason text,
  proposed_at timestamptz,
  approved_at timestamptz,
  rejected_at timestamptz,
  rejected_by_user_id bigint references users (id),
  rejected_by_user_name text,
  rejected_by_user_email_address text,
  deactivated_at timestamptz,
  -- Given by clients and never shown again.
  cc_email_address text,
  -- The unguessable part of public_url.
  public_token text default
    rtrim(translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '='),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, debtor_id) references debtors (administration_id, id),
  constraint payment_plans_rejected_by_user
    check (num_nulls(rejected_by_user_id, rejected_by_user_name, rejected_by_user_email_address) in (0, 3)),
  constraint payment_plans_active
    check (active is not true or (approved_at is not null and rejected_at is null and deactivated_at is null))
) with (toast_tuple_target = 8160);
alter table payment_plans alter column document set storage main;

create unique index payment_plans_public_token on payment_plans (administration_id, public_token)
  where public_token is not null;
create index payment_plans_debtor_id on payment_plans (administration_id, debtor_id, id);
create index payment_plans_debtor_number on payment_plans (administration_id, debtor_number, id);
create index payment_plans_debtor_identifier on payment_plans (administration_id, debtor_identifier, id);
-- Running plans by the day of the first term that is not paid, so that the latest ones come first. Days are texts in
-- the copy of the terms, and such texts are in the order of their days.
create index payment_plans_running on payment_plans
  (administration_id,
   (coalesce(
     jsonb_path_query_first(payment_terms, '$[*] ? (@.payment_date == null).due_date') #>> '{}', '9999-12-31'
   )), id)
  where active;
-- Plans that wait for a decision, and those that are over.
create index payment_plans_proposed on payment_plans (administration_id, (coalesce(proposed_at, created_at)), id)
  where active is not true and approved_at is null and rejected_at is null and deactivated_at is null;
create index payment_plans_ended on payment_plans (administration_id, updated_at, id)
  where active is not true and (approved_at is not null or rejected_at is not null or deactivated_at is not null);
create index payment_plans_changes on payment_plans using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';

alter table invoices
  add foreign key (administration_id, active_payment_plan_id) references payment_plans (administration_id, id);

alter table credit_cases
  add foreign key (administration_id, active_payment_plan_id) references payment_plans (administration_id, id);

create table payment_plan_terms (
  administration_id bigint not null references administrations (id),
  id bigserial,
  payment_plan_id bigint not null,
  total_amount numeric(18,2) not null,
  amount_due numeric(18,2) not null,
  due_date date not null,
  payment_date date,
  -- When it was said that it was missed.
  missed_at timestamptz,
  primary key (administration_id, id),
  foreign key (administration_id, payment_plan_id) references payment_plans (administration_id, id) on delete cascade,
  constraint payment_plan_terms_payment_date check (payment_date is null or amount_due = 0)
);

create index payment_plan_terms_payment_plan_id
  on payment_plan_terms (administration_id, payment_plan_id, due_date, id);

-- What a plan is about. Invoices and cases name only the plan that is active; a proposed or an ended one
-- is known from here.
create table payment_plan_invoices (
  administration_id bigint not null references administrations (id),
  id bigserial,
  payment_plan_id bigint not null,
  invoice_id bigint not null,
  primary key (administration_id, id),
  foreign key (administration_id, payment_plan_id) references payment_plans (administration_id, id) on delete cascade,
  foreign key (administration_id, invoice_id) references invoices (administration_id, id) on delete cascade
);

create unique index payment_plan_invoices_invoice
  on payment_plan_invoices (administration_id, payment_plan_id, invoice_id);
create index payment_plan_invoices_invoice_id on payment_plan_invoices (administration_id, invoice_id);

create table payment_plan_credit_cases (
  administration_id bigint not null references administrations (id),
  id bigserial,
  payment_plan_id bigint not null,
  credit_case_id bigint not null,
  primary key (administration_id, id),
  foreign key (administration_id, payment_plan_id) references payment_plans (administration_id, id) on delete cascade,
  foreign key (administration_id, credit_case_id) references credit_cases (administration_id, id) on delete cascade
);

create unique index payment_plan_credit_cases_credit_case
  on payment_plan_credit_cases (administration_id, payment_plan_id, credit_case_id);
create index payment_plan_credit_cases_credit_case_id on payment_plan_credit_cases (administration_id, credit_case_id);
