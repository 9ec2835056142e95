-- The links that debtors hold. Every record gets its token when it is made, wherever it is made: 244 random bits,
-- from the same source as keys, in 43 characters that stand in an address as they are. Empty ends a link, and
-- another token is another link.
alter table debtors alter column public_token set default
  rtrim(translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '=');
alter table invoices alter column public_token set default
  rtrim(translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '=');
alter table credit_cases alter column public_token set default
  rtrim(translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '=');
alter table payment_plans alter column public_token set default
  rtrim(translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '=');

-- The timeline of a record asks for its events; the search box for numbers and names that begin with some letters.
create index events_resource on events (administration_id, resource_type, resource_id, event_time);
create index debtors_name_begins on debtors (administration_id, lower(name) text_pattern_ops);
create index debtors_number_begins on debtors (administration_id, lower(debtor_number) text_pattern_ops);
create index invoices_number_begins on invoices (administration_id, lower(invoice_number) text_pattern_ops);
