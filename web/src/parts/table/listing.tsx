import type { ReactNode } from 'react'
import { LoadFailed, RowsLoading } from '../states.tsx'
import { type List, MoreButton } from './more_button.tsx'

type Query = {
  isPending: boolean
  isError: boolean
  isSuccess: boolean
  error: Error | null
  refetch: () => Promise<unknown>
}

type ListingProps = {
  /** How the list is read; one that comes in pages gets the way to the next page. */
  query: Query | (Query & List)
  /** How many rows are there. */
  count: number
  /** Stands there instead when there is nothing on the list. */
  empty?: ReactNode
  /** How many rows to expect. */
  expected?: number
  children: ReactNode
}

/** A list while it is on its way, when it did not come, when it is empty, and when it is there. */
export function Listing({ query, count, empty, expected, children }: ListingProps) {
  return (
    <>
      {query.isPending && <RowsLoading {...(expected === undefined ? {} : { rows: expected })} />}
      {/* What came before stays when only the next page failed: its button says so. */}
      {query.isError && count === 0 && query.error && (
        <LoadFailed error={query.error} retry={() => void query.refetch()} />
      )}
      {query.isSuccess && count === 0 && empty}
      {count > 0 && children}
      {'fetchNextPage' in query && <MoreButton list={query} shown={count} />}
    </>
  )
}
