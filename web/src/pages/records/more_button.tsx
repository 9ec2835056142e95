import { Button } from '@mantine/core'
import { useWords } from '../../words/words.tsx'
import classes from './record.module.css'

type List = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }

/** The way to the next page of a list, while there is one. */
export function MoreButton({ list }: { list: List }) {
  const { words } = useWords()
  if (!list.hasNextPage) return null
  return (
    <Button
      className={classes.more}
      variant="default"
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {words.load_more}
    </Button>
  )
}
