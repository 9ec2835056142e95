import { useState } from 'react'
import { useBusy } from '../browser/use_busy.ts'
import { fill } from '../words/fill.ts'
import { Refused } from './ask.ts'
import type { PortalWords } from './words/en.ts'

type Says = (words: PortalWords) => string

/** Sends something once at a time. What was typed stays where it is until the service has it. */
export function useSending<Answer, With extends unknown[] = []>(
  send: (...given: With) => Promise<Answer>,
  done: (answer: Answer) => void,
) {
  const { busy, isBusy, setBusy } = useBusy()
  const [problem, setProblem] = useState<Says | null>(null)
  const start = async (...given: With): Promise<void> => {
    if (isBusy()) return
    setBusy(true)
    setProblem(null)
    try {
      done(await send(...given))
    } catch (refused) {
      setProblem(() => sayRefused(refused))
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    problem,
    start: (...given: With) => void start(...given),
    complain: (says: Says) => setProblem(() => says),
  }
}

function sayRefused(refused: unknown): Says {
  if (!(refused instanceof Refused)) return (words) => words.failed
  const minutes = Math.max(1, Math.ceil(refused.wait_s / 60))
  if (refused.status === 429) return (words) => fill(words.too_many, { minutes })
  if (refused.about_files) return (words) => words.files_refused
  return (words) => (refused.status === 409 ? words.known_already : words.failed)
}
