import { refuseParameters } from '../api/errors.ts'
import { type Day, readDay } from '../domain/days.ts'

/** A day that a caller sent, which has to be there. */
export const dayOf = (parameter: string, value: string | null | undefined): Day =>
  (value ? readDay(value) : null) ?? refuseParameters([`${parameter}: is missing`])
