-- When the database was backed up last, for whoever watches that it is. It has no administration_id, and one row,
-- because a backup holds all administrations.
create table last_backup (
  id boolean primary key default true constraint last_backup_alone check (id),
  made_at timestamptz not null
);
