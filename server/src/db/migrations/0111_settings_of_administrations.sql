-- What was chosen of the settings of an administration, by name. What nobody chose is not here: its default stands with
-- its definition in settings/, so that a new setting is no migration and a better default reaches those who chose none.
alter table administrations add column settings jsonb not null default '{}'
  constraint administrations_settings check (jsonb_typeof(settings) = 'object');

-- The one setting that was a column of its own until now.
update administrations set settings = jsonb_build_object('sender_email_address', sender_email_address)
where sender_email_address is not null;

-- No process remembers settings, so none has to hear of them.
drop trigger announce_principal_change on administrations;
alter table administrations drop column sender_email_address;
create trigger announce_principal_change
  after insert or delete or truncate or update of
    id, company_id, name, internal_name, status, email_address, contact_name, commercial_registration_number,
    street_name, house_number, postal_code, city, country_code, bank_account_name, bank_account_number,
    bank_account_bic, vat_number, timezone, currency_code, import_origin_identifier, paused_at,
    reminding_paused_at, phone_number, connection_resource_label,
    connection_resource_identifier, connection_credentials, connection_credentials_label, modules, created_at,
    deleted_at, days_ahead
  on administrations
  for each statement execute function announce_principal_change();
