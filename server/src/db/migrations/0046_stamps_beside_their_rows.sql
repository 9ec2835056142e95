-- On a cluster the stamp of an administration lies on the node of its rows, so that a stamp and what it stamps are seen
-- at the same moment. On the coordinator it would be seen first: whoever follows changes would note that they have come
-- so far, and never see what the node committed a moment later.
--
-- There no statement on such a table may look at the clock itself, so it is read before.

-- The answer depends on nothing else: a microsecond is the same in every time zone.
create function later_stamp(given timestamptz, last timestamptz) returns timestamptz
language plpgsql immutable strict parallel safe as $$
begin
  return greatest(given, last + interval '1 microsecond');
end
$$;

create or replace function next_stamp(administration bigint) returns timestamptz
language plpgsql volatile
as $$
declare
  at timestamptz := clock_timestamp();
  given timestamptz;
begin
  insert into administration_stamps as last (administration_id, stamp, news_since) values (administration, at, at)
  on conflict (administration_id) do update
    set stamp = later_stamp(excluded.stamp, last.stamp), news_since = coalesce(last.news_since, excluded.news_since)
  returning stamp into given;
  return given;
end
$$;
