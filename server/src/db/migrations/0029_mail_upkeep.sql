-- Mail that came in is removed at night, and a sender is looked up, without reading whole tables.

-- Reports go by their age. What became a message or a note goes with that, and is not looked at.
create index incoming_mails_reports on incoming_mails (received_at) where message_id is null and note_id is null;
drop index incoming_mails_received_at;

create index bounces_reported on bounces (reported_at);
drop index bounces_reported_at;

-- Whose address this is. A field may hold several addresses, so each of them is a key of its own.
create index debtors_addresses on debtors using gin (regexp_split_to_array(lower(
  coalesce(primary_email_address, '') || ';' || coalesce(reminder_email_address, '') || ';' ||
  coalesce(invoice_email_address, '') || ';' || coalesce(debtor_provided_email_address, '')), '[,;[:space:]]+'));
