import type pg from 'pg'
import type { Pair } from '../credentials.ts'
import { hashSecret, sameHash } from '../secrets.ts'

/** An application that showed its secret: what never changes of it, and from where it may call. */
export type Client = {
  id: string
  company_id: string
  client_id: string
  grant_type: 'authorization_code' | 'client_credentials'
  ip_allow_list: string[]
}

/** A client, and the secret that it just showed. */
export type Proven = { client: Client; client_secret: string }

const client_sql = `
  select p.id, p.company_id, p.client_id, p.grant_type, p.ip_allow_list, p.client_secret_hash
  from applications p join companies o on o.id = p.company_id
  where p.client_id = $1::text and p.deleted_at is null and o.status not in ('inactive', 'deleted')`

const nobody = hashSecret('')

/** The application of a pair, or null. An unknown client takes as long as a wrong secret. */
export async function findClient(pool: pg.Pool, { client_id, client_secret }: Pair): Promise<Client | null> {
  const { rows } = await pool.query<Client & { client_secret_hash: Buffer }>({
    name: 'client',
    text: client_sql,
    values: [client_id],
  })
  const row = rows[0]
  if (!sameHash(hashSecret(client_secret), row?.client_secret_hash ?? nobody) || !row) return null
  const { client_secret_hash: _, ...client } = row
  return client
}
