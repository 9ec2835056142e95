-- Files of debtors and invoices that somebody brings in. They are read once, checked, and then written in portions.
create table imports (
  administration_id bigint not null references administrations (id),
  id bigserial,
  filename text not null,
  -- The columns of the file as they were found, and what somebody chose for them.
  columns jsonb not null,
  choices jsonb not null,
  row_count integer not null,
  status text not null default 'read'
    constraint imports_status check (status in ('read', 'checking', 'checked', 'importing', 'done')),
  -- Whether the check or the import that was begun last could not be ended.
  failed boolean not null default false,
  -- Each check and import has a number of its own, so that one that is not meant any more stops.
  run integer not null default 0,
  -- How many rows were gone through, and what came of them.
  done integer not null default 0,
  counts jsonb not null default '{}',
  started_by_user_id bigint references users (id),
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (administration_id, id)
);

create index imports_created_at on imports (created_at);

-- The rows of such a file, until the import is forgotten.
create table import_rows (
  administration_id bigint not null,
  import_id bigint not null,
  place integer not null,
  -- Where it stands in the file.
  line integer not null,
  cells jsonb not null,
  outcome text constraint import_rows_outcome check (outcome in ('new', 'changed', 'unchanged', 'refused')),
  -- Why it was refused, and what should be looked at of a row that was not.
  problems jsonb,
  remarks jsonb,
  primary key (administration_id, import_id, place),
  foreign key (administration_id, import_id) references imports (administration_id, id) on delete cascade
);

create index import_rows_outcome on import_rows (administration_id, import_id, place)
  where outcome = 'refused' or remarks is not null;
