-- Where events are sent, how far each receiver has come, and what its answers were.

-- Belongs to an administration, or to an application and then to every administration that is connected to it: so it is
-- keyed by its own id.
create table webhooks (
  id bigserial primary key,
  administration_id bigint references administrations (id) on delete cascade,
  application_id bigint references applications (id) on delete cascade,
  url text not null,
  description text,
  -- Empty: all there are.
  events text[] not null default '{}',
  status text not null default 'active' constraint webhooks_status check (status in ('active', 'paused', 'deactivated')),
  status_since timestamptz not null,
  -- Secrets are made from these and from the key of the installation, which is not in the database. The hash tells
  -- whether that key is still the same.
  secret_nonce bytea not null,
  secret_hash bytea not null,
  secret_renewed_at timestamptz not null,
  previous_nonce bytea,
  previous_hash bytea,
  previous_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint webhooks_owner check (num_nonnulls(administration_id, application_id) = 1),
  constraint webhooks_previous check (num_nonnulls(previous_nonce, previous_hash, previous_until) in (0, 3))
);

create index webhooks_administration_id on webhooks (administration_id, id) where administration_id is not null;
create index webhooks_application_id on webhooks (application_id, id) where application_id is not null;

-- How sending to a webhook goes. One process at a time sends to one webhook; one that died leaves it after a while.
-- Apart from the webhook, because it changes with every portion that is sent.
create table webhook_lanes (
  webhook_id bigint primary key references webhooks (id) on delete cascade,
  -- When there is something to send; null while there is nothing.
  work_at timestamptz,
  taken_by uuid,
  taken_until timestamptz,
  -- Attempts that failed since the last that did not, since when, and until when nothing is tried.
  failures integer not null default 0,
  failing_since timestamptz,
  rest_until timestamptz,
  -- Whether it took long to answer, or failed, the last time: such receivers share a part of what is sent at once.
  slow boolean not null default false,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_problem text
) with (fillfactor = 50);

create index webhook_lanes_work_at on webhook_lanes (work_at) where work_at is not null;

-- How far a webhook has come in the events of an administration, or of a company.
create table webhook_feeds (
  id bigserial primary key,
  webhook_id bigint not null references webhooks (id) on delete cascade,
  administration_id bigint references administrations (id) on delete cascade,
  company_id bigint references companies (id) on delete cascade,
  -- Everything up to this event was sent, or is among the deliveries.
  position bigint not null,
  -- Grows when somebody moves the position by hand, so that what is on its way does not move it back.
  moves integer not null default 0,
  -- The last event that is known to be there.
  last_event bigint not null,
  -- Nothing from before this moment is sent: then the webhook was made, or the application connected.
  begins_at timestamptz not null,
  constraint webhook_feeds_owner check (num_nonnulls(administration_id, company_id) = 1)
) with (fillfactor = 50);

create unique index webhook_feeds_administration on webhook_feeds (webhook_id, administration_id)
  where administration_id is not null;
create unique index webhook_feeds_company on webhook_feeds (webhook_id, company_id) where company_id is not null;
create index webhook_feeds_administration_id on webhook_feeds (administration_id) where administration_id is not null;
create index webhook_feeds_company_id on webhook_feeds (company_id) where company_id is not null;
create index webhook_feeds_behind on webhook_feeds (webhook_id) where position < last_event;

-- One event for one webhook. It names the event and does not copy it: who a debtor is stands in one place.
create table webhook_deliveries (
  id bigserial primary key,
  webhook_id bigint not null references webhooks (id) on delete cascade,
  administration_id bigint references administrations (id) on delete cascade,
  company_id bigint references companies (id) on delete cascade,
  -- Its place among the events of its owner; empty for a test, which has no event.
  event_place bigint,
  event_id uuid not null,
  event_name text not null,
  event_time timestamptz not null,
  resource_type text not null,
  resource_id bigint not null,
  status text not null
    constraint webhook_deliveries_status check (status in ('waiting', 'delivered', 'failed', 'skipped')),
  attempts integer not null,
  -- Somebody asked for it: it is tried once, also while the webhook is paused or deactivated.
  by_hand boolean not null default false,
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  duration_ms integer,
  answer_status integer,
  problem text,
  created_at timestamptz not null,
  constraint webhook_deliveries_waiting check ((status = 'waiting') = (next_attempt_at is not null))
);

create index webhook_deliveries_webhook_id on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at)
  where next_attempt_at is not null;
create index webhook_deliveries_failed on webhook_deliveries (webhook_id, id) where status = 'failed';
create index webhook_deliveries_administration_id on webhook_deliveries (administration_id, id)
  where administration_id is not null;
create index webhook_deliveries_company_id on webhook_deliveries (company_id) where company_id is not null;
create index webhook_deliveries_created_at on webhook_deliveries (created_at);

-- Each time that a delivery was sent, and what was answered.
create table webhook_attempts (
  id bigserial primary key,
  delivery_id bigint not null references webhook_deliveries (id) on delete cascade,
  -- What the header of this attempt said.
  attempt_id uuid not null,
  attempt integer not null,
  attempted_at timestamptz not null,
  duration_ms integer not null,
  -- Where it went in the end, after redirects.
  url text not null,
  answer_status integer,
  answer_type text,
  -- The beginning of it.
  answer_body text,
  problem text
);

create index webhook_attempts_delivery_id on webhook_attempts (delivery_id, id);

-- How each day went, so that a month is shown without reading all deliveries of it.
create table webhook_days (
  webhook_id bigint not null references webhooks (id) on delete cascade,
  day date not null,
  delivered integer not null default 0,
  failed_attempts integer not null default 0,
  -- How long receivers took to answer, and how long after the event it was there; the longest, and all together.
  answer_ms bigint not null default 0,
  answer_ms_max integer not null default 0,
  delay_ms bigint not null default 0,
  delay_ms_max bigint not null default 0,
  primary key (webhook_id, day)
);
