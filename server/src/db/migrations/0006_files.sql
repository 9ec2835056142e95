-- A file is announced first and uploaded later; the bytes lie outside the database, under their checksum.

create table files (
  administration_id bigint not null references administrations (id),
  id bigserial,
  -- SHA3-512 in base64.
  checksum text not null constraint files_checksum check (length(checksum) = 88),
  byte_size bigint not null constraint files_byte_size check (byte_size >= 0),
  content_type text not null,
  -- Null until the bytes have arrived and match.
  uploaded_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id)
);

create unique index files_checksum on files (administration_id, checksum) include (id);
create index files_awaited on files (created_at) where uploaded_at is null;
create index files_of_checksum on files (checksum);

-- An announced file can be sent to an address that carries a random token. What is kept of the token is its hash, so
-- that nothing at rest opens anything; a row can be removed to take an address back. What was announced stands here as
-- well: two clients may announce the same checksum in different words, and each has an address of its own.
create table file_uploads (
  administration_id bigint not null references administrations (id),
  id bigserial,
  file_id bigint not null,
  token_hash bytea not null constraint file_uploads_token_hash check (length(token_hash) = 32),
  byte_size bigint not null constraint file_uploads_byte_size check (byte_size >= 0),
  content_type text not null,
  expires_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, file_id) references files (administration_id, id) on delete cascade
);

create unique index file_uploads_token on file_uploads (administration_id, token_hash);
create index file_uploads_file_id on file_uploads (administration_id, file_id);
create index file_uploads_expires_at on file_uploads (expires_at);

-- Bytes that may lie in the store without anybody who has them: noted before bytes are kept, and when the rows go that
-- name them. After a while it is looked whether a row of files names them by now; if none does, they are removed.
create table abandoned_bytes (
  checksum text primary key,
  since timestamptz not null
);

create index abandoned_bytes_since on abandoned_bytes (since);
