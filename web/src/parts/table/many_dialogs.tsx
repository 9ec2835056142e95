import { Button, Modal, Progress } from '@mantine/core'
import { useEffect, useState } from 'react'
import { counted, fill } from '../../words/fill.ts'
import { sayNumber } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import classes from './verbs.module.css'

/** What is done sooner than this shows nothing on the way. */
const quick_ms = 400

type UnderWayProps = { gone_through: number; total: number; onStop: () => void }

/** How far it is with many rows, and the way to stop it. It stands above the page, so that the rows stay chosen. */
export function ManyUnderWay({ gone_through, total, onStop }: UnderWayProps) {
  const { words, language } = useWords()
  const [slow, setSlow] = useState(false)
  const [stopping, setStopping] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), quick_ms)
    return () => clearTimeout(timer)
  }, [])
  const stop = (): void => {
    setStopping(true)
    onStop()
  }
  const counts = { done: sayNumber(gone_through, language), count: sayNumber(total, language) }
  return (
    <Modal
      opened={slow}
      onClose={stop}
      title={words.many_under_way}
      closeOnClickOutside={false}
      withCloseButton={false}
      centered
    >
      <Progress value={(gone_through / total) * 100} aria-label={words.many_under_way} transitionDuration={120} />
      <div className={classes.under_way}>
        <p role="status">{fill(words.many_gone_through, counts)}</p>
        <Button variant="default" onClick={stop} disabled={stopping} data-autofocus>
          {stopping ? words.many_stopping : words.many_stop}
        </Button>
      </div>
    </Modal>
  )
}

/** What could not be done, with the name of the row and why. */
export type Failure = { name: string; reason: string }

type EndedProps = {
  ending: { done: string; left: number; failures: readonly Failure[] } | null
  onClose: () => void
}

/** How it ended where something was refused: what was done, and each row that was not, with why. */
export function ManyEnded({ ending, onClose }: EndedProps) {
  const { words } = useWords()
  const { done = '', left = 0, failures = [] } = ending ?? {}
  return (
    <Modal
      opened={ending !== null}
      onClose={onClose}
      title={counted(failures.length, words.table_failed_one, words.table_failed)}
      closeButtonProps={{ 'aria-label': words.close }}
      centered
    >
      <p>{done}</p>
      {left > 0 && <p>{counted(left, words.many_left_one, words.many_left)}</p>}
      {/* A long list is scrolled with the keyboard too. */}
      <ul className={classes.failures} tabIndex={failures.length > 8 ? 0 : undefined}>
        {failures.map(({ name, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several rows may have one name, and the list stays as it is.
          <li key={index}>
            <strong>{name}</strong>: {reason}
          </li>
        ))}
      </ul>
      <p className="hint">{words.many_still_chosen}</p>
      <Button onClick={onClose}>{words.close}</Button>
    </Modal>
  )
}
