-- What happened, written in the transaction in which it happened: if that rolls back, nothing was said.
-- Rows are never changed, and outlive the records they name, so those are not foreign keys.

create table events (
  -- Written under the stamp of its administration, which refers to it.
  administration_id bigint not null,
  id bigserial,
  -- What receivers tell duplicates by; the same over all attempts.
  event_id uuid not null default gen_random_uuid(),
  event_name text not null,
  -- The stamp of the transaction.
  event_time timestamptz not null,
  -- The step that was carried out, for the events that tell of one.
  step text,
  resource_type text not null,
  resource_id bigint not null,
  context jsonb not null default '{}',
  -- Who did it: a user (a person, or the system user of a token), or a part of the service itself. Rows outlive the
  -- users they name, whose name is looked up when it is shown.
  actor_user_id bigint,
  actor_service text,
  primary key (administration_id, id)
);

create index events_event_time on events (administration_id, event_time, id);
-- The timeline of a record asks for its events.
create index events_resource on events (administration_id, resource_type, resource_id, event_time);
-- The timeline of a debtor tells of everything that belongs to it, and the newest page costs as much as the oldest.
-- The moment is turned into UTC so that no other index has this order: the planner would walk all events of an
-- administration by time, in the hope of meeting those of a debtor soon. Comparing numbers is much cheaper than
-- comparing JSON.
create index events_of_debtor on events
  (administration_id, ((context #>> '{debtor,id}')::bigint), (event_time at time zone 'UTC'), id);

-- Events of the account itself belong to no administration.
create table company_events (
  company_id bigint not null references companies (id),
  id bigserial,
  event_id uuid not null default gen_random_uuid(),
  event_name text not null,
  event_time timestamptz not null,
  context jsonb not null default '{}',
  actor_user_id bigint,
  actor_service text,
  primary key (company_id, id)
);

create index company_events_event_time on company_events (company_id, event_time, id);
create index company_events_age on company_events (event_time);

-- How far the events of an administration were removed because of their age, so that whoever followed them and comes
-- back too late is told, instead of missing something without a word.
create table removed_events (
  administration_id bigint primary key references administrations (id),
  last_id bigint not null,
  removed_at timestamptz not null
);
