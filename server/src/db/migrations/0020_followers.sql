-- Whoever works with what happened (webhooks, the engine, live pages, search) follows it: it keeps a position for each
-- administration, and moves it in the transaction of its own effect.
--
-- Which administrations have news must be found without looking at those that have none. So the row that every change
-- locks anyway also says since when there is something that not every follower has seen. It is set by the first change
-- and stays as it is with those that come after: then no indexed column changes, and the update touches no index.

-- The same for accounts, whose events belong to no administration: events of one company are numbered in the order of
-- their commits.
create table company_stamps (
  company_id bigint primary key references companies (id) on delete cascade,
  stamp timestamptz not null,
  news_since timestamptz
) with (fillfactor = 50);
create index company_stamps_news on company_stamps (news_since) where news_since is not null;

create function next_company_stamp(company bigint) returns timestamptz
language sql volatile
as $$
  insert into company_stamps as last (company_id, stamp, news_since)
  values (company, clock_timestamp(), clock_timestamp())
  on conflict (company_id) do update
    set stamp = greatest(clock_timestamp(), last.stamp + interval '1 microsecond'),
        news_since = coalesce(last.news_since, clock_timestamp())
  returning stamp
$$;

-- Who follows what. Rows are added by the first process that knows the follower; one that is given up is removed by a
-- migration, because news are kept for those that stand here.
create table followers (
  name text not null,
  feed text not null check (feed in ('administrations', 'companies')),
  -- Empty until it has its beginning everywhere.
  registered_at timestamptz,
  primary key (name, feed)
);

-- How far a follower has come. Without a row it has seen nothing.
create table follower_positions (
  administration_id bigint not null references administrations (id) on delete cascade,
  follower text not null,
  -- Everything up to this change was handled.
  stamp timestamptz not null default '-infinity',
  event_id bigint not null default 0,
  -- Dossiers that were touched are handed over by their id: up to which change this pass goes, and how far it is.
  touched_until timestamptz,
  touched_after bigint not null default 0,
  failures integer not null default 0,
  retry_at timestamptz,
  last_error text,
  -- Who works on it outside a transaction, and until when nobody else may.
  taken_by uuid,
  taken_until timestamptz,
  primary key (administration_id, follower)
);

create table company_follower_positions (
  company_id bigint not null references companies (id) on delete cascade,
  follower text not null,
  stamp timestamptz not null default '-infinity',
  event_id bigint not null default 0,
  failures integer not null default 0,
  retry_at timestamptz,
  last_error text,
  taken_by uuid,
  taken_until timestamptz,
  primary key (company_id, follower)
);

-- Dossiers that were touched by something that no row of theirs tells, such as an invoice that went to another debtor.
create table touched_dossiers (
  administration_id bigint not null references administrations (id),
  debtor_id bigint not null,
  stamp timestamptz not null,
  primary key (administration_id, debtor_id),
  foreign key (administration_id, debtor_id) references debtors (administration_id, id) on delete cascade
);
create index touched_dossiers_stamp on touched_dossiers (administration_id, stamp);
