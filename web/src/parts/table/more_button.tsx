import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { counted } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { focusRow } from './focus_row.ts'
import classes from './more_button.module.css'

export type List = {
  data: { pages: readonly unknown[] } | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<{ isError: boolean }>
}

/**
 * The way to the next page of the list above it, while there is one. What comes is put below what the reader has seen,
 * and whoever came by keyboard goes on at the first new row.
 */
export function MoreButton({ list, shown }: { list: List; shown: number }) {
  const { words } = useWords()
  const element = useRef<HTMLDivElement>(null)
  const seen = useRef<number | null>(null)
  useEffect(() => {
    if (seen.current === null || shown <= seen.current) return
    focusRow(element.current?.previousElementSibling, seen.current)
    seen.current = null
  }, [shown])
  const more = (): void => {
    if (list.isFetchingNextPage) return
    seen.current = shown
    void list.fetchNextPage()
  }
  const pages = list.data?.pages.length ?? 0
  if (!list.hasNextPage && pages < 2) return null
  return (
    <div ref={element} className={classes.more}>
      {list.hasNextPage && (
        <Button variant="default" aria-disabled={list.isFetchingNextPage || undefined} onClick={more}>
          {list.isFetchingNextPage ? words.loading : words.load_more}
        </Button>
      )}
      <span className="hint" role="status">
        {list.isFetchNextPageError ? words.list_more_failed : counted(shown, words.list_shown_one, words.list_shown)}
      </span>
    </div>
  )
}
