import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../../api/queries.ts'

/** The currency of the books of an administration; euros until it is known. */
export function useCurrency(administration_id: string): string {
  return useQuery({ ...overviewQuery(administration_id), staleTime: 300_000 }).data?.currency_code ?? 'EUR'
}
