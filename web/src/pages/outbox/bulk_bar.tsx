import { Button, Checkbox, Progress } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { outboxChanged } from '../../api/outbox.ts'
import { useNotice } from '../../parts/notices.tsx'
import { useAttempt } from '../../parts/use_attempt.ts'
import { counted, fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import own from './bulk_bar.module.css'
import classes from './outbox.module.css'

/** So many debtors are let go in one transaction, so that others get their turn in between. */
const portion = 20

type Props = {
  administration_id: string
  all: readonly string[]
  selected: readonly string[]
  onSelect: (debtor_ids: readonly string[]) => void
}

/** Select all, and let everything go that is selected, portion by portion. */
export function BulkBar({ administration_id, all, selected, onSelect }: Props) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const [done, setDone] = useState<{ count: number; of: number } | null>(null)
  const { busy, attempt } = useAttempt(async () => {
    const going = [...selected]
    let released = 0
    try {
      for (let first = 0; first < going.length; first += portion) {
        setDone({ count: first, of: going.length })
        const debtor_ids = going.slice(first, first + portion)
        released += (await ask('outbox_verbs.release', { administration_id, debtor_ids })).released
        onSelect(going.slice(first + portion))
      }
      say(counted(released, words.outbox_released_one, words.outbox_released))
    } finally {
      setDone(null)
      await outboxChanged(queries)
    }
  })
  return (
    <div className={classes.bulk}>
      <Checkbox
        size="xs"
        aria-label={words.outbox_select_all}
        checked={selected.length === all.length}
        indeterminate={selected.length > 0 && selected.length < all.length}
        onChange={() => onSelect(selected.length === all.length ? [] : all)}
      />
      <span className={own.bulk_text} role="status">
        {done
          ? fill(words.outbox_progress, { count: done.count, of: done.of })
          : counted(selected.length, words.outbox_selected_one, words.outbox_selected)}
      </span>
      {done && <Progress className={own.progress} value={(done.count / done.of) * 100} aria-hidden="true" />}
      {selected.length > 0 && (
        <Button size="compact-sm" loading={busy} onClick={attempt}>
          {fill(words.outbox_release_selected, { count: selected.length })}
        </Button>
      )}
    </div>
  )
}
