import { type Actions, onMany } from '../api/actions.ts'
import { writeRows } from '../db/bulk.ts'
import { idsByCode } from '../db/ids_by_code.ts'
import { payment_conditions } from './payment_conditions.ts'

export const payment_condition_actions: Actions = {
  create: onMany(payment_conditions, {
    method: 'POST',
    status: 201,
    summary: 'Create or update payment conditions',
    example: { payment_conditions: [{ code: 'N30', name: 'Within thirty days' }] },
    description: 'Creates payment conditions. One whose code is known already gets the new name.',
    items: 'payment_conditions',
    key: 'code',
    item: payment_conditions.input,
    run: async ({ db, administration_id, stamp }, items) => {
      const ids = await idsByCode(db, 'payment_conditions', administration_id, items)
      const rows = items.map((item) => ({ ...item, id: ids.get(item.code) }))
      const columns = Object.keys(payment_conditions.input)
      await writeRows(db, { table: 'payment_conditions', administration_id, stamp, key: 'code', columns, rows })
      return {}
    },
  }),
}
