import { useQuery } from '@tanstack/react-query'
import { paymentBehaviourQuery, type RecordKey } from '../../api/records.ts'
import { ColumnChart } from '../../parts/column_chart.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { counted, fill } from '../../words/fill.ts'
import { sayNumber, sayQuarter } from '../../words/formats.ts'
import type { Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'

/** Days after the due date, in words. */
export function sayBehaviour(days: number, words: Words): string {
  if (days === 0) return words.record_behaviour_on_time
  return days < 0
    ? counted(-days, words.record_behaviour_early_one, words.record_behaviour_early)
    : counted(days, words.record_behaviour_late_one, words.record_behaviour_late)
}

/** How a debtor pays, with what is open: who pays early and leaves the rest lying is late. */
export function sayPaying(average: number | null, overdue_days: number, words: Words): string {
  const paid =
    average === null ? words.behaviour_unknown : fill(words.behaviour_average, { how: sayBehaviour(average, words) })
  if (overdue_days === 0) return paid
  return `${paid} ${counted(overdue_days, words.behaviour_open_one, words.behaviour_open)}`
}

/** How a debtor pays over time; nothing for a debtor who never paid. */
export function Behaviour({ debtor_key }: { debtor_key: RecordKey }) {
  const { words, language } = useWords()
  const behaviour = useQuery(paymentBehaviourQuery(debtor_key))
  const quarters = behaviour.data?.quarters ?? []
  if (!quarters.some(({ days }) => days !== null)) return null
  return (
    <Section title={words.behaviour} sentence={words.behaviour_sentence}>
      <Card>
        <ColumnChart
          label={words.behaviour}
          legend={[
            ['late', words.behaviour_late],
            ['early', words.behaviour_early],
          ]}
          least={10}
          headings={[words.behaviour_quarter, words.record_behaviour, words.behaviour_invoices]}
          sayTop={(value) => fill(words.behaviour_days, { days: sayNumber(value, language) })}
          columns={quarters.map(({ quarter, days, invoices }) => ({
            key: quarter,
            name: sayQuarter(quarter),
            short: sayQuarter(quarter),
            bars: days === null ? [] : [{ tone: days > 0 ? 'late' : 'early', value: days }],
            cells: [days === null ? '–' : sayBehaviour(days, words), sayNumber(invoices, language)],
          }))}
        />
      </Card>
    </Section>
  )
}
