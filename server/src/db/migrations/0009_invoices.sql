-- Invoices and what hangs on them. A credit note is an invoice with a negative total.
--
-- Rows that come by the thousand are held to what they refer to as a set, when their statement ends. A foreign key
-- looks up each row by itself, and a third of the time of a bulk write went there. What hangs on an invoice belongs to
-- the administration of the invoice: saying that twice made every line, payment and label look up the administration
-- again, a tenth of a bulk write.

create function invoices_document(
  bigint, bigint, bigint, text, text, text, text, text, text, text, text, text, date, date, date, numeric, numeric,
  numeric, numeric, numeric, numeric, bigint, bigint, boolean, timestamptz, timestamptz, timestamptz, timestamptz,
  timestamptz, timestamptz, timestamptz, timestamptz, timestamptz, timestamptz, timestamptz, timestamptz, timestamptz,
  timestamptz, timestamptz, timestamptz, timestamptz, timestamptz, timestamptz, timestamptz, timestamptz, timestamptz,
  timestamptz
) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table invoices (
  -- Its debtor says which administration it belongs to.
  administration_id bigint not null,
  id bigserial,
  document text not null generated always as (invoices_document(
    id, administration_id, debtor_id, debtor_number, invoice_number, invoice_identifier, order_number,
    purchase_order_number, category, description, currency_code, payment_method, invoice_date, due_date, payment_date,
    total_amount, open_amount, book_total_amount, book_open_amount, administration_costs_total,
    administration_costs_open, active_credit_case_id, active_payment_plan_id, paused_by_user, paused_at, sent_at,
    pre_reminder_at, reminder_1_at, reminder_2_at, reminder_3_at, reminder_4_at, final_reminder_at, latest_reminder_at,
    end_of_service_announcement_at, end_of_service_at, collectable_at, debt_collection_at, pre_summons_at, summons_1_at,
    summons_2_at, summons_3_at, summons_4_at, latest_summons_at, notice_of_default_at, pre_judicial_at, bailiff_at,
    updated_at
  )) stored,
  debtor_id bigint not null,
  -- Copied from the debtor: one is shown, both are filters.
  debtor_number text not null,
  debtor_identifier text not null,
  invoice_number text not null,
  invoice_identifier text,
  order_number text,
  purchase_order_number text,
  category text,
  description text,
  currency_code text not null constraint invoices_currency_code check (currency_code ~ '^[A-Z]{3}$'),
  payment_method text not null default 'unknown'
    constraint invoices_payment_method
    check (payment_method in ('bank_transfer', 'direct_debit', 'cash', 'none', 'unknown')),
  invoice_date date not null,
  due_date date not null,
  payment_date date,
  total_amount numeric(18,2) not null,
  open_amount numeric(18,2) not null,
  book_total_amount numeric(18,2) not null,
  book_open_amount numeric(18,2) not null,
  administration_costs_total numeric(18,2) not null default 0,
  administration_costs_open numeric(18,2) not null default 0,
  -- Interest and collection costs of its case, which the invoice carries but does not show.
  interest_costs_total numeric(18,2) not null default 0,
  interest_costs_open numeric(18,2) not null default 0,
  debt_collection_costs_total numeric(18,2) not null default 0,
  debt_collection_costs_open numeric(18,2) not null default 0,
  active_credit_case_id bigint,
  active_payment_plan_id bigint,
  paused_by_user boolean not null default false,
  paused_at timestamptz,
  paused_until date,
  sent_at timestamptz,
  pre_reminder_at timestamptz,
  reminder_1_at timestamptz,
  reminder_2_at timestamptz,
  reminder_3_at timestamptz,
  reminder_4_at timestamptz,
  final_reminder_at timestamptz,
  latest_reminder_at timestamptz,
  end_of_service_announcement_at timestamptz,
  end_of_service_at timestamptz,
  collectable_at timestamptz,
  debt_collection_at timestamptz,
  pre_summons_at timestamptz,
  summons_1_at timestamptz,
  summons_2_at timestamptz,
  summons_3_at timestamptz,
  summons_4_at timestamptz,
  latest_summons_at timestamptz,
  notice_of_default_at timestamptz,
  pre_judicial_at timestamptz,
  bailiff_at timestamptz,
  flow_code text,
  peppol_identifier text,
  -- Given by clients and never shown again. Without a contact of its own, an invoice uses the debtor's.
  contact_id bigint,
  payment_condition text,
  payment_term integer,
  -- Pausing is a person's decision; blocking is the system's, for one or more reasons.
  blocked_at timestamptz,
  block_reasons text[] not null default '{}',
  -- The unguessable part of public_url.
  public_token text default
    rtrim(translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '='),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, debtor_id) references debtors (administration_id, id),
  foreign key (administration_id, contact_id) references contacts (administration_id, id),
  foreign key (administration_id, payment_condition) references payment_conditions (administration_id, code),
  constraint invoices_payment_date check (payment_date is null or open_amount = 0),
  -- Once it is paid, nothing is left in either currency.
  constraint invoices_book_open_amount check (open_amount <> 0 or book_open_amount = 0),
  constraint invoices_block_reasons check ((blocked_at is null) = (cardinality(block_reasons) = 0))
) with (toast_tuple_target = 8160);
alter table invoices alter column document set storage main;

