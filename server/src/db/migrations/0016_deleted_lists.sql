-- What clients need to forget. A row is written in the transaction that deletes the record, with the stamp
-- as deleted_at; it points at nothing, because what it names may be gone too. A job purges it after 90 days.

create table deleted_credit_cases (
  administration_id bigint not null references administrations (id),
  id bigint not null,
  debtor_id bigint not null,
  deleted_at timestamptz not null,
  primary key (administration_id, id)
) with (toast_tuple_target = 8160);

create index deleted_credit_cases_deleted_at on deleted_credit_cases (administration_id, deleted_at, id);

create table deleted_payments (
  administration_id bigint not null references administrations (id),
  id bigint not null,
  origin_identifier text not null default '',
  invoice_id bigint not null,
  deleted_at timestamptz not null,
  primary key (administration_id, id)
) with (toast_tuple_target = 8160);

create index deleted_payments_deleted_at on deleted_payments (administration_id, deleted_at, id);

create table deleted_invoices (
  administration_id bigint not null references administrations (id),
  id bigint not null,
  debtor_id bigint not null,
  invoice_number text not null,
  -- The invoice_identifier of the invoice.
  origin_identifier text not null default '',
  deleted_at timestamptz not null,
  primary key (administration_id, id)
) with (toast_tuple_target = 8160);

create index deleted_invoices_deleted_at on deleted_invoices (administration_id, deleted_at, id);

create table deleted_payment_plans (
  administration_id bigint not null references administrations (id),
  id bigint not null,
  debtor_id bigint not null,
  deleted_at timestamptz not null,
  primary key (administration_id, id)
) with (toast_tuple_target = 8160);

create index deleted_payment_plans_deleted_at on deleted_payment_plans (administration_id, deleted_at, id);

create table deleted_psp_mandates (
  administration_id bigint not null references administrations (id),
  id bigint not null,
  debtor_id bigint not null,
  mandate_identifier text not null default '',
  provider text not null,
  deleted_at timestamptz not null,
  primary key (administration_id, id)
) with (toast_tuple_target = 8160);

create index deleted_psp_mandates_deleted_at on deleted_psp_mandates (administration_id, deleted_at, id);
