-- How many days the clock of an administration is ahead. It is 0 but for those that are there to be played with.
alter table administrations add column days_ahead integer not null default 0 check (days_ahead >= 0);

-- Processes remember it, so they hear of a change as they do of other columns.
drop trigger announce_principal_change on administrations;
create trigger announce_principal_change
  after insert or delete or truncate or update of
    id, company_id, name, internal_name, status, email_address, contact_name, commercial_registration_number,
    street_name, house_number, postal_code, city, country_code, bank_account_name, bank_account_number,
    bank_account_bic, vat_number, timezone, currency_code, import_origin_identifier, paused_at,
    reminding_paused_at, sender_email_address, phone_number, connection_resource_label,
    connection_resource_identifier, connection_credentials, connection_credentials_label, modules, created_at,
    deleted_at, days_ahead
  on administrations
  for each statement execute function announce_principal_change();
