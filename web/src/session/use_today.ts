import { addDays } from '../words/days.ts'
import { useAdministration } from './use_administration.ts'

/** The day it is in an administration: that of its own time zone and clock, wherever the reader is. */
export function useToday(administration_id: string): string {
  const { timezone = 'UTC', days_ahead = 0 } = useAdministration(administration_id) ?? {}
  return addDays(dayIn(timezone), days_ahead)
}

// Sweden writes days as the interface does.
const dayIn = (timezone: string): string => new Date().toLocaleDateString('sv-SE', { timeZone: timezone })
