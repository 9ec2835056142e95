-- How far the events of an administration were removed because of their age, so that whoever followed them and comes
-- back too late is told, instead of missing something without a word.
create table removed_events (
  administration_id bigint primary key references administrations (id),
  last_id bigint not null,
  removed_at timestamptz not null
);

create index company_events_age on company_events (event_time);
