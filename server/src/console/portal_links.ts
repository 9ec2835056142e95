import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { boolean, id, oneOf, text } from '../api/field.ts'

const families = ['debtors', 'invoices', 'credit_cases', 'payment_plans'] as const

/** The links that debtors hold: each can be ended, and replaced by another one. */
export const portal_link_calls: Actions = {
  change: call({
    method: 'POST',
    path: '/console/portal_links',
    reach: 'administration',
    description: 'Ends the link of a debtor to a record at once. A new one takes its place when that is wanted.',
    body: {
      family: oneOf(families, 'What kind of record it is.').required(),
      id: id('The record.').required(),
      renew: boolean('Whether there shall be a new link.').required(),
    },
    answer: { public_url: text('The new link.') },
    run: async ({ db, administration_id, stamp, base_url }, { family, id: record_id, renew }) => {
      const token = renew ? randomBytes(32).toString('base64url') : null
      const { rows } = await sql<{ public_token: string | null }>`
        update ${sql.table(family)} set public_token = ${token}::text, updated_at = ${stamp}::timestamptz
        where administration_id = ${administration_id}::bigint and id = ${record_id}::bigint
        returning public_token`.execute(db)
      const changed = rows[0] ?? refuse('not_found', 'There is no such record.')
      const { public_token } = changed
      return { public_url: public_token && `${base_url}/portal/${administration_id}/${family}/${public_token}` }
    },
  }),
}
