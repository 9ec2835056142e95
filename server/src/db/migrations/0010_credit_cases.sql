-- Collection cases: one debtor, one or more invoices.

create function credit_cases_document(
  bigint, bigint, bigint, text, text, text, numeric, numeric, numeric, numeric, bigint, timestamptz, timestamptz,
  timestamptz, timestamptz, timestamptz, timestamptz, timestamptz, timestamptz, timestamptz, timestamptz, timestamptz,
  timestamptz, timestamptz
) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table credit_cases (
  administration_id bigint not null references administrations (id),
  id bigserial,
  document text not null generated always as (credit_cases_document(
    id, administration_id, debtor_id, case_number, credit_case_number, currency_code, total_amount, open_amount,
    debt_collection_costs, interest_costs, active_payment_plan_id, started_at, pre_summons_at, summons_1_at,
    summons_2_at, summons_3_at, summons_4_at, latest_summons_at, notice_of_default_at, pre_judicial_at,
    forwarded_to_bailiff_at, paused_at, deactivated_at, updated_at
  )) stored,
  debtor_id bigint not null,
  case_number text not null,
  -- The same number as people read it: '123 456 789'.
  credit_case_number text not null,
  currency_code text not null constraint credit_cases_currency_code check (currency_code ~ '^[A-Z]{3}$'),
  total_amount numeric(18,2) not null,
  open_amount numeric(18,2) not null,
  debt_collection_costs numeric(18,2) not null default 0,
  interest_costs numeric(18,2) not null default 0,
  open_interest_and_collection_costs numeric(18,2) not null default 0,
  active_payment_plan_id bigint,
  started_at timestamptz not null,
  pre_summons_at timestamptz,
  summons_1_at timestamptz,
  summons_2_at timestamptz,
  summons_3_at timestamptz,
  summons_4_at timestamptz,
  latest_summons_at timestamptz,
  notice_of_default_at timestamptz,
  pre_judicial_at timestamptz,
  forwarded_to_bailiff_at timestamptz,
  paused_at timestamptz,
  paused_until date,
  -- When the invoices of a case were all paid while its costs were not: the case waits from then on. A case that waits
  -- for this reason alone, and not because somebody paused it, goes on when an invoice is open again.
  principal_paid_at timestamptz,
  deactivated_at timestamptz,
  -- As on invoices: a payment plan or a task can block a case.
  blocked_at timestamptz,
  block_reasons text[] not null default '{}',
  -- The unguessable part of public_url.
  public_token text default
    rtrim(translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '='),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, debtor_id) references debtors (administration_id, id),
  constraint credit_cases_block_reasons check ((blocked_at is null) = (cardinality(block_reasons) = 0))
) with (toast_tuple_target = 8160);
alter table credit_cases alter column document set storage main;

create unique index credit_cases_case_number on credit_cases (administration_id, case_number) include (id);
create unique index credit_cases_credit_case_number
  on credit_cases (administration_id, credit_case_number) include (id);
create unique index credit_cases_public_token on credit_cases (administration_id, public_token)
  where public_token is not null;
create index credit_cases_debtor_id on credit_cases (administration_id, debtor_id, id);
create index credit_cases_active_payment_plan_id on credit_cases (administration_id, active_payment_plan_id, id)
  where active_payment_plan_id is not null;
-- Credit cases as somebody watches over them: those that lie still the longest stand first, all of them or those in one
-- stage. The last of the moments that mark stages counts; the expressions are those of follow_up/case_stage.ts.
create index credit_cases_open on credit_cases
  (administration_id,
   (coalesce(forwarded_to_bailiff_at, pre_judicial_at, notice_of_default_at, summons_4_at, summons_3_at, summons_2_at,
             summons_1_at, pre_summons_at, started_at)), id)
  where deactivated_at is null;
create index credit_cases_in_stage on credit_cases
  (administration_id,
   (case when forwarded_to_bailiff_at is not null then 'bailiff' when pre_judicial_at is not null then 'pre_judicial'
         when notice_of_default_at is not null then 'notice_of_default' when summons_4_at is not null then 'summons_4'
         when summons_3_at is not null then 'summons_3' when summons_2_at is not null then 'summons_2'
         when summons_1_at is not null then 'summons_1' when pre_summons_at is not null then 'pre_summons'
         else 'new' end),
   (coalesce(forwarded_to_bailiff_at, pre_judicial_at, notice_of_default_at, summons_4_at, summons_3_at, summons_2_at,
             summons_1_at, pre_summons_at, started_at)), id)
  where deactivated_at is null;
-- Those that are over, newest first.
create index credit_cases_ended on credit_cases (administration_id, deactivated_at, id)
  where deactivated_at is not null;
create index credit_cases_changes on credit_cases using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';

-- The running case of an invoice; taken off, with a stamp, before a case can be deleted.
alter table invoices
  add foreign key (administration_id, active_credit_case_id) references credit_cases (administration_id, id);

-- Which invoices a case was made of; stays true after the case has ended.
create table credit_case_invoices (
  administration_id bigint not null references administrations (id),
  id bigserial,
  credit_case_id bigint not null,
  invoice_id bigint not null,
  primary key (administration_id, id),
  foreign key (administration_id, credit_case_id) references credit_cases (administration_id, id) on delete cascade,
  foreign key (administration_id, invoice_id) references invoices (administration_id, id) on delete cascade
);

create unique index credit_case_invoices_invoice
  on credit_case_invoices (administration_id, credit_case_id, invoice_id);
create index credit_case_invoices_invoice_id on credit_case_invoices (administration_id, invoice_id);

create table credit_case_labels (
  administration_id bigint not null references administrations (id),
  id bigserial,
  credit_case_id bigint not null,
  name text not null,
  primary key (administration_id, id),
  foreign key (administration_id, credit_case_id) references credit_cases (administration_id, id) on delete cascade
);

create unique index credit_case_labels_name on credit_case_labels (administration_id, credit_case_id, name);
