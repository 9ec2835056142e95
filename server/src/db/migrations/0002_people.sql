-- Who may look at data, and how people get in. None of these tables has administration_id as its key: a person belongs
-- to a company, and is found before it is known what they want to see. Secrets are random, so their SHA-256 is enough,
-- and only that is stored.

-- People sign in; system users stand for applications and tokens wherever a record names its user.
-- A user belongs to a company, and may reach many administrations or none.
-- Rows are marked as deleted, not removed, because records keep pointing at the user who touched them.
create table users (
  id bigserial primary key,
  company_id bigint not null references companies (id),
  kind text not null constraint users_kind check (kind in ('person', 'system')),
  name text not null,
  first_name text not null default '',
  last_name text not null default '',
  email_address text not null,
  -- An address belongs to whoever opened a link that was mailed to it. Until somebody did, any number of people may
  -- have been invited or signed up under it, in different companies, and none of them stands in the way of another.
  -- True unless said otherwise, as for people that an operator makes.
  address_proven boolean not null default true,
  locale text not null default 'en-GB'
    constraint users_locale check (locale in ('nl', 'de', 'en-GB', 'es', 'fr', 'nl-BE')),
  -- Null: rights are given per administration only.
  company_role text
    constraint users_company_role check (company_role in ('administrator', 'standard', 'communication', 'restricted')),
  -- Null until a person has set a password.
  password_hash text,
  totp_secret text,
  totp_enabled_at timestamptz,
  -- The last accepted step, so that a code works once.
  totp_last_step bigint,
  last_sign_in_at timestamptz,
  -- When somebody who signed up through an application accepted the terms, and was reminded to.
  accepted_terms_at timestamptz,
  reminded_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint users_email_address check ((kind = 'system') = (email_address = '')),
  constraint users_system_cannot_sign_in check (kind = 'person' or password_hash is null)
);

create index users_company_id on users (company_id, id);
create unique index users_email_address on users (lower(email_address))
  where kind = 'person' and deleted_at is null and address_proven;
create unique index users_email_address_in_company on users (company_id, lower(email_address))
  where kind = 'person' and deleted_at is null;
create index users_under_email_address on users (lower(email_address))
  where kind = 'person' and deleted_at is null;

-- Without address_proven, totp_last_step, last_sign_in_at, accepted_terms_at, reminded_at and updated_at.
create trigger announce_principal_change
  after insert or delete or truncate or update of
    id, company_id, kind, name, first_name, last_name, email_address, locale, company_role, password_hash,
    totp_secret, totp_enabled_at, created_at, deleted_at
  on users
  for each statement execute function announce_principal_change();

create table user_administrations (
  user_id bigint not null references users (id) on delete cascade,
  administration_id bigint not null references administrations (id) on delete cascade,
  role text not null
    constraint user_administrations_role check (role in ('administrator', 'standard', 'communication', 'restricted')),
  primary key (user_id, administration_id)
);

create index user_administrations_administration_id on user_administrations (administration_id);

create trigger announce_principal_change
  after insert or update or delete or truncate on user_administrations
  for each statement execute function announce_principal_change();

-- A session begins with a sign-in; before that, a browser only holds a random value of which nothing is stored. It
-- belongs to a person, who may move between administrations while it lasts.
create table sessions (
  -- Only the hash: a copy of this table opens nothing.
  session_id_hash bytea primary key,
  -- What a person's own list of sessions calls it by: the hash never leaves the database.
  id bigserial,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_seen_at timestamptz not null,
  ip inet,
  user_agent text
);

create index sessions_user_id on sessions (user_id);
create index sessions_expires_at on sessions (expires_at);
create unique index sessions_id on sessions (id);

-- Links that open one door, once: setting a password, or setting up the first company.
create table one_time_links (
  id bigserial primary key,
  token_hash bytea not null constraint one_time_links_token_hash unique,
  purpose text not null
    constraint one_time_links_purpose check (purpose in ('invitation', 'password_reset', 'sign_up', 'set_up')),
  -- Null for set_up alone: there is nobody yet.
  user_id bigint references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- An application that signs somebody up gets a link as well. Using that one proves nothing about the mailbox.
  known_to_application boolean not null default false,
  constraint one_time_links_user_id check ((purpose = 'set_up') = (user_id is null))
);

create index one_time_links_user_id on one_time_links (user_id);
create index one_time_links_expires_at on one_time_links (expires_at);

-- What opens an account whose second factor is lost. Each works once, and is removed by that.
create table recovery_codes (
  user_id bigint not null references users (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Browsers in which the owner has signed in before: strangers who guess cannot lock these out.
create table known_devices (
  device_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null
);

create index known_devices_user_id on known_devices (user_id);

-- Failures at sign-in, counted for an address, an account, or both together, in windows of some minutes.
create table failed_attempts (
  key_hash bytea primary key,
  since timestamptz not null,
  count integer not null
);

create index failed_attempts_since on failed_attempts (since);
