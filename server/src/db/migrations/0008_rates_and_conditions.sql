-- What invoices refer to by code.

create function vat_rates_document(bigint, bigint, text, text, numeric, text, text) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table vat_rates (
  administration_id bigint not null references administrations (id),
  id bigserial,
  document text not null generated always as (vat_rates_document(
    id, administration_id, code, name, rate, category, exemption_reason_code
  )) stored,
  code text not null,
  name text not null,
  rate numeric(7,4) not null,
  category text not null default 'regular'
    constraint vat_rates_category
    check (category in ('regular', 'zero', 'none', 'exempt', 'reversed', 'export', 'export_within_eea')),
  exemption_reason_code text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id)
) with (toast_tuple_target = 8160);
alter table vat_rates alter column document set storage main;

create unique index vat_rates_code on vat_rates (administration_id, code) include (id);
create index vat_rates_updated_at on vat_rates (administration_id, updated_at, id);

create table payment_conditions (
  administration_id bigint not null references administrations (id),
  id bigserial,
  code text not null,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id)
) with (toast_tuple_target = 8160);

create unique index payment_conditions_code on payment_conditions (administration_id, code) include (id);
create index payment_conditions_updated_at on payment_conditions (administration_id, updated_at, id);
