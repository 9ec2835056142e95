import { createApiToken } from '../src/auth/api_tokens.ts'
import { createAdministration, createCompany } from '../src/auth/people.ts'
import { permission_names } from '../src/auth/permissions.ts'
import type { Database } from '../src/db/connect.ts'

/** When everything of the benchmark was made. */
export const made_at = new Date('2026-11-14T09:30:00Z')

export type Tenant = { company_id: string; token: string; administration_ids: string[] }

/** A company with so many administrations, and a token for all of them. */
export async function makeTenant({ db }: Database, name: string, administrations: number): Promise<Tenant> {
  return db.transaction().execute(async (trx) => {
    const company_id = await createCompany(trx, { name, now: made_at })
    const shared = { company_id, email_address: 'office@example.com', country_code: 'NL', now: made_at }
    const administration_ids: string[] = []
    for (let n = 1; n <= administrations; n++) {
      administration_ids.push(await createAdministration(trx, { ...shared, name: `${name} ${n}` }))
    }
    const wanted = { company_id, name, permissions: permission_names, administration_ids: null, now: made_at }
    const { token } = await createApiToken(trx, wanted)
    return { company_id, token, administration_ids }
  })
}
