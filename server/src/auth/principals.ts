import type pg from 'pg'
import { type ErrorCode, Refusal, refuse } from '../api/errors.ts'
import type { Module } from '../api/modules.ts'
import type { Application, Bearer } from '../api/principal.ts'
import type { Database } from '../db/connect.ts'
import { endBlockedToken } from './blocked_address.ts'
import { basicPairs, bearerToken } from './credentials.ts'
import { allowList } from './ip_allow_list.ts'
import type { Memory } from './memory.ts'
import { type Client, findClient, type Proven } from './oauth/clients.ts'
import { type BearerRow, bearer_sql } from './principals.sql.ts'
import { hashSecret } from './secrets.ts'
import { countWrongSecrets } from './wrong_secrets.ts'

/** Finds out who is calling, or refuses. */
export type Principals = {
  bearer: (header: string | undefined, address: string) => Bearer | Promise<Bearer>
  /** Asks the database, whatever is remembered: before somebody is refused for a right that was given just now. */
  renew: (header: string | undefined, address: string) => Promise<Bearer>
  basic: (header: string | undefined, address: string) => Promise<Application>
  /** The application that a Basic header proves, from whatever address; its allow list is about tokens. */
  client: (header: string | undefined, address: string) => Promise<Proven>
}

type Options = { database: Database; memory: Memory; now: () => Date; log: (error: unknown) => void }

type Known = { principal: Bearer; allows: (address: string) => boolean; expires_ms: number; noted_ms: number }

const note_every_ms = 60_000

/** Knows callers by what their header says, from memory or from the database. */
export function makePrincipals({ database, memory, now, log }: Options): Principals {
  const known = memory.cache<Known>()
  const clients = memory.cache<Client | null>()
  const countWrong = countWrongSecrets(now)

  async function find(header: string | undefined): Promise<Known> {
    const token = bearerToken(header)
    if (token === null) return refuseWithoutToken(header)
    return known.find(token, async () => {
      const { rows } = await database.pool.query<BearerRow>({
        name: 'bearer',
        text: bearer_sql,
        values: [hashSecret(token), now().toISOString()],
      })
      const [row] = rows
      if (!row) return refuseBearer('The token is unknown, expired or revoked.', 'invalid_token')
      // Only the first use of a fresh token finds this: it shows that the answer did arrive.
      if (row.repeatable_id !== null) await endRepeating(database.pool, row.repeatable_id)
      return remember(row)
    })
  }

  async function prove(header: string | undefined, address: string): Promise<Proven> {
    const pairs = basicPairs(header)
    for (const pair of pairs) {
      // Neither half can hold the letter between them.
      const key = `${pair.client_id}\u0000${pair.client_secret}`
      const find = () => findClient(database.pool, pair)
      const client = clients.get(key) ?? (await clients.find(key, find, (one) => one !== null))
      if (client) return { client, client_secret: pair.client_secret }
    }
    return refuseClient(pairs[0] ? countWrong(pairs[0].client_id, address) : null)
  }

  function check(found: Known, address: string): Bearer | Promise<Bearer> {
    const now_ms = now().getTime()
    if (now_ms >= found.expires_ms) return refuseBearer('The token is unknown, expired or revoked.', 'invalid_token')
    if (!found.allows(address)) return refuseOutside(found.principal, address)
    if (now_ms - found.noted_ms >= note_every_ms) {
      found.noted_ms = now_ms
      noteUse(database.pool, found.principal, now()).catch(log)
    }
    return found.principal
  }

  /** A token of an application that turns up elsewhere is taken for stolen, and ends; a static one is only refused. */
  async function refuseOutside({ kind, key, token_id }: Bearer, address: string): Promise<never> {
    if (kind === 'access_token') {
      await endBlockedToken(database.db, { access_token_id: token_id, address, now: now() })
      memory.forget()
    }
    return refuseAddress(key)
  }

  return {
    bearer: (header, address) => {
      const token = bearerToken(header)
      const found = token === null ? undefined : known.get(token)
      // A token ends for good when its address is not listed, so that is never decided from memory.
      return found?.allows(address) ? check(found, address) : find(header).then((one) => check(one, address))
    },
    renew: (header, address) => find(header).then((one) => check(one, address)),
    basic: async (header, address) => application((await prove(header, address)).client, address),
    client: prove,
  }
}

