import { ConsoleError } from '../api/console_error.ts'
import { useBusy } from '../browser/use_busy.ts'
import { sayRefusal } from '../words/refusals.ts'
import { useWords } from '../words/words.tsx'
import { useNotice } from './notices.tsx'

/**
 * What a button does that asks nothing first: one attempt at a time, also of two clicks in one moment, and a notice
 * says why it was refused.
 */
export function useAttempt<Given extends unknown[]>(
  work: (...given: Given) => Promise<void>,
): { busy: boolean; attempt: (...given: Given) => void } {
  const { words } = useWords()
  const say = useNotice()
  const { busy, isBusy, setBusy } = useBusy()
  const attempt = async (...given: Given): Promise<void> => {
    if (isBusy()) return
    setBusy(true)
    try {
      await work(...given)
    } catch (problem) {
      if (!(problem instanceof ConsoleError)) throw problem
      say(sayRefusal(words, problem), undefined, 'bad')
    } finally {
      setBusy(false)
    }
  }
  return { busy, attempt: (...given) => void attempt(...given) }
}
