import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ask } from '../../api/client.ts'
import { ConsoleError } from '../../api/console_error.ts'
import { type Flow, flowIn, flowQuery, type ShownFlow } from '../../api/flows.ts'
import { keepAnswer } from '../../api/keep_answer.ts'
import { useUnsaved } from '../../parts/unsaved.tsx'

export type Saving = 'nothing' | 'waiting' | 'saving' | 'saved' | 'refused'

export type Draft = {
  flow: Flow
  change: (flow: Flow) => void
  saving: Saving
  /** Why the service did not keep it. */
  problem: ConsoleError | null
  /** Sends what was not kept once more. */
  retry: () => void
  /** Keeps what was typed and was not sent yet, and gives the state of the draft; refused when it cannot be kept. */
  settle: () => Promise<string | null>
  /** Sends nothing more of what was typed, and gives the state of the draft. */
  drop: () => Promise<string | null>
}

const pause_ms = 600

/**
 * The flow that somebody writes, kept by itself a moment after each change, one request at a time. What the service
 * answers becomes the page's own, unless more was typed meanwhile. What it did not keep stays, and is sent again with
 * the next change.
 */
export function useDraft(administration_id: string, shown: ShownFlow): Draft {
  const [flow, setFlow] = useState(() => flowIn(shown.definition))
  const { written, revision, running, failed, saving, problem, flush, wait, stop } = useSaving(
    { administration_id, code: shown.code, revision: shown.revision },
    setFlow,
  )

  // A colleague changed it while nothing was typed here. What was typed is refused when sent, and the page says so.
  useEffect(() => {
    if (shown.revision === revision.current || written.current !== null || running.current !== null) return
    revision.current = shown.revision
    setFlow(flowIn(shown.definition))
  }, [shown, revision, written, running])

  // What was typed last is kept when the page is left, and whoever leaves it when that is refused is asked.
  useUnsaved(saving === 'waiting' || saving === 'saving' || saving === 'refused', async () => {
    await (written.current === null ? running.current : flush())
    return written.current === null
  })
  useEffect(() => () => void (written.current === null ? null : flush()), [flush, written])

  return {
    flow,
    saving,
    problem,
    change: (next) => {
      setFlow(next)
      written.current = next
      wait()
    },
    retry: () => void flush(),
    settle: async () => {
      await flush()
      if (written.current !== null && failed.current !== null) throw failed.current
      return revision.current
    },
    drop: async () => {
      stop()
      written.current = null
      await running.current
      written.current = null
      return revision.current
    },
  }
}

type Saved = { administration_id: string; code: string; revision: string | null }

/** Sends what was written, and keeps what the service did not take. */
function useSaving({ administration_id, code, revision: began }: Saved, setFlow: (flow: Flow) => void) {
  const queries = useQueryClient()
  const [saving, setSaving] = useState<Saving>('nothing')
  const [problem, setProblem] = useState<ConsoleError | null>(null)
  const written = useRef<Flow | null>(null)
  const revision = useRef(began)
  const failed = useRef<ConsoleError | null>(null)
  const running = useRef<Promise<void> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)

  const send = useCallback(async (): Promise<void> => {
    for (let definition = written.current; definition !== null; definition = written.current) {
      written.current = null
      setSaving('saving')
      const takes = { administration_id, code, definition: { ...definition }, revision: revision.current }
      const answer = await ask('flow_versions.save', takes).catch((refused: unknown) => {
        written.current ??= definition
        throw refused
      })
      revision.current = answer.revision
      await keepAnswer(queries, flowQuery(administration_id, code), answer)
      if (written.current === null) setFlow(flowIn(answer.definition))
    }
    failed.current = null
    setSaving('saved')
    setProblem(null)
  }, [administration_id, code, queries, setFlow])

  const stop = (): void => {
    if (timer.current) clearTimeout(timer.current)
  }
  const flush = useCallback((): Promise<void> => {
    if (timer.current) clearTimeout(timer.current)
    running.current ??= send()
      .catch((refused: unknown) => {
        if (!(refused instanceof ConsoleError)) throw refused
        failed.current = refused
        setProblem(refused)
        setSaving('refused')
      })
      .finally(() => {
        running.current = null
      })
    return running.current
  }, [send])
  const wait = (): void => {
    setSaving('waiting')
    stop()
    timer.current = setTimeout(() => void flush(), pause_ms)
  }
  return { written, revision, running, failed, saving, problem, flush, wait, stop }
}
