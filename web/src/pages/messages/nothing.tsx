import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { InboxPage as InboxAnswer, InboxTab } from '../../api/inbox.ts'
import { Empty } from '../../parts/states.tsx'
import { useWords } from '../../words/words.tsx'

type NothingProps = { administration_id: string; tab: InboxTab; text: string; list: InboxAnswer | undefined }

/** No conversation is on the list: why, and one way on. */
export function Nothing({ administration_id, tab, text, list }: NothingProps) {
  const { words } = useWords()
  const countOf = (tab: InboxTab): number => list?.counts.find((one) => one.tab === tab)?.conversations ?? 0
  const way = (to: InboxTab, word: string) => countOf(to) > 0 && <Way {...{ administration_id, to, word }} />
  if (text !== '') return <Empty title={words.messages_none_found}>{words.messages_none_found_sentence}</Empty>
  if (tab !== 'open') {
    return <Empty title={words[`messages_empty_${tab}`]} action={way('open', words.messages_see_open)} />
  }
  return (
    <Empty shore title={words.messages_empty} action={way('waiting', words.messages_see_waiting)}>
      {words.messages_empty_sentence}
    </Empty>
  )
}

type WayProps = { administration_id: string; to: InboxTab; word: string }

const Way = ({ administration_id, to, word }: WayProps) => (
  <Button
    variant="default"
    renderRoot={(props) => (
      <Link
        to="/administrations/$administration_id/inbox"
        params={{ administration_id }}
        search={{ tab: to }}
        {...props}
      />
    )}
  >
    {word}
  </Button>
)
