import { useAdministration } from './use_administration.ts'

/** The currency of the books of an administration. */
export function useCurrency(administration_id: string): string {
  return useAdministration(administration_id)?.currency_code ?? 'EUR'
}
