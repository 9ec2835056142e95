import { useEffect } from 'react'

const searches = new Map<string, object>()

/** Keeps what a list is narrowed down to, for the way back from its records. */
export function useKeptSearch(list: string, administration_id: string, search: object): void {
  useEffect(() => {
    searches.set(`${list} ${administration_id}`, search)
  }, [list, administration_id, search])
}

/** What a list was narrowed down to when somebody left it; nothing after the page was loaded anew. */
export const keptSearch = (list: string, administration_id: string): object =>
  searches.get(`${list} ${administration_id}`) ?? {}
