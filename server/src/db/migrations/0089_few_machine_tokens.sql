-- A machine that asks for a token again gets the one that it has, because such tokens never expire and every new one
-- would stay for ever. Only hashes are kept: with the secret of the application in hand, which is not kept, the nonce
-- gives the same token again. Null for tokens with an end, and for those from before.
alter table access_tokens add column nonce bytea;

-- Tokens that were ended, for whoever removes them: those without an end of their own are found by nothing else.
create index access_tokens_revoked_at on access_tokens (revoked_at) where revoked_at is not null;
