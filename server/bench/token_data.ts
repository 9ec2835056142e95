import { sql } from 'kysely'
import { createApplication } from '../src/auth/applications.ts'
import { createGrant } from '../src/auth/oauth/family.ts'
import { issuePair } from '../src/auth/oauth/issue.ts'
import { createSystemUser } from '../src/auth/people.ts'
import { permission_names } from '../src/auth/permissions.ts'
import { hashSecret, makeSecret } from '../src/auth/secrets.ts'
import type { Database } from '../src/db/connect.ts'
import { made_at, makeTenant } from './tenants.ts'

/** What the cases about tokens ask with. */
export type Tokens = {
  /** Basic headers: of an application that people let in, and of one that works for its own company. */
  application: string
  machine: string
  access_tokens: string[]
  /** One for each chain of refreshes; each is of a family of its own. */
  refresh_tokens: string[]
}

/** More than the service remembers at a time, so that asking about all in turn finds none of them in memory. */
const access_tokens = 12_000
const families = 16

/** Applications, and tokens of families with one administration each, as most have. */
export async function makeTokens(database: Database): Promise<Tokens> {
  const { company_id, administration_ids } = await makeTenant(database, 'Tokens', 1)
  // Families live by the real clock of the service.
  const now = new Date()
  return database.db.transaction().execute(async (db) => {
    const shared = { company_id, permissions: permission_names, notification_email_addresses: [], now: made_at }
    const application = await createApplication(db, {
      ...shared,
      name: 'Bench application',
      grant_type: 'authorization_code',
      redirect_uri: 'https://app.example.com/callback',
      ip_allow_list: [],
    })
    const machine = await createApplication(db, {
      ...shared,
      name: 'Bench machine',
      grant_type: 'client_credentials',
      redirect_uri: null,
      ip_allow_list: ['127.0.0.1'],
    })
    const user_id = await createSystemUser(db, company_id, 'Bench', made_at)
    const refresh_tokens: string[] = []
    let grant_id = ''
    for (let n = 0; n < families; n++) {
      const grant = { application_id: application.id, company_id, user_id, administration_ids, address: null, now }
      grant_id = await createGrant(db, { ...grant, permissions: permission_names })
      const { refresh_token = '' } = await issuePair(db, { grant_id, permissions: permission_names, now })
      refresh_tokens.push(refresh_token)
    }
    const tokens = Array.from({ length: access_tokens }, () => makeSecret('access_token'))
    const expires_at = new Date(now.getTime() + 7_200_000).toISOString()
    await sql`
      insert into access_tokens (token_hash, grant_id, permissions, created_at, expires_at)
      select unnest(${tokens.map(hashSecret)}::bytea[]), ${grant_id}::bigint, ${[...permission_names]}::text[],
             ${now.toISOString()}::timestamptz, ${expires_at}::timestamptz`.execute(db)
    return { application: basic(application), machine: basic(machine), access_tokens: tokens, refresh_tokens }
  })
}

const basic = ({ client_id, client_secret }: { client_id: string; client_secret: string }): string =>
  `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
