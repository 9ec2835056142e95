import {
  access_token_permissions,
  accessTokenLives,
  grant_company_wide,
  grant_joins,
  grant_lives,
  grant_reaches,
} from '../principals.sql.ts'
import { hashSecret } from '../secrets.ts'
import { required } from './parameters.ts'
import type { IntrospectedToken, OAuthRequest } from './request.ts'

type Named = { id: string; name: string }

/** What a client learns of its own token, and of any other. The order of the keys is part of the interface. */
export type Introspection =
  | { active: false }
  | {
      active: true
      administrations: Named[]
      client_id: string
      company: Named
      exp?: number
      iat: number
      scope: string
      token_type: 'Bearer'
    }

/**
 * Finds an access token of a client by its own hash or by that of the refresh token that came with it. A static token
 * is never found.
 */
const introspect_sql = `
  select t.by_itself, ${access_token_permissions} as permissions,
         g.all_administrations and ${grant_company_wide} as may_begin,
         extract(epoch from t.created_at)::float8 as iat, extract(epoch from t.expires_at)::float8 as exp,
         json_build_object('id', c.id::text, 'name', c.name) as company,
         (select coalesce(json_agg(json_build_object('id', a.id::text, 'name', a.name) order by a.id), '[]')
          from administrations a where ${grant_reaches}) as administrations
  from (
    select *, true as by_itself from access_tokens where token_hash = $1::bytea
    union all
    select x.*, false from refresh_tokens r join access_tokens x on x.refresh_token_id = r.id
    where r.token_hash = $1::bytea and r.used_at is null and r.revoked_at is null and r.expires_at > $2::timestamptz
  ) t
  join grants g on g.id = t.grant_id ${grant_joins}
  where g.application_id = $3::bigint and ${accessTokenLives('$2')} and ${grant_lives}`

/** Whether a token opens anything, or can make what it opens. */
const opens = ({ permissions, may_begin, administrations }: IntrospectedToken): boolean =>
  permissions.length > 0 && (may_begin || administrations.length > 0)

/** Describes the access token, whichever of the two is asked about; a hint about the type is not needed. */
export async function introspect(request: OAuthRequest): Promise<Introspection> {
  const { client, parameters, introspected, now } = request
  const token = required(parameters, 'token')
  const key = `${client.id} ${token}`
  const found =
    introspected.get(key) ??
    (await introspected.find(
      key,
      () => find(request, token),
      (one) => one?.by_itself === true,
    ))
  if (!found || !opens(found) || (found.exp !== null && found.exp * 1000 <= now.getTime())) return { active: false }
  return {
    active: true,
    administrations: found.administrations,
    client_id: client.client_id,
    company: found.company,
    ...(found.exp === null ? {} : { exp: Math.floor(found.exp) }),
    iat: Math.floor(found.iat),
    scope: found.permissions.join(' '),
    token_type: 'Bearer',
  }
}

async function find({ database, client, now }: OAuthRequest, token: string): Promise<IntrospectedToken | null> {
  const { rows } = await database.pool.query<IntrospectedToken>({
    name: 'introspect',
    text: introspect_sql,
    values: [hashSecret(token), now.toISOString(), client.id],
  })
  return rows[0] ?? null
}
