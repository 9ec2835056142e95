import { addDays } from '../words/days.ts'
import { useSignedIn } from './signed_in.ts'

/** The day it is in an administration: that of its own time zone and clock, wherever the reader is. */
export function useToday(administration_id: string): string {
  const administration = useSignedIn().administrations.find(({ id }) => id === administration_id)
  const { timezone = 'UTC', days_ahead = 0 } = administration ?? {}
  return addDays(dayIn(timezone), days_ahead)
}

// Sweden writes days as the interface does.
const dayIn = (timezone: string): string => new Date().toLocaleDateString('sv-SE', { timeZone: timezone })
