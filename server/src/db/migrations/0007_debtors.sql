-- Debtors, and the contacts they are reached through. They are the first tables with documents, and what is said here
-- holds for all of them.
--
-- A document is the row as JSON, and what most reads take. It stands directly behind the key, so that PostgreSQL does
-- not walk the row to find it. Its function only has to be there when the table is made: what it returns comes from
-- db/documents.sql, which is generated from the definitions, and which the migrator applies after these files (decision
-- 61).
--
-- Every table with a document keeps rows inline up to a whole page (toast_tuple_target): a list then stays
-- one sequential read.
--
-- Clients that follow changes ask for records of an administration that changed after a moment, by id. A GiST index
-- (..._changes) finds them by all three at once, and can be walked outwards from an id, so that a page costs the same
-- however many records changed and wherever they stand. It is partial so that nothing else is looked up through it: a
-- look-up by id costs ten times as much there as in the primary key, and the planner does not know. Nobody needs an
-- index on updated_at for the newest change of an administration: that is its stamp.
--
-- Links that debtors hold (public_token): every record gets its token when it is made, wherever it is made: 244 random
-- bits, from the same source as keys, in 43 characters that stand in an address as they are. Empty ends a link, and
-- another token is another link.

create extension if not exists btree_gist;

create function contacts_document(
  bigint, text, text[], text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text,
  text, text, text, text, text, jsonb, timestamptz
) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table contacts (
  administration_id bigint not null references administrations (id),
  id bigserial,
  document text not null generated always as (contacts_document(
    id, contact_identifier, debtor_numbers, firstname, middlename, infix, lastname, prefix, gender, call_phone_number,
    sms_phone_number, default_email_address, invoice_email_address, invoice_cc_email_address, invoice_bcc_email_address,
    reminder_email_address, reminder_cc_email_address, reminder_bcc_email_address, postal_address_street_1,
    postal_address_street_2, postal_address_postal_code, postal_address_city, postal_address_region,
    postal_address_country_code, validation_errors, updated_at
  )) stored,
  contact_identifier text,
  -- Copied from the debtors that use this contact, in order of number. The filter goes the other way:
  -- debtor number, debtor, contact.
  debtor_numbers text[] not null default '{}',
  firstname text,
  middlename text,
  infix text,
  lastname text,
  prefix text,
  gender text constraint contacts_gender check (gender in ('female', 'male', 'male_female')),
  -- Given by clients and never shown again.
  birth_date date,
  -- Phones and addresses are stored as they came; what is wrong with them stands in validation_errors.
  call_phone_number text,
  sms_phone_number text,
  default_email_address text,
  invoice_email_address text,
  invoice_cc_email_address text,
  invoice_bcc_email_address text,
  reminder_email_address text,
  reminder_cc_email_address text,
  reminder_bcc_email_address text,
  postal_address_street_1 text,
  postal_address_street_2 text,
  postal_address_postal_code text,
  postal_address_city text,
  postal_address_region text,
  postal_address_country_code text,
  validation_errors jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id)
) with (toast_tuple_target = 8160);
alter table contacts alter column document set storage main;

create unique index contacts_contact_identifier on contacts (administration_id, contact_identifier) include (id);
create index contacts_changes on contacts using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';

create function debtors_document(
  bigint, bigint, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, numeric,
  text, text, text, text, text, text, text, text, text, text, timestamptz, timestamptz, timestamptz
) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table debtors (
  administration_id bigint not null references administrations (id),
  id bigserial,
  document text not null generated always as (debtors_document(
    id, administration_id, debtor_number, debtor_identifier, name, postal_address_city, postal_address_country_code,
    postal_address_postal_code, postal_address_region, postal_address_street_1, postal_address_street_2,
    bank_account_name, bank_account_number, call_phone_number, sms_phone_number, coc_number, vat_number,
    credit_limit_amount, debtor_provided_email_address, primary_email_address, invoice_email_address,
    invoice_cc_email_address, invoice_bcc_email_address, reminder_email_address, reminder_cc_email_address,
    reminder_bcc_email_address, language_code, relation_manager, paused_at, reminding_paused_at, updated_at
  )) stored,
  debtor_number text not null,
  debtor_identifier text not null,
  name text not null,
  -- Address, phones and mail addresses are copied from the contact.
  postal_address_city text not null default '',
  postal_address_country_code text not null default '',
  postal_address_postal_code text,
  postal_address_region text,
  postal_address_street_1 text,
  postal_address_street_2 text,
  bank_account_name text,
  bank_account_number text,
  call_phone_number text,
  sms_phone_number text,
  coc_number text,
  vat_number text,
  language_code text,
  relation_manager text,
  primary_email_address text,
  debtor_provided_email_address text,
  invoice_email_address text,
  invoice_cc_email_address text,
  invoice_bcc_email_address text,
  reminder_email_address text,
  reminder_cc_email_address text,
  reminder_bcc_email_address text,
  credit_limit_amount numeric(18,2),
  external_credit_limit_amount numeric(18,2),
  external_credit_limit_currency_code text
    constraint debtors_external_credit_limit_currency_code check (external_credit_limit_currency_code ~ '^[A-Z]{3}$'),
  peppol_identifier text,
  -- Null: the administration decides.
  peppol_enabled boolean,
  remark text,
  paused_at timestamptz,
  paused_until date,
  reminding_paused_at timestamptz,
  reminding_paused_until date,
  -- Nothing is ever sent to it.
  ignored_at timestamptz,
  -- Given by clients and never shown again.
  contact_id bigint,
  category text,
  country_code text constraint debtors_country_code check (country_code ~ '^[A-Z]{2}$'),
  oin_number text,
  -- Null: not known; a rule that protects private persons then holds.
  is_company boolean,
  -- The unguessable part of public_url.
  public_token text default
    rtrim(translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '='),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, contact_id) references contacts (administration_id, id)
) with (toast_tuple_target = 8160);
alter table debtors alter column document set storage main;

create unique index debtors_debtor_number on debtors (administration_id, debtor_number) include (id);
create unique index debtors_debtor_identifier on debtors (administration_id, debtor_identifier) include (id);
create unique index debtors_public_token on debtors (administration_id, public_token) where public_token is not null;
create index debtors_contact_id on debtors (administration_id, contact_id, id) where contact_id is not null;
-- The search box asks for numbers and names that begin with some letters.
create index debtors_name_begins on debtors (administration_id, lower(name) text_pattern_ops);
create index debtors_number_begins on debtors (administration_id, lower(debtor_number) text_pattern_ops);
create index debtors_changes on debtors using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';

create table debtor_labels (
  administration_id bigint not null references administrations (id),
  id bigserial,
  debtor_id bigint not null,
  name text not null,
  primary key (administration_id, id),
  foreign key (administration_id, debtor_id) references debtors (administration_id, id) on delete cascade
);

create unique index debtor_labels_name on debtor_labels (administration_id, debtor_id, name);
