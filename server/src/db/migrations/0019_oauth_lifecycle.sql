-- What happens to OAuth tokens between their issue and their end.

alter table refresh_tokens
  -- Set when the token is used: with the token itself in hand, which is not kept, it gives the same successors again,
  -- for a client whose answer was lost. Gone when a successor is used, because then the answer did arrive.
  add column nonce bytea,
  -- Set when the access token of the same answer turned up at an address where it does not belong.
  add column revoked_at timestamptz;

-- A permission that an application gives up is gone from all its grants and tokens, and stays gone when the application
-- asks for it again: people then have to grant it anew.
create function strip_removed_permissions() returns trigger
language plpgsql
as $$
begin
  update grants g
  set permissions = array(select unnest(g.permissions) intersect select unnest(new.permissions) order by 1)
  where g.application_id = new.id and g.revoked_at is null and not g.permissions <@ new.permissions;
  update access_tokens t
  set permissions = array(select unnest(t.permissions) intersect select unnest(new.permissions) order by 1)
  from grants g
  where g.application_id = new.id and g.revoked_at is null and t.grant_id = g.id
    and t.revoked_at is null and not t.permissions <@ new.permissions;
  return null;
end
$$;

create trigger strip_removed_permissions
  after update of permissions on applications
  for each row when (not old.permissions <@ new.permissions)
  execute function strip_removed_permissions();