function remember(row: BearerRow): Known {
  return {
    principal: {
      kind: row.kind,
      key: `${row.kind}:${row.token_id}`,
      token_id: row.token_id,
      company_id: row.company_id,
      application_id: row.application_id,
      actor: { kind: 'token', id: row.actor_id, name: row.actor_name, email_address: row.actor_email_address },
      permissions: new Set(row.permissions),
      administrations: new Map(
        row.administrations
          .filter(({ deleted }) => !deleted)
          .map(({ id, modules, timezone, days_ahead }) => [
            id,
            { id, modules: new Set(modules as Module[]), calendar: { timezone, days_ahead } },
          ]),
      ),
      shown_administration_ids: row.administrations.map(({ id }) => id),
    },
    allows: allowList(row.ip_allow_list),
    expires_ms: row.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.expires_at),
    noted_ms: 0,
  }
}

/**
 * The answer that a token came in can be had again only until the token is used: whoever shows the refresh token before
 * it after that has a copy. The others learn it from the row, whichever process wrote it.
 */
async function endRepeating(pool: pg.Pool, refresh_token_id: string): Promise<void> {
  await pool.query({
    name: 'end repeating',
    text: 'update refresh_tokens set nonce = null where id = $1::bigint and nonce is not null',
    values: [refresh_token_id],
  })
}

async function noteUse(pool: pg.Pool, principal: Bearer, now: Date): Promise<void> {
  const text =
    principal.kind === 'api_token'
      ? 'update api_tokens set last_used_at = $2::timestamptz where id = $1::bigint'
      : `update grants g set last_used_at = $2::timestamptz from access_tokens t
         where t.id = $1::bigint and g.id = t.grant_id`
  await pool.query(text, [principal.token_id, now.toISOString()])
}

function application({ id: application_id, company_id, ip_allow_list }: Client, address: string): Application {
  const key = `application:${application_id}`
  if (!allowList(ip_allow_list)(address)) return refuseAddress(key)
  return { kind: 'application', key, application_id, company_id }
}

/** A wrong secret is refused; after too many of them, the client is only told to wait. */
function refuseClient(wait_s: number | null): never {
  if (wait_s !== null) {
    return refuse('too_many_requests', 'Too many wrong secrets; wait, and send the right one.', {
      'retry-after': String(wait_s),
    })
  }
  return refuse('unauthorized', 'No application has this client_id and client_secret; send both by Basic.', {
    'www-authenticate': 'Basic realm="Dunlin", charset="UTF-8"',
  })
}

/** The log says whose credential turned up at an address that is not listed. */
function refuseAddress(caller: string): never {
  const refusal = new Refusal('forbidden', 'This address is not on the IP allow list.')
  refusal.about = { caller }
  throw refusal
}

/** Whoever names the scheme meant to show a token, however broken that is; others hear what to send (RFC 6750, 3.1). */
function refuseWithoutToken(header = ''): never {
  if (/^bearer(\s|$)/i.test(header)) {
    return refuseBearer('What stands behind Bearer cannot be a token.', 'invalid_token')
  }
  return refuseBearer('Send a token as «Authorization: Bearer …».')
}

function refuseBearer(message: string, error?: string): never {
  const code: ErrorCode = 'unauthorized'
  throw new Refusal(code, message, {
    'www-authenticate': error === undefined ? 'Bearer realm="Dunlin"' : `Bearer realm="Dunlin", error="${error}"`,
  })
}
