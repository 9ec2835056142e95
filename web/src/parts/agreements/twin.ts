import type { Booked } from '../../api/agreements.ts'
import { centsOf } from './cents.ts'

type Payment = { cents: bigint; payment_date: string; currency_code: string | undefined }

/** The newest payment by hand of the same amount and day, which most likely is this very one. */
export const twinOf = <One extends Pick<Booked, 'amount' | 'payment_date' | 'currency_code'>>(
  { cents, payment_date, currency_code }: Payment,
  bookings: readonly One[],
): One | undefined =>
  bookings.find(
    (one) => one.payment_date === payment_date && one.currency_code === currency_code && centsOf(one.amount) === cents,
  )
