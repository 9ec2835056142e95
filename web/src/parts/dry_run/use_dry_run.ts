import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { ask } from '../../api/client.ts'
import { ConsoleError } from '../../api/console_error.ts'
import { type DryRunPurpose, type DryRunState, dryRunQuery } from '../../api/flows.ts'

type Wanted = {
  administration_id: string
  purpose: DryRunPurpose
  code?: string
  /** What is tried: another one is counted anew. Null while there is nothing to try. */
  trying: string | null
}

export type DryRunView = { run: DryRunState | null; failed: boolean; again: () => void }

/** A pause in typing, so that not every letter is counted. */
const pause_ms = 500

/** Counts what would happen, each time that something else is tried. */
export function useDryRun({ administration_id, purpose, code, trying }: Wanted): DryRunView {
  const [id, setId] = useState<string | null>(null)
  const [refused, setRefused] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const query = useQuery(dryRunQuery(administration_id, id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is one to count again.
  useEffect(() => {
    if (trying === null) return setId(null)
    let left = false
    const start = async (): Promise<void> => {
      try {
        const started = await ask('dry_runs.start', { administration_id, purpose, code: code ?? null })
        if (!left) setId(started.id)
      } catch (problem) {
        if (!(problem instanceof ConsoleError)) throw problem
        if (!left) setRefused(true)
      }
    }
    setRefused(false)
    const timer = setTimeout(() => void start(), pause_ms)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [administration_id, purpose, code, trying, attempts])
  const again = useCallback(() => setAttempts((count) => count + 1), [])
  const run = query.data ?? null
  return { run, failed: refused || query.isError || run?.status === 'failed', again }
}
