-- What was done, and what was said to people. Both may concern no company, and neither is a record of an
-- administration.

-- Who did what to whom. An entry outlives everything it names, so it has no foreign keys; and it may
-- name no company (a failed sign-in) or no administration (a changed application).
create table audit_entries (
  id bigserial primary key,
  company_id bigint,
  administration_id bigint,
  user_id bigint,
  application_id bigint,
  grant_id bigint,
  api_token_id bigint,
  -- The part of the service that did it, when no user did.
  actor_service text,
  action text not null,
  resource_type text,
  resource_id bigint,
  details jsonb not null default '{}',
  ip inet,
  created_at timestamptz not null
);

create index audit_entries_company_id on audit_entries (company_id, id);

-- Mails to people: what was to be said to whom, and what became of it. What was asked for is stored, not what was
-- written: a mail with a one-time link only says what the link is for, and the link is made when the mail is sent.
-- A mail may concern no company, before there is one.
--
-- A mail to a debtor belongs to an administration, and is about a record there: a bounce or an answer names the
-- Message-ID that we gave it, and so finds both. Mails to users have neither. The record may be on another machine than
-- the mail and may be deleted before it, so it is named and not referred to.
create table mails (
  id bigserial primary key,
  company_id bigint references companies (id) on delete cascade,
  user_id bigint references users (id) on delete cascade,
  administration_id bigint references administrations (id) on delete cascade,
  resource_type text,
  resource_id bigint,
  kind text not null,
  to_addresses text[] not null
    constraint mails_to_addresses check (cardinality(to_addresses) between 1 and 50),
  locale text not null,
  parameters jsonb not null default '{}',
  subject text not null,
  status text not null default 'queued'
    constraint mails_status check (status in ('queued', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  -- Why it did not arrive: at the last attempt, or at some of its addresses.
  last_error text,
  -- Fixed at the first attempt, so that a mail that was sent twice after a crash is known to be one.
  message_id_header text,
  -- Addresses that have it, and those that were refused for good, each with the reason: neither is tried again.
  delivered_to text[] not null default '{}',
  refused_to jsonb not null default '{}',
  created_at timestamptz not null,
  sent_at timestamptz,
  constraint mails_sent_at check ((sent_at is not null) = (status in ('sent', 'kept'))),
  constraint mails_about check (num_nulls(administration_id, resource_type, resource_id) in (0, 3)),
  -- A mail from a creditor is never one to a user.
  constraint mails_of_one_side check (administration_id is null or user_id is null)
);

create index mails_company_id on mails (company_id, id);
create index mails_user_id on mails (user_id);
create index mails_created_at on mails (created_at);
create index mails_about on mails (administration_id, resource_type, resource_id) where administration_id is not null;
create unique index mails_message_id_header on mails (message_id_header);
