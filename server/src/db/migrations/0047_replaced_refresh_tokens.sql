-- Marks a refresh token as used, puts its successors in place, and forgets how to repeat the answer before this one.
-- A function, because on a cluster one statement may not both ask who may (users and companies are on every node) and
-- write tokens, which are on the coordinator. Whoever calls it holds the token, and asks for one that is not used.
create function replace_refresh_token(
  replaced_id bigint, before_id bigint, of_grant bigint, given_permissions text[], at timestamptz, given_nonce bytea,
  refresh_hash bytea, refresh_expires_at timestamptz,
  access_hash bytea, access_created_at timestamptz, access_expires_at timestamptz
) returns void
language plpgsql volatile as $$
begin
  update refresh_tokens set used_at = at, nonce = given_nonce where id = replaced_id;
  update refresh_tokens set nonce = null where id = before_id;
  with successor as (
    insert into refresh_tokens (token_hash, grant_id, parent_id, created_at, expires_at)
    values (refresh_hash, of_grant, replaced_id, at, refresh_expires_at)
    returning id
  )
  insert into access_tokens (token_hash, grant_id, refresh_token_id, permissions, created_at, expires_at)
  select access_hash, of_grant, successor.id, given_permissions, access_created_at, access_expires_at from successor;
end
$$;
