-- Bytes that may lie in the store without anybody who has them: noted before bytes are kept, and when the rows go that
-- name them. After a while it is looked whether a row of files names them by now; if none does, they are removed.
create table abandoned_bytes (
  checksum text primary key,
  since timestamptz not null
);

create index abandoned_bytes_since on abandoned_bytes (since);
create index files_of_checksum on files (checksum);
