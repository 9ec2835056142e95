import { calls, family } from '../../api/actions.ts'
import { order_actions } from './actions.ts'
import { declaration_lines, order_lines } from './order_lines.ts'

export const order_families = [
  family(order_lines),
  calls('orders', 'Files with what was ordered or treated.', order_actions),
]

/** The documentation shows these apart from the others, by their own name. */
export const declaration_families = [family(declaration_lines)]
