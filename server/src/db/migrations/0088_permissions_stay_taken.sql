-- A permission that is taken from a connection is gone from its living tokens, and stays gone when it is given back: it
-- comes with the next token. It is written into the tokens, so that looking one up costs no more than before.

create function strip_taken_permissions() returns trigger
language plpgsql
as $$
begin
  update access_tokens t
  set permissions = array(select unnest(t.permissions) intersect select unnest(new.permissions) order by 1)
  where t.grant_id = new.id and t.revoked_at is null and not t.permissions <@ new.permissions;
  return null;
end
$$;

create trigger strip_taken_permissions
  after update of permissions on grants
  for each row when (not old.permissions <@ new.permissions)
  execute function strip_taken_permissions();

-- What an application gives up goes from its grants, and from their tokens by the trigger above.
create or replace function strip_removed_permissions() returns trigger
language plpgsql
as $$
begin
  update grants g
  set permissions = array(select unnest(g.permissions) intersect select unnest(new.permissions) order by 1)
  where g.application_id = new.id and g.revoked_at is null and not g.permissions <@ new.permissions;
  return null;
end
$$;

-- Tokens whose grant was narrowed before.
update access_tokens t
set permissions = array(select unnest(t.permissions) intersect select unnest(g.permissions) order by 1)
from grants g
where g.id = t.grant_id and t.revoked_at is null and not t.permissions <@ g.permissions;