-- Invoices are found by the keys of their debtor through the debtor.
create unique index invoices_invoice_number on invoices (administration_id, invoice_number) include (id);
create unique index invoices_public_token on invoices (administration_id, public_token) where public_token is not null;
create index invoices_invoice_identifier on invoices (administration_id, invoice_identifier, id);
create index invoices_debtor_id on invoices (administration_id, debtor_id, id);
create index invoices_contact_id on invoices (administration_id, contact_id, id) where contact_id is not null;
create index invoices_active_credit_case_id on invoices (administration_id, active_credit_case_id, id)
  where active_credit_case_id is not null;
create index invoices_active_payment_plan_id on invoices (administration_id, active_payment_plan_id, id)
  where active_payment_plan_id is not null;
create index invoices_invoice_date on invoices (administration_id, invoice_date, id);
create index invoices_due_date on invoices (administration_id, due_date, id);
-- Most invoices are paid one day, and then nobody looks for them by being unpaid.
create index invoices_unpaid on invoices (administration_id, id) where open_amount <> 0;
-- What a debtor owes, and how it pays, are asked for page by page: each figure reads the few entries of an index that
-- are about this debtor, and no invoice.
create index invoices_open_of_debtor on invoices (administration_id, debtor_id) include (book_open_amount)
  where book_open_amount <> 0;
create index invoices_paid_of_debtor on invoices (administration_id, debtor_id, payment_date)
  include (due_date, book_total_amount)
  where open_amount = 0 and book_total_amount > 0;
create index invoices_number_begins on invoices (administration_id, lower(invoice_number) text_pattern_ops);
-- What is open, by how much it is. Paid invoices are by far the most, and in none of these.
create index invoices_open_amount on invoices (administration_id, book_open_amount, id) where open_amount <> 0;
-- What is owed and what debtors have to their credit are never counted as one: a credit note is not overdue, and takes
-- nothing off the debt of others. Each open invoice is in one of these two, in the order in which it is due, and both
-- also answer what is open by age and by week without a look at any invoice.
create index invoices_owed_due on invoices (administration_id, due_date, id) include (book_open_amount)
  where open_amount > 0;
create index invoices_credit_due on invoices (administration_id, due_date, id) include (book_open_amount)
  where open_amount < 0;
create index invoices_changes on invoices using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';

-- Quantity, price and percentage keep the decimals they were sent with, so they have no scale;
-- the comparisons refuse infinity and not-a-number.
create table invoice_lines (
  administration_id bigint not null,
  id bigserial,
  invoice_id bigint not null,
  line_order integer not null,
  description text not null,
  product_unit text not null default 'piece',
  product_quantity numeric not null default 1
    constraint invoice_lines_product_quantity check (abs(product_quantity) < 1e16),
  product_price numeric not null constraint invoice_lines_product_price check (abs(product_price) < 1e16),
  vat_rate_code text not null,
  vat_percentage numeric not null constraint invoice_lines_vat_percentage check (abs(vat_percentage) < 1000),
  vat_amount numeric(18,2) not null,
  total_excl_tax_amount numeric(18,2) not null,
  total_incl_tax_amount numeric(18,2) not null,
  primary key (administration_id, id)
);

