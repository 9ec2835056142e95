import { sumOf } from '../../domain/money.ts'
import type { LookedInvoice, Next } from './look.ts'

type Asked = { readonly looked: LookedInvoice; readonly next: Next }

const isTooLittle = ({ next }: Asked): boolean => next.holds.some(({ reason }) => reason === 'below_minimum')

/**
 * Those that are asked for together: what is too little alone counts with the others, and whoever wants more than the
 * sum drops out, until all agree. For those who stay the hold is gone.
 */
export function askedTogether<T extends Asked>(members: readonly T[]): T[] {
  const sum = sumOf(members.map(({ looked }) => looked.invoice.open_amount))
  const staying = members.filter((one) => sum >= one.next.flow.minimum || !isTooLittle(one))
  if (staying.length < members.length) return askedTogether(staying)
  for (const { next } of staying) {
    const place = next.holds.findIndex(({ reason }) => reason === 'below_minimum')
    if (place >= 0) next.holds.splice(place, 1)
  }
  return staying
}
