import type { Webhook } from '../../api/webhooks.ts'
import { useWords } from '../../words/words.tsx'
import { ColumnChart } from '../column_chart.tsx'

type Day = { day: string; delivered: number; failed_attempts: number; delay_ms: number; answer_ms: number }

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** How each day of the last month went: what arrived, what failed, and how late it was. */
export function WebhookChart({ webhook }: { webhook: Pick<Webhook, 'days'> }) {
  const { words } = useWords()
  // The service writes each day with these members.
  const days = webhook.days as unknown as Day[]
  if (days.length === 0) return <p className="hint">{words.webhook_nothing_sent}</p>
  return (
    <ColumnChart
      label={words.webhook_chart}
      legend={[
        ['done', words.delivery_delivered],
        ['late', words.webhook_failed_attempts],
      ]}
      columns={days.map(({ day, delivered, failed_attempts, delay_ms, answer_ms }) => ({
        key: day,
        name: day,
        short: day.slice(8),
        bars: [
          { tone: 'done', value: delivered },
          { tone: 'late', value: failed_attempts },
        ],
        cells: [String(delivered), String(failed_attempts), seconds(delay_ms), seconds(answer_ms)],
      }))}
      headings={[
        words.webhook_day,
        words.delivery_delivered,
        words.webhook_failed_attempts,
        words.webhook_delay,
        words.webhook_answer_time,
      ]}
      sayTop={String}
    />
  )
}
