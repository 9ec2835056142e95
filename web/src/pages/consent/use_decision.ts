import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { answerAuthorization } from '../../api/client.ts'
import { ConsoleError } from '../../api/console_error.ts'
import type { Reach } from '../../parts/administration_picker.tsx'
import { sayRefusal } from '../../words/refusals.ts'
import { useWords } from '../../words/words.tsx'
import { askedIn } from './asked.ts'

export type Decision = 'allow' | 'deny'
type Chosen = { permissions: readonly string[]; reach: Reach }

/** Sends what a person decides once, and leaves with the answer; what was refused is said, and can be tried again. */
export function useDecision(query: string, csrf_token: string) {
  const { words } = useWords()
  const queries = useQueryClient()
  const [deciding, setDeciding] = useState<Decision | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    // Whoever comes back finds the page as it was left, and can decide anew.
    const comeBack = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) setDeciding(null)
    }
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [])

  const send = async (decision: Decision, { permissions, reach }: Chosen): Promise<void> => {
    setDeciding(decision)
    setRefusal(null)
    const administrations = reach.all ? 'all' : reach.ids.join(' ')
    const answer = { ...askedIn(query), csrf_token, decision, permissions: permissions.join(' '), administrations }
    try {
      const { redirect_to } = await answerAuthorization(answer)
      location.assign(redirect_to)
    } catch (problem) {
      setDeciding(null)
      if (!(problem instanceof ConsoleError)) throw problem
      if (problem.status !== 400) return setRefusal(sayRefusal(words, problem))
      // The application or the rights of the person changed since the page was opened.
      setRefusal(words.problem_changed_elsewhere)
      await queries.invalidateQueries({ queryKey: ['authorization'] })
    }
  }
  return {
    deciding,
    refusal,
    decide: (decision: Decision, chosen: Chosen): void => {
      if (deciding === null) void send(decision, chosen)
    },
  }
}
