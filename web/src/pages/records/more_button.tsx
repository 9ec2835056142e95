import { Button } from '@mantine/core'
import { counted } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import classes from './record.module.css'

type List = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

/**
 * The way to the next page of a list, while there is one, and how much is shown. The button stays where it is and keeps
 * the keyboard; what came stands above it, where the reader was.
 */
export function MoreButton({ list, shown }: { list: List; shown: number }) {
  const { words } = useWords()
  if (shown === 0) return null
  return (
    <div className={classes.more}>
      {list.hasNextPage && (
        <Button
          variant="default"
          aria-disabled={list.isFetchingNextPage}
          data-loading={list.isFetchingNextPage || undefined}
          onClick={() => void (list.isFetchingNextPage || list.fetchNextPage())}
        >
          {list.isFetchingNextPage ? words.loading : words.load_more}
        </Button>
      )}
      <span className="hint" role="status">
        {list.isFetchNextPageError ? words.list_more_failed : counted(shown, words.list_shown_one, words.list_shown)}
      </span>
    </div>
  )
}
