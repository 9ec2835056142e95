import { type Actions, onMany } from '../api/actions.ts'
import { writeRows } from '../db/bulk.ts'
import { idsByCode } from '../db/ids_by_code.ts'
import { vat_rates } from './vat_rates.ts'

const { code, rate, ...more } = vat_rates.input

export const vat_rate_actions: Actions = {
  create: onMany(vat_rates, {
    method: 'POST',
    status: 201,
    summary: 'Create or update VAT rates',
    example: { vat_rates: [{ code: 'high', rate: '21', name: 'High rate' }] },
    description:
      'Creates VAT rates, and changes those whose code is known. What is left out of a known one stays as it is.',
    items: 'vat_rates',
    key: 'code',
    // The order is that of the documentation.
    item: { code, rate, ...more },
    run: async ({ db, administration_id, stamp }, items) => {
      const ids = await idsByCode(db, 'vat_rates', administration_id, items)
      const errors = new Map<object, string[]>()
      const rows = items.flatMap((item) => {
        const id = ids.get(item.code)
        // None of these can be emptied, so an empty one says nothing.
        const members = Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null))
        const missing = id === undefined ? ['rate', 'name'].filter((name) => members[name] === undefined) : []
        if (missing.length === 0) return [{ ...(id === undefined ? { category: 'regular' } : { id }), ...members }]
        errors.set(
          item,
          missing.map((name) => `${name}: is missing`),
        )
        return []
      })
      const columns = Object.keys(vat_rates.input)
      await writeRows(db, { table: 'vat_rates', administration_id, stamp, key: 'code', columns, rows })
      return { errors }
    },
  }),
}
