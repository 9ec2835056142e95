-- Processes remember who a token is and what it may reach. Whatever changes that tells all of them to
-- forget, when the transaction commits. Columns that change with every use are left out of the lists:
-- they change nobody's rights, and announcing them would empty the memory on every request.

create function announce_principal_change() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('principals', '');
  return null;
end
$$;

create trigger announce_principal_change
  after insert or update or delete or truncate on companies
  for each statement execute function announce_principal_change();

-- Without last_successful_import_at and updated_at.
create trigger announce_principal_change
  after insert or delete or truncate or update of
    id, company_id, name, internal_name, status, email_address, contact_name, commercial_registration_number,
    street_name, house_number, postal_code, city, country_code, bank_account_name, bank_account_number,
    bank_account_bic, vat_number, timezone, currency_code, import_origin_identifier, paused_at,
    reminding_paused_at, sender_email_address, phone_number, connection_resource_label,
    connection_resource_identifier, connection_credentials, connection_credentials_label, modules, created_at,
    deleted_at
  on administrations
  for each statement execute function announce_principal_change();

-- Without totp_last_step, last_sign_in_at and updated_at.
create trigger announce_principal_change
  after insert or delete or truncate or update of
    id, company_id, kind, name, first_name, last_name, email_address, locale, company_role, password_hash,
    totp_secret, totp_enabled_at, created_at, deleted_at
  on users
  for each statement execute function announce_principal_change();

create trigger announce_principal_change
  after insert or update or delete or truncate on user_administrations
  for each statement execute function announce_principal_change();

create trigger announce_principal_change
  after insert or update or delete or truncate on applications
  for each statement execute function announce_principal_change();

-- Without last_used_at.
create trigger announce_principal_change
  after insert or delete or truncate or update of
    id, application_id, company_id, user_id, permissions, all_administrations, created_at, revoked_at,
    revoked_reason
  on grants
  for each statement execute function announce_principal_change();

create trigger announce_principal_change
  after insert or update or delete or truncate on grant_administrations
  for each statement execute function announce_principal_change();

-- A new token is in nobody's memory, so an insert is not announced: refreshing stays silent.
create trigger announce_principal_change
  after update or delete or truncate on access_tokens
  for each statement execute function announce_principal_change();

-- Without last_used_at.
create trigger announce_principal_change
  after insert or delete or truncate or update of
    id, company_id, name, token_hash, permissions, all_administrations, ip_allow_list, system_user_id,
    created_at, revoked_at
  on api_tokens
  for each statement execute function announce_principal_change();

create trigger announce_principal_change
  after insert or update or delete or truncate on api_token_administrations
  for each statement execute function announce_principal_change();
