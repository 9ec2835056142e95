-- As 0044, for what follows messages and invoices, and for the announcement of changed rights.

-- Conversations of one administration at a time.
create function follow_conversations(administration bigint, debtors bigint[], subjects text[]) returns void
language plpgsql as $$
begin
  insert into conversations as c (administration_id, debtor_id, subject_key, state, unread, last_message_id, last_at,
                                  created_at, updated_at)
  select administration, m.debtor_id, m.subject_key,
         case when m.unread then 'open' when m.last_sender = 'creditor' then 'waiting' else 'done' end,
         m.unread, m.last_message_id, m.last_at, m.changed_at, m.changed_at
  from (
    select o.debtor_id, o.subject_key, bool_or(o.sender_type = 'debtor' and o.read_at is null) as unread,
           max(o.updated_at) as changed_at, max(o.at) as last_at,
           (array_agg(o.id order by o.at desc, o.id desc))[1] as last_message_id,
           (array_agg(o.sender_type order by o.at desc, o.id desc))[1] as last_sender
    from (
      select r.id, r.debtor_id, k.subject_key, r.sender_type, r.read_at, r.updated_at,
             coalesce(r.received_at, r.sent_at, r.created_at) as at
      from (select distinct * from unnest(debtors, subjects) n (debtor_id, subject_key)) k
      join messages r on r.administration_id = administration and r.debtor_id = k.debtor_id
        and conversation_subject(r.subject) = k.subject_key
    ) o
    group by o.debtor_id, o.subject_key
  ) m
  -- Writers of one conversation meet in the same order.
  order by m.debtor_id, m.subject_key
  on conflict (administration_id, debtor_id, subject_key) do update set
    state = case
      when excluded.unread then 'open'
      when excluded.state = 'waiting' and (c.state = 'open' or c.last_message_id <> excluded.last_message_id)
        then 'waiting'
      else c.state end,
    unread = excluded.unread, last_message_id = excluded.last_message_id, last_at = excluded.last_at,
    updated_at = greatest(c.updated_at, excluded.updated_at);
end
$$;

create or replace function follow_new_messages() returns trigger
language plpgsql as $$
declare
  one record;
begin
  for one in
    select administration_id, array_agg(debtor_id) as debtors, array_agg(conversation_subject(subject)) as subjects
    from entered where debtor_id is not null group by administration_id
  loop
    perform follow_conversations(one.administration_id, one.debtors, one.subjects);
  end loop;
  return null;
end
$$;

-- A message is read, unread again, or found its debtor.
create or replace function follow_changed_messages() returns trigger
language plpgsql as $$
declare
  one record;
begin
  for one in
    select n.administration_id, array_agg(n.debtor_id) as debtors,
           array_agg(conversation_subject(n.subject)) as subjects
    from entered n join was o on o.administration_id = n.administration_id and o.id = n.id
    where n.debtor_id is not null
      and (o.debtor_id is distinct from n.debtor_id or (o.read_at is null) <> (n.read_at is null))
    group by n.administration_id
  loop
    perform follow_conversations(one.administration_id, one.debtors, one.subjects);
  end loop;
  return null;
end
$$;

-- breaks older processes: none of them calls it, but triggers, which are replaced above, and the demo while it is made.
drop function follow_conversations(bigint[], bigint[], text[]);

-- Adds amounts to what debtors owe; each debtor is named once, and they are taken in the same order by all.
create function add_to_debtor_totals(administration bigint, debtors bigint[], amounts numeric[]) returns void
language plpgsql as $$
begin
  insert into debtor_totals as t (administration_id, debtor_id, book_open_amount)
  select administration, n.debtor_id, n.amount from unnest(debtors, amounts) as n (debtor_id, amount)
  on conflict (administration_id, debtor_id)
    do update set book_open_amount = t.book_open_amount + excluded.book_open_amount;
end
$$;

create or replace function total_new_invoices() returns trigger
language plpgsql as $$
declare
  one record;
begin
  for one in
    select administration_id, array_agg(debtor_id order by debtor_id) as debtors,
           array_agg(amount order by debtor_id) as amounts
    from (
      select administration_id, debtor_id, sum(book_open_amount) as amount from entered
      where book_open_amount <> 0 group by administration_id, debtor_id
    ) owed
    group by administration_id
  loop
    perform add_to_debtor_totals(one.administration_id, one.debtors, one.amounts);
  end loop;
  return null;
end
$$;

create or replace function total_changed_invoices() returns trigger
language plpgsql as $$
declare
  one record;
begin
  for one in
    select administration_id, array_agg(debtor_id order by debtor_id) as debtors,
           array_agg(amount order by debtor_id) as amounts
    from (
      select administration_id, debtor_id, sum(amount) as amount
      from (
        select administration_id, debtor_id, book_open_amount as amount from entered
        union all
        select administration_id, debtor_id, -book_open_amount from was
      ) both_sides
      group by administration_id, debtor_id having sum(amount) <> 0
    ) owed
    group by administration_id
  loop
    perform add_to_debtor_totals(one.administration_id, one.debtors, one.amounts);
  end loop;
  return null;
end
$$;

-- Where the debtor is erased with its invoices its row may be gone before theirs.
create or replace function total_removed_invoices() returns trigger
language plpgsql as $$
declare
  one record;
begin
  for one in
    select administration_id, array_agg(debtor_id) as debtors, array_agg(amount) as amounts
    from (
      select administration_id, debtor_id, sum(book_open_amount) as amount from gone
      group by administration_id, debtor_id having sum(book_open_amount) <> 0
    ) owed
    group by administration_id
  loop
    update debtor_totals t set book_open_amount = t.book_open_amount - n.amount
    from unnest(one.debtors, one.amounts) as n (debtor_id, amount)
    where t.administration_id = one.administration_id and t.debtor_id = n.debtor_id;
  end loop;
  return null;
end
$$;

-- On a cluster a change of a table that every node has a copy of is made on each of them. Processes listen where they
-- connect to, which is the coordinator; on the other nodes the change is prepared before it is committed, and nothing
-- that announces can be.
create or replace function announce_principal_change() returns trigger
language plpgsql
as $$
declare
  of_node integer := 0;
begin
  if to_regclass('pg_catalog.pg_dist_local_group') is not null then
    select groupid into of_node from pg_catalog.pg_dist_local_group;
  end if;
  if of_node = 0 then perform pg_notify('principals', ''); end if;
  return null;
end
$$;

-- Statements of functions in SQL cannot be sent to where their administration is.
create or replace function search_alike(administration bigint, wanted text, most integer)
  returns table (record_id bigint, name text, number text, text text)
  language plpgsql stable set pg_trgm.word_similarity_threshold = 0.45 as $$
    begin
      return query
        select e.record_id, e.name, e.number, e.text from search_entries e
        where e.administration_id = administration and e.kind = 'debtor' and wanted <% e.name
        order by word_similarity(wanted, e.name) desc, e.name, e.record_id limit most;
    end
  $$;
