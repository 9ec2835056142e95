import { Button, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { ConsoleError } from '../api/console_error.ts'
import { useBusy } from '../browser/use_busy.ts'
import { sayRefusal } from '../words/refusals.ts'
import { useWords } from '../words/words.tsx'
import classes from './confirm.module.css'
import { Note } from './note.tsx'
import { type Remedy, RemedyButton, remedyOf } from './remedy.tsx'

export type Refusal = { sentence: string; remedy: Remedy | null }

type ConfirmProps = {
  opened: boolean
  onClose: () => void
  title: string
  /** What the button does, in its own words. */
  action: string
  /** Something that cannot be taken back looks like it. */
  grave?: boolean
  /** Whether there is enough on the page to decide by. */
  ready?: boolean
  onConfirm: () => Promise<void>
  /** A sentence for a refusal that means something special here, and what helps, or null for the usual one. */
  refused?: (problem: ConsoleError) => Refusal | null
  /** What was asked for takes the keyboard somewhere else, so that it does not go back to where it came from. */
  leads_on?: boolean
  children: ReactNode
}

/** Asks once more before something with consequences, and names them. */
export function Confirm({
  opened,
  onClose,
  title,
  action,
  grave = true,
  ready = true,
  children,
  ...doing
}: ConfirmProps) {
  const { words } = useWords()
  const { busy, isBusy, setBusy } = useBusy()
  const [done, setDone] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  useEffect(() => {
    if (opened) setDone(false)
  }, [opened])
  const close = (): void => {
    setRefusal(null)
    onClose()
  }
  const confirm = async (): Promise<void> => {
    // It fades for a moment after it was done.
    if (isBusy() || done) return
    setBusy(true)
    setRefusal(null)
    try {
      await doing.onConfirm()
      setDone(true)
      close()
    } catch (problem) {
      if (!(problem instanceof ConsoleError)) throw problem
      setRefusal(doing.refused?.(problem) ?? { sentence: sayRefusal(words, problem), remedy: remedyOf(problem) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      centered
      returnFocus={!(doing.leads_on && done)}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <div className={classes.text}>{children}</div>
      {refusal && (
        <Note tone="bad" live>
          <p>{refusal.sentence}</p>
          <RemedyButton remedy={refusal.remedy} />
        </Note>
      )}
      <div className={classes.ways}>
        <Button {...(grave ? { color: 'red' } : {})} loading={busy} disabled={!ready} onClick={() => void confirm()}>
          {action}
        </Button>
        <Button variant="default" onClick={close} data-autofocus>
          {words.cancel}
        </Button>
      </div>
    </Modal>
  )
}
