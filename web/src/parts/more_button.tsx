import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { counted } from '../words/fill.ts'
import { useWords } from '../words/words.tsx'
import classes from './more_button.module.css'

type List = {
  data: { pages: readonly unknown[] } | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

/**
 * The way to the next page of the list above it, while there is one. What comes is put below what the reader has seen,
 * and whoever came by keyboard goes on at the first new row.
 */
export function MoreButton({ list, shown }: { list: List; shown: number }) {
  const { words } = useWords()
  const place = useRef<HTMLDivElement>(null)
  const seen = useRef<number | null>(null)
  useEffect(() => {
    if (seen.current === null || shown <= seen.current) return
    focusRow(place.current, seen.current)
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
    <div ref={place} className={classes.more}>
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

/** Gives the keyboard to a row of the list that stands before the button, or to the link in it. */
function focusRow(button: HTMLElement | null, row_number: number): void {
  const rows = button?.previousElementSibling?.querySelectorAll<HTMLElement>('tbody > tr, li')
  const row = rows?.[row_number]
  if (!row) return
  const link = row.querySelector<HTMLElement>('a, button')
  if (!link) row.tabIndex = -1
  const goal = link ?? row
  goal.focus({ preventScroll: true })
}
