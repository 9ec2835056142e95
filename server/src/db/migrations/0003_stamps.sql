-- The stamp is what updated_at and deleted_at are set to. A client that keeps the highest updated_at it
-- saw must never miss a change, so inside one administration stamps have to grow in the order in which
-- transactions commit. A time read at the start of a transaction does not: a slow writer commits an old
-- time behind the back of a fast reader.
--
-- One row per administration gives that order. next_stamp() updates the row, and the row lock is held to
-- the end of the transaction: the next writer waits, and reads the clock only after the one before it has
-- committed or rolled back. The new stamp is also later than the last one committed, so the order survives
-- a clock that steps back.
--
-- Take the stamp once per transaction, as late as possible, in a statement of its own, and pass it on as a
-- parameter. Ids drawn by later statements then grow in commit order too.

-- Half-empty pages leave room for the next version of the row beside the old one, so that an update
-- touches no index.
create table administration_stamps (
  administration_id bigint primary key references administrations (id) on delete cascade,
  stamp timestamptz not null
) with (fillfactor = 50);

create function next_stamp(administration bigint) returns timestamptz
language sql volatile
as $$
  insert into administration_stamps as last (administration_id, stamp)
  values (administration, clock_timestamp())
  on conflict (administration_id) do update
    set stamp = greatest(clock_timestamp(), last.stamp + interval '1 microsecond')
  returning stamp
$$;
