export type BearerRow = {
  kind: 'api_token' | 'access_token'
  token_id: string
  company_id: string
  application_id: string | null
  actor_id: string
  actor_name: string
  actor_email_address: string
  permissions: string[]
  ip_allow_list: string[]
  expires_at: string | null
  administrations: { id: string; modules: string[] }[]
}

const administrations = (company_id: string, all: string, chosen: string): string => `
  (select coalesce(json_agg(json_build_object('id', a.id::text, 'modules', a.modules)), '[]') from administrations a
   where a.company_id = ${company_id} and a.status <> 'deleted' and (${all} or exists (${chosen})))`

/**
 * Finds a token by its hash, as a static token or as an access token that lives. What an access token may do is what it
 * got, what its grant still has and what its application still asks for, so that taking one away ends it at once.
 */
export const bearer_sql = `
  select 'api_token' as kind, t.id as token_id, t.company_id, null::bigint as application_id,
         u.id as actor_id, u.name as actor_name, u.email_address as actor_email_address,
         t.permissions, t.ip_allow_list, null::timestamptz as expires_at,
         ${administrations(
           't.company_id',
           't.all_administrations',
           'select from api_token_administrations x where x.api_token_id = t.id and x.administration_id = a.id',
         )} as administrations
  from api_tokens t join users u on u.id = t.system_user_id join companies c on c.id = t.company_id
  where t.token_hash = $1::bytea and t.revoked_at is null and c.status not in ('inactive', 'deleted')
  union all
  select 'access_token', t.id, g.company_id, g.application_id, u.id, u.name, u.email_address,
         array(select unnest(t.permissions) intersect select unnest(g.permissions)
               intersect select unnest(p.permissions)),
         p.ip_allow_list, t.expires_at,
         ${administrations(
           'g.company_id',
           'g.all_administrations',
           'select from grant_administrations x where x.grant_id = g.id and x.administration_id = a.id',
         )}
  from access_tokens t join grants g on g.id = t.grant_id join applications p on p.id = g.application_id
  join users u on u.id = g.user_id join companies c on c.id = g.company_id
  where t.token_hash = $1::bytea and t.revoked_at is null and (t.expires_at is null or t.expires_at > $2::timestamptz)
    and g.revoked_at is null and p.deleted_at is null and c.status not in ('inactive', 'deleted')`
