-- That a message of a stranger was thrown away: open pages hear of what changed by rows, and this one left none. A job
-- purges them after 90 days, as it does with what clients need to forget.
create table deleted_messages (
  administration_id bigint not null references administrations (id),
  id bigint not null,
  deleted_at timestamptz not null,
  primary key (administration_id, id)
);
create index deleted_messages_deleted_at on deleted_messages (administration_id, deleted_at);
