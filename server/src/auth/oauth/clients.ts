import type pg from 'pg'
import { basicPairs } from '../credentials.ts'
import { hashSecret, sameHash } from '../secrets.ts'
import { OAuthRefusal } from './errors.ts'

/** An application that showed its secret: what never changes of it, and from where it may call. */
export type Client = {
  id: string
  company_id: string
  client_id: string
  grant_type: 'authorization_code' | 'client_credentials'
  ip_allow_list: string[]
}

const client_sql = `
  select p.id, p.company_id, p.client_id, p.grant_type, p.ip_allow_list, p.client_secret_hash
  from applications p join companies o on o.id = p.company_id
  where p.client_id = $1::text and p.deleted_at is null and o.status not in ('inactive', 'deleted')`

const nobody = hashSecret('')

/** The application of a Basic header, or null. An unknown client takes as long as a wrong secret. */
export async function findClient(pool: pg.Pool, header: string | undefined): Promise<Client | null> {
  for (const { client_id, client_secret } of basicPairs(header)) {
    const { rows } = await pool.query<Client & { client_secret_hash: Buffer }>({
      name: 'client',
      text: client_sql,
      values: [client_id],
    })
    const row = rows[0]
    if (!sameHash(hashSecret(client_secret), row?.client_secret_hash ?? nobody) || !row) continue
    const { client_secret_hash: _, ...client } = row
    return client
  }
  return null
}

const wrong_max = 10
const window_ms = 60_000
const counters_max = 50_000

/**
 * Tells which client is calling, or refuses. Wrong secrets are counted for each client and address; more than a few in
 * a minute are answered with 429. The right secret is never refused, so nobody can lock a client out.
 */
export function makeClients(find: (header: string | undefined) => Promise<Client | null>, now: () => Date) {
  const counters = new Map<string, { since_ms: number; wrong: number }>()

  function countWrong(key: string): number | null {
    const now_ms = now().getTime()
    let counter = counters.get(key)
    if (counter === undefined || now_ms - counter.since_ms >= window_ms) {
      const [oldest] = counters.keys()
      if (counters.size >= counters_max && oldest !== undefined) counters.delete(oldest)
      counter = { since_ms: now_ms, wrong: 0 }
      counters.delete(key)
      counters.set(key, counter)
    }
    counter.wrong++
    return counter.wrong <= wrong_max ? null : Math.ceil((counter.since_ms + window_ms - now_ms) / 1000)
  }

  return async (header: string | undefined, address: string): Promise<Client> => {
    const client = await find(header)
    if (client) return client
    const [pair] = basicPairs(header)
    const wait_s = pair ? countWrong(`${pair.client_id.slice(0, 100)} ${address}`) : null
    if (wait_s !== null) {
      throw new OAuthRefusal('too_many_requests', 'Too many wrong secrets; wait, and send the right one.', {
        headers: { 'retry-after': String(wait_s) },
      })
    }
    throw new OAuthRefusal(
      'invalid_client',
      'No application has this client_id and client_secret; send both by Basic.',
      {
        headers: { 'www-authenticate': 'Basic realm="Dunlin", charset="UTF-8"' },
      },
    )
  }
}
