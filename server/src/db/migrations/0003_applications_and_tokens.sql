-- How programs get in. Tokens are looked up before it is known which administration is meant, and one
-- token may reach many: so these tables are keyed by their own id, not by administration_id.
-- Tokens, codes and secrets are random, so their SHA-256 is enough, and only that is stored.

-- Belongs to the company that registered it; other companies connect to it.
create table applications (
  id bigserial primary key,
  company_id bigint not null references companies (id),
  name text not null,
  grant_type text not null
    constraint applications_grant_type check (grant_type in ('authorization_code', 'client_credentials')),
  redirect_uri text,
  -- Single addresses or networks, kept as typed; the service checks them on the way in.
  ip_allow_list text[] not null default '{}',
  permissions text[] not null default '{}',
  notification_email_addresses text[] not null default '{}',
  client_id text not null constraint applications_client_id unique,
  client_secret_hash bytea not null,
  -- Who its writes are signed with when no person stands behind the token.
  system_user_id bigint references users (id),
  auto_connect boolean not null default false,
  created_at timestamptz not null,
  secret_rotated_at timestamptz,
  deleted_at timestamptz,
  constraint applications_ip_allow_list check (cardinality(ip_allow_list) <= 100),
  constraint applications_authorization_code check (grant_type <> 'authorization_code' or redirect_uri is not null),
  constraint applications_client_credentials
    check (grant_type <> 'client_credentials' or (cardinality(ip_allow_list) > 0 and system_user_id is not null))
);

create index applications_company_id on applications (company_id, id);

create trigger announce_principal_change
  after insert or update or delete or truncate on applications
  for each statement execute function announce_principal_change();

-- The family: every code and token belongs to one grant, and dies with it.
-- It spans the administrations a user chose, so it cannot belong to one of them.
create table grants (
  id bigserial primary key,
  application_id bigint not null references applications (id),
  company_id bigint not null references companies (id),
  -- The person who consented, or the system user of the application.
  user_id bigint not null references users (id),
  permissions text[] not null,
  -- All current and future administrations of the company, instead of the chosen ones.
  all_administrations boolean not null default false,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_reason text,
  constraint grants_revoked_reason check (revoked_reason is null or revoked_at is not null)
);

create index grants_application_id on grants (application_id, company_id) where revoked_at is null;
create index grants_company_id on grants (company_id, id);
create index grants_user_id on grants (user_id);

-- Without last_used_at.
create trigger announce_principal_change
  after insert or delete or truncate or update of
    id, application_id, company_id, user_id, permissions, all_administrations, created_at, revoked_at,
    revoked_reason
  on grants
  for each statement execute function announce_principal_change();

create table grant_administrations (
  grant_id bigint not null references grants (id) on delete cascade,
  administration_id bigint not null references administrations (id) on delete cascade,
  primary key (grant_id, administration_id)
);

create index grant_administrations_administration_id on grant_administrations (administration_id);

create trigger announce_principal_change
  after insert or update or delete or truncate on grant_administrations
  for each statement execute function announce_principal_change();

