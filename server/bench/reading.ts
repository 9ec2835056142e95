import type { Bearer } from '../src/api/principal.ts'
import { permission_names } from '../src/auth/permissions.ts'
import { connect } from '../src/db/connect.ts'
import { openStore } from '../src/files/store.ts'
import { debtors } from '../src/resources/debtors/debtors.ts'
import { invoices } from '../src/resources/invoices/invoices.ts'
import { type Query, readList } from '../src/runtime/reads.ts'

const families = { debtors, invoices }

/**
 * Reads pages as the service does, on a pool of the same size, for a caller who is not asked who they are:
 * what a server around it costs is that server.
 */
export async function pagesOf(folder: string, administration_id: string) {
  const now = (): Date => new Date()
  const store = await openStore({ files_url: null, data_dir: folder, now: now() })
  const database = connect(process.env.DATABASE_URL ?? '', { connections: 16 })
  const caller: Bearer = {
    kind: 'api_token',
    key: 'bench',
    token_id: '1',
    company_id: '1',
    application_id: null,
    actor: { kind: 'token', id: '1', name: 'Bench', email_address: 'bench@example.com' },
    permissions: new Set(permission_names),
    administrations: new Map([
      [administration_id, { id: administration_id, modules: new Set(), calendar: { timezone: 'UTC', days_ahead: 0 } }],
    ]),
    shown_administration_ids: [administration_id],
  }
  return (family: keyof typeof families, query: Query, base_url: string): Promise<Buffer> =>
    readList({ database, replica: null, store, now, base_url: () => base_url }, families[family], caller, query)
}
