-- What clients need to forget. A row is written in the transaction that deletes the record, with the stamp
-- as deleted_at; it points at nothing, because what it names may be gone too. A job purges it after 90 days.

create function deleted_credit_cases_document(bigint, bigint, bigint, timestamptz) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table deleted_credit_cases (
  administration_id bigint not null references administrations (id),
  id bigint not null,
  document text not null generated always as (deleted_credit_cases_document(
    id, administration_id, debtor_id, deleted_at
  )) stored,
  debtor_id bigint not null,
  deleted_at timestamptz not null,
  primary key (administration_id, id)
) with (toast_tuple_target = 8160);
alter table deleted_credit_cases alter column document set storage main;

create index deleted_credit_cases_deleted_at on deleted_credit_cases (administration_id, deleted_at, id);
create index deleted_credit_cases_changes on deleted_credit_cases using gist (administration_id, id, deleted_at)
  where deleted_at > '-infinity';

create function deleted_payments_document(bigint, bigint, text, bigint, timestamptz) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table deleted_payments (
  administration_id bigint not null references administrations (id),
  id bigint not null,
  document text not null generated always as (deleted_payments_document(
    id, administration_id, origin_identifier, invoice_id, deleted_at
  )) stored,
  origin_identifier text not null default '',
  invoice_id bigint not null,
  deleted_at timestamptz not null,
  primary key (administration_id, id)
) with (toast_tuple_target = 8160);
alter table deleted_payments alter column document set storage main;

create index deleted_payments_deleted_at on deleted_payments (administration_id, deleted_at, id);
create index deleted_payments_changes on deleted_payments using gist (administration_id, id, deleted_at)
  where deleted_at > '-infinity';

create function deleted_invoices_document(bigint, bigint, bigint, text, text, timestamptz) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table deleted_invoices (
  administration_id bigint not null references administrations (id),
  id bigint not null,
  document text not null generated always as (deleted_invoices_document(
    id, administration_id, debtor_id, invoice_number, origin_identifier, deleted_at
  )) stored,
  debtor_id bigint not null,
  invoice_number text not null,
  -- The invoice_identifier of the invoice.
  origin_identifier text not null default '',
  deleted_at timestamptz not null,
  primary key (administration_id, id)
) with (toast_tuple_target = 8160);
alter table deleted_invoices alter column document set storage main;

create index deleted_invoices_deleted_at on deleted_invoices (administration_id, deleted_at, id);
create index deleted_invoices_changes on deleted_invoices using gist (administration_id, id, deleted_at)
  where deleted_at > '-infinity';

create function deleted_payment_plans_document(bigint, bigint, bigint, timestamptz) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table deleted_payment_plans (
  administration_id bigint not null references administrations (id),
  id bigint not null,
  document text not null generated always as (deleted_payment_plans_document(
    id, administration_id, debtor_id, deleted_at
  )) stored,
  debtor_id bigint not null,
  deleted_at timestamptz not null,
  primary key (administration_id, id)
) with (toast_tuple_target = 8160);
alter table deleted_payment_plans alter column document set storage main;

create index deleted_payment_plans_deleted_at on deleted_payment_plans (administration_id, deleted_at, id);
create index deleted_payment_plans_changes on deleted_payment_plans using gist (administration_id, id, deleted_at)
  where deleted_at > '-infinity';

create function deleted_psp_mandates_document(bigint, bigint, bigint, text, text, timestamptz) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table deleted_psp_mandates (
  administration_id bigint not null references administrations (id),
  id bigint not null,
  document text not null generated always as (deleted_psp_mandates_document(
    id, administration_id, debtor_id, mandate_identifier, provider, deleted_at
  )) stored,
  debtor_id bigint not null,
  mandate_identifier text not null default '',
  provider text not null,
  deleted_at timestamptz not null,
  primary key (administration_id, id)
) with (toast_tuple_target = 8160);
alter table deleted_psp_mandates alter column document set storage main;

create index deleted_psp_mandates_deleted_at on deleted_psp_mandates (administration_id, deleted_at, id);
create index deleted_psp_mandates_changes on deleted_psp_mandates using gist (administration_id, id, deleted_at)
  where deleted_at > '-infinity';