create unique index invoice_lines_line_order on invoice_lines (administration_id, invoice_id, line_order);

create table invoice_labels (
  administration_id bigint not null,
  id bigserial,
  invoice_id bigint not null,
  name text not null,
  primary key (administration_id, id),
  foreign key (administration_id, invoice_id) references invoices (administration_id, id) on delete cascade
);

create unique index invoice_labels_name on invoice_labels (administration_id, invoice_id, name);

-- The newest row of a kind is the one shown; older ones stay until they are removed by checksum.
create table invoice_documents (
  administration_id bigint not null,
  id bigserial,
  invoice_id bigint not null,
  kind text not null constraint invoice_documents_kind check (kind in ('document', 'ubl_document', 'attachment')),
  file_id bigint not null,
  filename text not null,
  created_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, invoice_id) references invoices (administration_id, id) on delete cascade,
  foreign key (administration_id, file_id) references files (administration_id, id)
);

create unique index invoice_documents_file on invoice_documents (administration_id, invoice_id, kind, file_id);
create index invoice_documents_file_id on invoice_documents (administration_id, file_id);

create function refuse_orphan(what text, missing text) returns void
language plpgsql as $$
begin
  raise exception '% refers to %, which is not there.', what, missing using errcode = 'foreign_key_violation';
end
$$;

-- Each check looks into the index once for each row, whatever the planner thinks of the number of rows: the plan of a
-- small statement is kept for a large one.
create function check_lines() returns trigger
language plpgsql as $$
declare
  missing text;
begin
  select 'invoice ' || l.invoice_id into missing from entered l
  where (select true from invoices i where i.administration_id = l.administration_id and i.id = l.invoice_id) is null
  limit 1;
  if found then perform refuse_orphan('A line', missing); end if;
  select 'VAT rate ' || l.vat_rate_code into missing
  from (select distinct administration_id, vat_rate_code from entered) l
  where (
    select true from vat_rates r where r.administration_id = l.administration_id and r.code = l.vat_rate_code
  ) is null
  limit 1;
  if found then perform refuse_orphan('A line', missing); end if;
  return null;
end
$$;

create trigger invoice_lines_of_invoices after insert on invoice_lines
  referencing new table as entered for each statement execute function check_lines();
create trigger invoice_lines_still_of_invoices after update on invoice_lines
  referencing new table as entered for each statement execute function check_lines();

-- Lines and entries go with their invoice, and one that has payments stays, unless its whole administration is erased.
create function follow_removed_invoices() returns trigger
language plpgsql as $$
declare
  kept bigint;
begin
  select g.id into kept from gone g
  where (select true from payments p where p.administration_id = g.administration_id and p.invoice_id = g.id limit 1)
    and (select status from administrations a where a.id = g.administration_id) <> 'deleted'
  limit 1;
  if found then perform refuse_orphan('A payment', 'invoice ' || kept); end if;
  delete from invoice_lines l using gone g
  where l.administration_id = g.administration_id and l.invoice_id = g.id;
  delete from ledger_entries e using gone g
  where e.administration_id = g.administration_id and e.invoice_id = g.id;
  return null;
end
$$;

create trigger invoices_gone after delete on invoices
  referencing old table as gone for each statement execute function follow_removed_invoices();

-- Lines name their rate by its code, so that stays until the administration is erased.
create function refuse_changed_rate() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' and (select status from administrations where id = old.administration_id) = 'deleted' then
    return old;
  end if;
  if exists (
    select from invoice_lines where administration_id = old.administration_id and vat_rate_code = old.code
  ) then
    perform refuse_orphan('A line', 'VAT rate ' || old.code);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create trigger vat_rates_stay before delete on vat_rates
  for each row execute function refuse_changed_rate();
create trigger vat_rates_keep_their_code before update of code on vat_rates
  for each row when (old.code <> new.code) execute function refuse_changed_rate();
