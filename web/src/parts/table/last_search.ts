import { useEffect } from 'react'

/** A list as somebody left it: what it was narrowed down to, and what was on it. */
type Left = { search: object; ids: readonly string[]; count: number }

const lists = new Map<string, Left>()
const nameOf = (list: string, administration_id: string): string => `${list} ${administration_id}`

type Kept = { search: object; rows: readonly { id: string }[]; count: number | undefined }

/** Keeps a list for the way back from its records, and from one of them to the next. */
export function useKeptList(list: string, administration_id: string, { search, rows, count }: Kept): void {
  useEffect(() => {
    const ids = rows.map(({ id }) => id)
    lists.set(nameOf(list, administration_id), { search, ids, count: Math.max(count ?? 0, ids.length) })
  }, [list, administration_id, search, rows, count])
}

/** What a list was narrowed down to when somebody left it; nothing after the page was loaded anew. */
export const keptSearch = (list: string, administration_id: string): object =>
  lists.get(nameOf(list, administration_id))?.search ?? {}

/** Where a record stood on the list that somebody came from, and which are beside it; null when it was on none. */
export function keptPlace(list: string, administration_id: string, id: string) {
  const { ids = [], count = 0 } = lists.get(nameOf(list, administration_id)) ?? {}
  const place = ids.indexOf(id)
  return place < 0 ? null : { place: place + 1, count, previous: ids[place - 1], next: ids[place + 1] }
}
