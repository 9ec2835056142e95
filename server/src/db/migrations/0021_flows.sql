-- How invoices are followed up: flows and their versions, and what they would do.

create function flows_document(
  bigint, bigint, text, text, integer, jsonb, timestamptz, timestamptz, timestamptz
) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table flows (
  administration_id bigint not null references administrations (id),
  id bigserial,
  document text not null generated always as (flows_document(
    id, administration_id, code, name, version, definition, published_at, created_at, updated_at
  )) stored,
  -- What invoices carry as flow_code.
  code text not null constraint flows_code check (code ~ '^[a-z0-9][a-z0-9_-]{0,49}$'),
  name text not null,
  -- The version that is in force, and what it says; null until one was published.
  version integer,
  definition jsonb,
  published_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id),
  constraint flows_published check (num_nulls(version, definition, published_at) in (0, 3))
);
alter table flows alter column document set storage main;

create unique index flows_by_code on flows (administration_id, code);
create index flows_updated_at on flows (administration_id, updated_at, id);

-- A version that was published is never changed; at most one is still being written.
create table flow_versions (
  administration_id bigint not null references administrations (id),
  id bigserial,
  flow_id bigint not null,
  version integer not null constraint flow_versions_version check (version > 0),
  definition jsonb not null,
  published_at timestamptz,
  published_by_user_id bigint references users (id),
  published_by_user_name text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, flow_id) references flows (administration_id, id) on delete cascade
);

create unique index flow_versions_version on flow_versions (administration_id, flow_id, version);
create unique index flow_versions_draft on flow_versions (administration_id, flow_id) where published_at is null;

-- What flows would do with everything that is open, counted before they are published or the engine is switched on.
create table dry_runs (
  administration_id bigint not null references administrations (id),
  id bigserial,
  purpose text not null constraint dry_runs_purpose check (purpose in ('publish', 'switch_on')),
  -- The drafts that are tried in place of what is in force.
  flows jsonb not null default '[]',
  status text not null default 'waiting'
    constraint dry_runs_status check (status in ('waiting', 'running', 'done', 'failed', 'replaced')),
  -- How many debtors there are to look at, and how many were looked at.
  debtors integer,
  looked integer not null default 0,
  result jsonb,
  started_by_user_id bigint references users (id),
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (administration_id, id)
);
