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
  /** The refresh token whose answer this token came in, while that answer can still be had again. */
  repeatable_id: string | null
  administrations: { id: string; modules: string[]; deleted: boolean; timezone: string; days_ahead: number }[]
}

/** What a grant `g` depends on: its application, the person, the company, and the owner of the application. */
export const grant_joins = `
  join applications p on p.id = g.application_id join users u on u.id = g.user_id
  join companies c on c.id = g.company_id join companies o on o.id = p.company_id`

/** A grant lives as long as all of them do. */
export const grant_lives = `
  g.revoked_at is null and p.deleted_at is null and u.deleted_at is null
  and c.status not in ('inactive', 'deleted') and o.status not in ('inactive', 'deleted')`

/** Whether the person of a grant stands for the whole company, and can make administrations in it. */
export const grant_company_wide = "(u.kind = 'system' or u.company_role is not distinct from 'administrator')"

/** Which administrations `a` a grant reaches: the chosen ones, as far as the person is still an administrator there. */
export const grant_names = `
  a.company_id = g.company_id
  and (g.all_administrations
       or exists (select from grant_administrations x where x.grant_id = g.id and x.administration_id = a.id))
  and (${grant_company_wide}
       or exists (select from user_administrations x
                  where x.user_id = u.id and x.administration_id = a.id and x.role = 'administrator'))`

/** Those of them that are there to work with. */
export const grant_reaches = `a.status <> 'deleted' and ${grant_names}`

/** An access token `t` lives until the moment it was given, and not at that moment. */
export const accessTokenLives = (now: string): string =>
  `t.revoked_at is null and (t.expires_at is null or t.expires_at > ${now}::timestamptz)`

/**
 * What an access token may do is what it got, what its grant still has and what its application still asks for, so that
 * taking one away ends it at once.
 */
export const access_token_permissions =
  'array(select one from unnest(t.permissions) one where one = any(g.permissions) and one = any(p.permissions))'

/** What a grant may do is what it has and what its application still asks for. */
export const grant_permissions = 'array(select one from unnest(g.permissions) one where one = any(p.permissions))'

const administrations = (reached: string): string => `
  (select coalesce(json_agg(json_build_object(
     'id', a.id::text, 'modules', a.modules, 'deleted', a.status = 'deleted',
     'timezone', a.timezone, 'days_ahead', a.days_ahead) order by a.id), '[]')
   from administrations a where ${reached})`

/** Finds a token by its hash, as a static token or as an access token that lives. */
export const bearer_sql = `
  select 'api_token' as kind, t.id as token_id, t.company_id, null::bigint as application_id,
         u.id as actor_id, u.name as actor_name, u.email_address as actor_email_address,
         t.permissions, t.ip_allow_list, null::timestamptz as expires_at, null::bigint as repeatable_id,
         ${administrations(`
           a.company_id = t.company_id
           and (t.all_administrations or exists (
             select from api_token_administrations x where x.api_token_id = t.id and x.administration_id = a.id))`)}
         as administrations
  from api_tokens t join users u on u.id = t.system_user_id join companies c on c.id = t.company_id
  where t.token_hash = $1::bytea and t.revoked_at is null and c.status not in ('inactive', 'deleted')
  union all
  select 'access_token', t.id, g.company_id, g.application_id, u.id, u.name, u.email_address,
         ${access_token_permissions}, p.ip_allow_list, t.expires_at,
         (select r.id from refresh_tokens s join refresh_tokens r on r.id = s.parent_id
          where s.id = t.refresh_token_id and r.nonce is not null),
         ${administrations(grant_names)}
  from access_tokens t join grants g on g.id = t.grant_id ${grant_joins}
  where t.token_hash = $1::bytea and ${accessTokenLives('$2')} and ${grant_lives}`
