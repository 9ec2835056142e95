-- What payment service providers and banks tell us. Providers and methods are theirs to name and to add,
-- so the definitions hold those lists, and the columns are free text.

create function psp_mandates_document(
  bigint, bigint, bigint, text, text, text, text, text, timestamptz, timestamptz
) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table psp_mandates (
  administration_id bigint not null references administrations (id),
  id bigserial,
  document text not null generated always as (psp_mandates_document(
    id, administration_id, debtor_id, bank_account_name, bank_account_number, mandate_identifier, mandate_reference,
    provider, updated_at, deactivated_at
  )) stored,
  debtor_id bigint not null,
  -- Copied from the debtor: shown on request, and a filter.
  debtor_number text not null,
  bank_account_name text not null,
  bank_account_number text not null,
  -- Always shown, though clients may leave it out.
  mandate_identifier text not null default '',
  mandate_reference text,
  provider text not null,
  deactivated_at timestamptz,
  -- Given by clients and never shown again.
  customer_identifier text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, debtor_id) references debtors (administration_id, id)
) with (toast_tuple_target = 8160);
alter table psp_mandates alter column document set storage main;

create unique index psp_mandates_mandate_reference on psp_mandates (administration_id, mandate_reference) include (id);
-- A debtor has one active mandate.
create unique index psp_mandates_active on psp_mandates (administration_id, debtor_id) where deactivated_at is null;
create index psp_mandates_mandate_identifier on psp_mandates (administration_id, mandate_identifier, id);
create index psp_mandates_debtor_id on psp_mandates (administration_id, debtor_id, id);
create index psp_mandates_debtor_number on psp_mandates (administration_id, debtor_number, id);
create index psp_mandates_changes on psp_mandates using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';

create function psp_transactions_document(
  bigint, bigint, bigint, bigint[], numeric, numeric, text, text, text, text, text, text, timestamptz, timestamptz
) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table psp_transactions (
  administration_id bigint not null references administrations (id),
  id bigserial,
  document text not null generated always as (psp_transactions_document(
    id, administration_id, debtor_id, invoice_ids, amount, book_amount, currency_code, payment_method, status,
    reversal_code, bank_account_name, bank_account_number, paid_at, updated_at
  )) stored,
  debtor_id bigint not null,
  invoice_ids bigint[] not null,
  amount numeric(18,2) not null,
  book_amount numeric(18,2) not null,
  currency_code text not null constraint psp_transactions_currency_code check (currency_code ~ '^[A-Z]{3}$'),
  payment_method text not null,
  status text not null
    constraint psp_transactions_status
    check (status in ('cancelled', 'charged_back', 'failed', 'paid', 'pending', 'processing', 'refunded')),
  reversal_code text,
  bank_account_name text,
  bank_account_number text,
  paid_at timestamptz,
  -- Shown in events only.
  refunded_amount numeric(18,2) not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, debtor_id) references debtors (administration_id, id)
) with (toast_tuple_target = 8160);
alter table psp_transactions alter column document set storage main;

create index psp_transactions_debtor_id on psp_transactions (administration_id, debtor_id, id);
create index psp_transactions_status on psp_transactions (administration_id, status, id);
create index psp_transactions_payment_method on psp_transactions (administration_id, payment_method, id);
create index psp_transactions_changes on psp_transactions using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';

-- Not a family of its own: shown inside the payments it was matched to.
create table bank_transactions (
  administration_id bigint not null references administrations (id),
  id bigserial,
  amount numeric(18,2) not null,
  book_amount numeric(18,2) not null,
  currency_code text not null constraint bank_transactions_currency_code check (currency_code ~ '^[A-Z]{3}$'),
  -- From the currency of the transaction to the book currency.
  exchange_rate numeric(20,10) not null default 1
    constraint bank_transactions_exchange_rate check (exchange_rate > 0),
  book_date date not null,
  bank_account_name text,
  bank_account_number text,
  description text,
  payment_method text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id)
);

create index bank_transactions_book_date on bank_transactions (administration_id, book_date, id);
