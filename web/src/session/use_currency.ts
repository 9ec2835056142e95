import { useSignedIn } from './signed_in.ts'

/** The currency of the books of an administration. */
export function useCurrency(administration_id: string): string {
  return useSignedIn().administrations.find(({ id }) => id === administration_id)?.currency_code ?? 'EUR'
}
