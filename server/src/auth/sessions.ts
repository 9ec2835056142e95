import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Module } from '../api/modules.ts'
import type { Person, Role } from '../api/principal.ts'
import type { Tables } from '../db/schema.ts'
import { inet } from './audit.ts'
import { hashSecret, makeSecret } from './secrets.ts'

const day_ms = 86_400_000
/** However busy, a session ends after a month; unused, after a week. */
const lives_ms = 30 * day_ms
export const idle_days = 7
const idle_ms = idle_days * day_ms
const note_every_ms = 60_000

export type NewSession = { user_id: string; address: string; user_agent: string; now: Date }

/** Signs a person in. The secret is for the browser's cookie; only its hash is kept. */
export async function beginSession(db: Kysely<Tables>, session: NewSession): Promise<string> {
  const { user_id, address, user_agent, now } = session
  const secret = makeSecret('session')
  const created_at = now.toISOString()
  await db
    .insertInto('sessions')
    .values({
      session_id_hash: hashSecret(secret),
      user_id,
      created_at,
      expires_at: new Date(now.getTime() + lives_ms).toISOString(),
      last_seen_at: created_at,
      ip: inet(address),
      user_agent: user_agent.slice(0, 400),
    })
    .execute()
  await db.updateTable('users').set({ last_sign_in_at: created_at }).where('id', '=', user_id).execute()
  return secret
}

/** Ends sessions of a person: all, or all but one. */
export async function endSessions(db: Kysely<Tables>, which: { user_id: string; except?: string }): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', which.user_id)
    .$if(which.except !== undefined, (query) => query.where('id', '<>', which.except ?? ''))
    .execute()
}

type Row = {
  session_id: string
  user_id: string
  company_id: string
  company_role: Role | null
  name: string
  email_address: string
  address_proven: boolean
  seen_ms: number
  administrations: { id: string; role: Role; modules: Module[]; timezone: string; days_ahead: number }[]
}

/** The stronger of the two: what a person may do in the whole company, and what in this administration. */
const role_sql = `(select one from unnest(array['administrator', 'standard', 'communication', 'restricted']) one
                   where one in (u.company_role, x.role) limit 1)`

/** Whether a session is good for something: it has not ended, was used lately, and its person may sign in. */
const session_lives = (now: string, idle_since: string): string =>
  `s.expires_at > ${now}::timestamptz and s.last_seen_at > ${idle_since}::timestamptz
    and u.deleted_at is null and c.status not in ('inactive', 'deleted')`

/** Whether a person may see an administration of their company. */
const reaches = `a.status <> 'deleted' and (u.company_role is not null or x.role is not null)`

const person_sql = `
  select s.id as session_id, u.id as user_id, u.company_id, u.company_role, u.name, u.email_address,
         u.address_proven,
         extract(epoch from s.last_seen_at)::float8 * 1000 as seen_ms,
         (select coalesce(json_agg(json_build_object(
           'id', a.id::text, 'role', ${role_sql}, 'modules', a.modules,
           'timezone', a.timezone, 'days_ahead', a.days_ahead) order by a.id), '[]')
          from administrations a
          left join user_administrations x on x.administration_id = a.id and x.user_id = u.id
          where a.company_id = u.company_id and ${reaches}) as administrations
  from sessions s join users u on u.id = s.user_id join companies c on c.id = u.company_id
  where s.session_id_hash = $1::bytea and ${session_lives('$2', '$3')}`

/** Who is signed in with this secret, or null. */
export async function findPerson(pool: pg.Pool, secret: string, now: Date): Promise<Person | null> {
  const idle_since = new Date(now.getTime() - idle_ms).toISOString()
  const { rows } = await pool.query<Row>({
    name: 'person',
    text: person_sql,
    values: [hashSecret(secret), now.toISOString(), idle_since],
  })
  const row = rows[0]
  if (!row) return null
  if (now.getTime() - row.seen_ms >= note_every_ms) {
    const text = 'update sessions set last_seen_at = $2::timestamptz where id = $1::bigint'
    await pool.query(text, [row.session_id, now.toISOString()])
  }
  const { session_id, user_id, company_id, company_role, address_proven, name, email_address } = row
  return {
    kind: 'person',
    key: `person:${user_id}`,
    user_id,
    company_id,
    company_role,
    address_proven,
    administrations: new Map(
      row.administrations.map(({ id, role, modules, timezone, days_ahead }) => [
        id,
        { id, role, modules: new Set(modules), calendar: { timezone, days_ahead } },
      ]),
    ),
    session_id,
    actor: { kind: 'person', id: user_id, name, email_address },
  }
}

/** By which session somebody sees which administration. */
export type Seeing = { session_id: string; administration_id: string }

/** Which of these still may: the session lives, and its person reaches the administration. Returns their places. */
export async function findReaching(pool: pg.Pool, seeing: readonly Seeing[], now: Date): Promise<Set<number>> {
  const { rows } = await pool.query<{ place: string }>({
    name: 'reaching',
    text: `
      select one.place
      from unnest($1::bigint[], $2::bigint[]) with ordinality as one (session_id, administration_id, place)
      join sessions s on s.id = one.session_id join users u on u.id = s.user_id join companies c on c.id = u.company_id
      join administrations a on a.id = one.administration_id and a.company_id = u.company_id
      left join user_administrations x on x.administration_id = a.id and x.user_id = u.id
      where ${session_lives('$3', '$4')} and ${reaches}`,
    values: [
      seeing.map(({ session_id }) => session_id),
      seeing.map(({ administration_id }) => administration_id),
      now.toISOString(),
      new Date(now.getTime() - idle_ms).toISOString(),
    ],
  })
  return new Set(rows.map(({ place }) => Number(place) - 1))
}

/** What a page has to send back: only who knows the cookie can make it, and another site never sees either. */
export const csrfToken = (secret: string): string => createHmac('sha256', secret).update('csrf').digest('base64url')
