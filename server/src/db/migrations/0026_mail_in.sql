-- Mail that comes in: answers, notes, and reports of what could not be delivered.

-- Every mail that was taken in, under what it was taken for. The original is a file, for as long as the row.
create table incoming_mails (
  administration_id bigint not null references administrations (id),
  id bigserial,
  kind text not null constraint incoming_mails_kind
    check (kind in ('message', 'note', 'bounce', 'complaint')),
  -- The same mail to the same address comes once, however often and whichever way it is brought.
  fingerprint bytea not null constraint incoming_mails_fingerprint check (length(fingerprint) = 32),
  message_id bigint,
  note_id bigint,
  message_header_id text,
  from_address text,
  from_name text,
  -- What it answers, as it repeats it; pages show it folded.
  quoted text,
  -- No person wrote it.
  automatic boolean not null default false,
  file_id bigint,
  filename text,
  received_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, message_id) references messages (administration_id, id) on delete cascade,
  foreign key (administration_id, note_id) references notes (administration_id, id) on delete cascade,
  foreign key (administration_id, file_id) references files (administration_id, id)
);

create unique index incoming_mails_fingerprint on incoming_mails (administration_id, fingerprint);
create index incoming_mails_message_id on incoming_mails (administration_id, message_id) where message_id is not null;
create index incoming_mails_note_id on incoming_mails (administration_id, note_id) where note_id is not null;
create index incoming_mails_file_id on incoming_mails (administration_id, file_id) where file_id is not null;
create index incoming_mails_received_at on incoming_mails (received_at);

-- What a stranger wrote waits for somebody to say whose it is.
create index messages_unassigned on messages (administration_id, id)
  where debtor_id is null and sender_type = 'debtor';

-- What was said of addresses, when; by the mail's record, which may be gone by now.
create table bounces (
  administration_id bigint not null references administrations (id),
  id bigserial,
  kind text not null constraint bounces_kind check (kind in ('hard', 'soft', 'delayed', 'complaint')),
  address text not null,
  status_code text,
  reason text not null,
  resource_type text not null,
  resource_id bigint not null,
  debtor_id bigint not null,
  reported_at timestamptz not null,
  primary key (administration_id, id)
);

create index bounces_address on bounces (administration_id, address, reported_at);
create index bounces_reported_at on bounces (administration_id, reported_at);

-- A mark that ends by itself: the mail did not arrive, but the address may be good. Null: until somebody looks.
alter table undeliverable_addresses add column until timestamptz;
create index undeliverable_addresses_until on undeliverable_addresses (until) where until is not null;

-- With what mails from a domain are signed (DKIM). It belongs to the service and not to an administration; the key is
-- locked with that of the file store, so that a copy of the database signs nothing.
create table mail_domains (
  domain text primary key,
  selector text not null,
  public_key text not null,
  locked_key bytea not null,
  created_at timestamptz not null
);
