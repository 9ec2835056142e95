import type { DeliveryStatus, Webhook } from '../../api/webhooks.ts'
import type { Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import classes from './webhooks.module.css'

type Judged = Pick<Webhook, 'status' | 'failing_since' | 'last_success_at'>

/** How a webhook does, in a word; the colour only helps. */
export function Health({ webhook }: { webhook: Judged }) {
  const { words } = useWords()
  const { tone, word } = judge(webhook)
  return (
    <span className={classes.health} data-health={tone}>
      {words[word]}
    </span>
  )
}

function judge({ status, failing_since, last_success_at }: Judged) {
  if (status === 'deactivated') return { tone: 'bad', word: 'webhook_deactivated' } as const
  if (status === 'paused') return { tone: 'none', word: 'webhook_paused' } as const
  if (failing_since !== null) return { tone: 'bad', word: 'webhook_failing' } as const
  if (last_success_at === null) return { tone: 'none', word: 'webhook_unused' } as const
  return { tone: 'good', word: 'webhook_healthy' } as const
}

const tones = { delivered: 'good', failed: 'bad', waiting: 'none', skipped: 'none' } as const

/** What became of a delivery. */
export function DeliveryState({ status }: { status: DeliveryStatus }) {
  const { words } = useWords()
  return (
    <span className={classes.health} data-health={tones[status]}>
      {words[`delivery_${status}`]}
    </span>
  )
}

/** Why an attempt failed, in words; what this page does not know is shown as it came. */
export function sayWebhookProblem(words: Words, problem: string | null, status: number | null): string {
  if (problem === null) return status === null ? '' : String(status)
  if (problem === 'answer' && status !== null) return `${words.webhook_problem_answer} ${status}`
  const key = `webhook_problem_${problem}`
  return key in words ? words[key as 'webhook_problem_timeout'] : problem
}
