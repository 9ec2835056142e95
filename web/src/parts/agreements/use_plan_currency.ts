import { useQuery } from '@tanstack/react-query'
import type { RecordKey } from '../../api/records.ts'
import { planItemsQuery } from '../../api/work.ts'
import { useCurrency } from '../../session/use_currency.ts'

/** The currency of what a plan is about; until that is known, that of the books. */
export function usePlanCurrency(plan_key: RecordKey): string {
  const books = useCurrency(plan_key.administration_id)
  const { data } = useQuery(planItemsQuery(plan_key))
  return data?.currency_code ?? books
}
