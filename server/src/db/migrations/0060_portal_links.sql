-- The links that debtors hold. Every record gets its token when it is made, wherever it is made: 244 random bits from the
-- same source as keys, in 43 characters that stand in an address as they are. Empty ends a link, and another token is
-- another link.
alter table debtors alter column public_token set default
  rtrim(translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '=');
alter table invoices alter column public_token set default
  rtrim(translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '=');
alter table credit_cases alter column public_token set default
  rtrim(translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '=');
alter table payment_plans alter column public_token set default
  rtrim(translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '=');
