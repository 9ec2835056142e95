import { ofType } from '../../api/field.ts'
import { types } from '../../api/types.ts'

/** The price of one unit: money, so with two decimals, and with more where a part of a cent counts. */
export const unitPrice = ofType<string>({
  ...types.decimal,
  schema: { type: 'string', pattern: '^-?\\d+\\.\\d{2,}$', examples: ['10.00'] },
  print: (column) => `round(${column}, greatest(min_scale(${column}), 2))::text`,
})