-- The grant is made at consent, so that a code carries nothing but what the exchange has to compare.
create table authorization_codes (
  id bigserial primary key,
  code_hash bytea not null constraint authorization_codes_code_hash unique,
  grant_id bigint not null references grants (id) on delete cascade,
  redirect_uri text not null,
  -- S256 only; null when the client sent none.
  code_challenge text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index authorization_codes_grant_id on authorization_codes (grant_id);
create index authorization_codes_expires_at on authorization_codes (expires_at);

-- Belongs to its grant. Made before access_tokens, which point here.
create table refresh_tokens (
  id bigserial primary key,
  token_hash bytea not null constraint refresh_tokens_token_hash unique,
  grant_id bigint not null references grants (id) on delete cascade,
  -- Unique: a refresh token is replaced once, also when two processes try at the same moment.
  parent_id bigint constraint refresh_tokens_parent_id unique references refresh_tokens (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Set when the access token of the same answer turned up at an address where it does not belong.
  revoked_at timestamptz,
  -- Set when the token is used: with the token itself in hand, which is not kept, it gives the same successors again,
  -- for a client whose answer was lost. Gone when a successor is used, because then the answer did arrive.
  nonce bytea
);

create index refresh_tokens_grant_id on refresh_tokens (grant_id);
create index refresh_tokens_expires_at on refresh_tokens (expires_at);

-- Belongs to its grant, and with it to the administrations of the grant.
create table access_tokens (
  id bigserial primary key,
  token_hash bytea not null constraint access_tokens_token_hash unique,
  grant_id bigint not null references grants (id) on delete cascade,
  -- The refresh token issued in the same answer: introspecting that one describes this one.
  refresh_token_id bigint
    constraint access_tokens_refresh_token_id unique references refresh_tokens (id) on delete set null,
  -- May be fewer than the grant has, when the client asked for fewer.
  permissions text[] not null,
  created_at timestamptz not null,
  -- Null: never expires.
  expires_at timestamptz,
  revoked_at timestamptz,
  -- A machine that asks for a token again gets the one that it has, because such tokens never expire and every new one
  -- would stay for ever. Only hashes are kept: with the secret of the application in hand, which is not kept, the nonce
  -- gives the same token again. Null for tokens with an end.
  nonce bytea
);

create index access_tokens_grant_id on access_tokens (grant_id);
create index access_tokens_expires_at on access_tokens (expires_at) where expires_at is not null;
-- Tokens that were ended, for whoever removes them: those without an end of their own are found by nothing else.
create index access_tokens_revoked_at on access_tokens (revoked_at) where revoked_at is not null;

-- A new token is in nobody's memory, so an insert is not announced: refreshing stays silent.
create trigger announce_principal_change
  after update or delete or truncate on access_tokens
  for each statement execute function announce_principal_change();

-- A permission that is taken from a connection is gone from its living tokens, and stays gone when it is given back: it
-- comes with the next token. It is written into the tokens, so that looking one up costs no more than before.
create function strip_taken_permissions() returns trigger
language plpgsql
as $$
begin
  update access_tokens t
  set permissions = array(select unnest(t.permissions) intersect select unnest(new.permissions) order by 1)
  where t.grant_id = new.id and t.revoked_at is null and not t.permissions <@ new.permissions;
  return null;
end
$$;

create trigger strip_taken_permissions
  after update of permissions on grants
  for each row when (not old.permissions <@ new.permissions)
  execute function strip_taken_permissions();

-- A permission that an application gives up is gone from all its grants, and from their tokens by the trigger above,
-- and stays gone when the application asks for it again: people then have to grant it anew.
create function strip_removed_permissions() returns trigger
language plpgsql
as $$
begin
  update grants g
  set permissions = array(select unnest(g.permissions) intersect select unnest(new.permissions) order by 1)
  where g.application_id = new.id and g.revoked_at is null and not g.permissions <@ new.permissions;
  return null;
end
$$;

create trigger strip_removed_permissions
  after update of permissions on applications
  for each row when (not old.permissions <@ new.permissions)
  execute function strip_removed_permissions();

-- Static tokens belong to a company, and reach the administrations chosen for them.
create table api_tokens (
  id bigserial primary key,
  company_id bigint not null references companies (id),
  name text not null,
  token_hash bytea not null constraint api_tokens_token_hash unique,
  permissions text[] not null default '{}',
  all_administrations boolean not null default false,
  ip_allow_list text[] not null default '{}'
    constraint api_tokens_ip_allow_list check (cardinality(ip_allow_list) <= 100),
  system_user_id bigint not null references users (id),
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);

create index api_tokens_company_id on api_tokens (company_id, id);

-- Without last_used_at.
create trigger announce_principal_change
  after insert or delete or truncate or update of
    id, company_id, name, token_hash, permissions, all_administrations, ip_allow_list, system_user_id,
    created_at, revoked_at
  on api_tokens
  for each statement execute function announce_principal_change();

create table api_token_administrations (
  api_token_id bigint not null references api_tokens (id) on delete cascade,
  administration_id bigint not null references administrations (id) on delete cascade,
  primary key (api_token_id, administration_id)
);

create index api_token_administrations_administration_id on api_token_administrations (administration_id);

create trigger announce_principal_change
  after insert or update or delete or truncate on api_token_administrations
  for each statement execute function announce_principal_change();
