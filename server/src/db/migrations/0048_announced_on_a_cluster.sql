-- That a table is emptied is announced by a trigger of its own. When Citus takes over a table because it points at one
-- that every node has, it drops all triggers of the coordinator's rows that are also about emptying it: and then no
-- change of administrations and users was announced on a cluster, as only the coordinator announces. They have other
-- names, because Citus leaves a trigger in the shards that is dropped from the table.
drop trigger if exists announce_principal_change on companies;
drop trigger if exists announce_principal_change on administrations;
drop trigger if exists announce_principal_change on users;

create trigger announce_principal_written
  after insert or delete or update on companies
  for each statement execute function announce_principal_change();

-- Without last_successful_import_at, updated_at and settings, which no process remembers.
create trigger announce_principal_written
  after insert or delete or update of
    id, company_id, name, internal_name, status, email_address, contact_name, commercial_registration_number,
    street_name, house_number, postal_code, city, country_code, bank_account_name, bank_account_number,
    bank_account_bic, vat_number, timezone, currency_code, import_origin_identifier, paused_at,
    paused_until, reminding_paused_at, reminding_paused_until, sandbox, phone_number, connection_resource_label,
    connection_resource_identifier, connection_credentials, connection_credentials_label, modules, created_at,
    deleted_at, days_ahead
  on administrations
  for each statement execute function announce_principal_change();

-- Without address_proven, totp_last_step, last_sign_in_at, accepted_terms_at, reminded_at and updated_at.
create trigger announce_principal_written
  after insert or delete or update of
    id, company_id, kind, name, first_name, last_name, email_address, locale, company_role, password_hash, totp_secret,
    totp_enabled_at, created_at, deleted_at
  on users
  for each statement execute function announce_principal_change();

create trigger announce_principal_emptied after truncate on companies
  for each statement execute function announce_principal_change();
create trigger announce_principal_emptied after truncate on administrations
  for each statement execute function announce_principal_change();
create trigger announce_principal_emptied after truncate on users
  for each statement execute function announce_principal_change();
