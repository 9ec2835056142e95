import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Shows what the service answered to a change. A question that is under way may have been read before the change, and
 * would bring back what was, so its answer is not waited for.
 */
export async function keepAnswer<Key extends QueryKey>(
  queries: QueryClient,
  query: { queryKey: Key },
  answer: InferDataFromTag<unknown, Key>,
): Promise<void> {
  await queries.cancelQueries({ queryKey: query.queryKey, exact: true })
  queries.setQueryData(query.queryKey, answer)
}
