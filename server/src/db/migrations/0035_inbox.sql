-- Conversations with debtors, and texts to answer them with.

-- What a subject says without the marks that mail programs put before it, so that an answer has that of its question.
create function conversation_subject(subject text) returns text
  language sql immutable parallel safe as $$
    select left(lower(btrim(regexp_replace(regexp_replace(coalesce(subject, ''),
      '^(\s*(re|fw|fwd|aw|wg|antw|antwort|betr|doorst|tr|sv)\s*(\[\d+\])?\s*:)+', '', 'i'), '\s+', ' ', 'g'))), 200)
  $$;

-- What is said with one debtor about one subject. Messages know nothing of it: it follows them, whoever writes them.
create table conversations (
  administration_id bigint not null references administrations (id),
  id bigserial,
  debtor_id bigint not null,
  subject_key text not null,
  -- open: somebody has to answer; waiting: for the debtor; done: until the debtor writes again.
  state text not null constraint conversations_state check (state in ('open', 'waiting', 'done')),
  unread boolean not null,
  last_message_id bigint not null,
  last_at timestamptz not null,
  assigned_to_user_id bigint references users (id),
  assigned_to_user_name text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, debtor_id) references debtors (administration_id, id) on delete cascade,
  constraint conversations_assigned check (num_nulls(assigned_to_user_id, assigned_to_user_name) in (0, 2)),
  constraint conversations_unread check (not unread or state = 'open')
);

create unique index conversations_subject on conversations (administration_id, debtor_id, subject_key);
-- The inbox, read backwards: what nobody has read stands before the rest, each newest first.
create index conversations_inbox on conversations (administration_id, state, unread, last_at, id);
create index conversations_assigned on conversations
  (administration_id, assigned_to_user_id, state, unread, last_at, id);
create index conversations_changes on conversations (administration_id, updated_at);

-- The messages of a conversation.
create index messages_conversation on messages (administration_id, debtor_id, conversation_subject(subject))
  where debtor_id is not null;

-- Brings conversations up to their messages. Whoever wrote last says what is waited for, and what is unread is open.
create function follow_conversations(administrations bigint[], debtors bigint[], subjects text[]) returns void
language sql as $$
  insert into conversations as c (administration_id, debtor_id, subject_key, state, unread, last_message_id, last_at,
                                  created_at, updated_at)
  select k.administration_id, k.debtor_id, k.subject_key,
         case when m.unread then 'open' when m.last_sender = 'creditor' then 'waiting' else 'done' end,
         m.unread, m.last_message_id, m.last_at, m.changed_at, m.changed_at
  from (
    select distinct * from unnest(administrations, debtors, subjects) n (administration_id, debtor_id, subject_key)
  ) k
  cross join lateral (
    select bool_or(o.sender_type = 'debtor' and o.read_at is null) as unread, max(o.updated_at) as changed_at,
           (array_agg(o.id order by o.at desc, o.id desc))[1] as last_message_id, max(o.at) as last_at,
           (array_agg(o.sender_type order by o.at desc, o.id desc))[1] as last_sender
    from (
      select r.id, r.sender_type, r.read_at, r.updated_at, coalesce(r.received_at, r.sent_at, r.created_at) as at
      from messages r
      where r.administration_id = k.administration_id and r.debtor_id = k.debtor_id
        and conversation_subject(r.subject) = k.subject_key
    ) o
    having count(*) > 0
  ) m
  -- Writers of one conversation meet in the same order.
  order by k.administration_id, k.debtor_id, k.subject_key
  on conflict (administration_id, debtor_id, subject_key) do update set
    state = case
      when excluded.unread then 'open'
      when excluded.state = 'waiting' and (c.state = 'open' or c.last_message_id <> excluded.last_message_id)
        then 'waiting'
      else c.state end,
    unread = excluded.unread, last_message_id = excluded.last_message_id, last_at = excluded.last_at,
    updated_at = greatest(c.updated_at, excluded.updated_at)
$$;

create function follow_new_messages() returns trigger
language plpgsql as $$
begin
  perform follow_conversations(array_agg(administration_id), array_agg(debtor_id),
                               array_agg(conversation_subject(subject)))
  from entered where debtor_id is not null
  having count(*) > 0;
  return null;
end
$$;

create trigger messages_conversations_new after insert on messages
  referencing new table as entered for each statement execute function follow_new_messages();

-- A message is read, unread again, or found its debtor.
create function follow_changed_messages() returns trigger
language plpgsql as $$
begin
  perform follow_conversations(array_agg(n.administration_id), array_agg(n.debtor_id),
                               array_agg(conversation_subject(n.subject)))
  from entered n join was o on o.administration_id = n.administration_id and o.id = n.id
  where n.debtor_id is not null
    and (o.debtor_id is distinct from n.debtor_id or (o.read_at is null) <> (n.read_at is null))
  having count(*) > 0;
  return null;
end
$$;

create trigger messages_conversations after update on messages
  referencing old table as was new table as entered for each statement execute function follow_changed_messages();

-- What was said before: only what nobody has read still waits for somebody.
select follow_conversations(array_agg(administration_id), array_agg(debtor_id),
                            array_agg(conversation_subject(subject)))
from messages where debtor_id is not null
having count(*) > 0;
update conversations set state = 'done' where state = 'waiting';

-- Texts to answer with: those that an administration wrote in place of ours, and its own. Ours have no name here,
-- because pages name them in the language of the reader.
create table reply_texts (
  administration_id bigint not null references administrations (id),
  code text not null,
  language_code text not null,
  name text,
  subject text not null,
  body text not null,
  written_by_user_id bigint references users (id),
  updated_at timestamptz not null,
  primary key (administration_id, code, language_code)
);
