import { NativeSelect, TextInput } from '@mantine/core'
import { sayDay, sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import classes from './agreements.module.css'
import { amountOf } from './cents.ts'
import type { Schedule, Term } from './schedule.ts'

type FieldsProps = {
  schedule: Schedule
  today: string
  onChange: (schedule: Schedule) => void
}

/** How many terms, from when and how often; or how much each of them is. */
export function TermsFields({ schedule, today, onChange }: FieldsProps) {
  const { words } = useWords()
  const text = (name: 'count' | 'each' | 'first_day') => ({
    value: schedule[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...schedule, [name]: value }),
  })
  return (
    <div className={classes.row}>
      <TextInput
        label={words.agree_count}
        inputMode="numeric"
        maxLength={3}
        {...text('count')}
        disabled={schedule.each !== ''}
      />
      <TextInput label={words.agree_each} inputMode="decimal" maxLength={20} {...text('each')} />
      <TextInput label={words.agree_first_day} type="date" min={today} {...text('first_day')} />
      <NativeSelect
        label={words.agree_every}
        data={(['month', 'week'] as const).map((value) => ({ value, label: words[`agree_every_${value}`] }))}
        value={schedule.every}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...schedule, every: value === 'week' ? 'week' : 'month' })
        }
      />
    </div>
  )
}

type ShownProps = { terms: readonly Term[] | null; total: bigint; currency_code: string }

/** The terms as they will be, with days and cents, and what they add up to. */
export function ShownTerms({ terms, total, currency_code }: ShownProps) {
  const { words, language } = useWords()
  if (!terms) return null
  const money = (amount: string): string => sayMoney(amount, currency_code, language)
  return (
    <section className={classes.group} aria-label={words.agree_terms}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <ol className={classes.items} tabIndex={0} aria-label={words.agree_terms}>
        {terms.map(({ due_date, amount }, place) => (
          <li key={due_date} className={classes.item}>
            <span>
              {place + 1}. {sayDay(due_date, language)}
            </span>
            <span className={classes.figure}>{money(amount)}</span>
          </li>
        ))}
      </ol>
      <p className={classes.item}>
        <span className={classes.total}>{words.agree_total}</span>
        <span className={`${classes.figure} ${classes.total}`}>{money(amountOf(total))}</span>
      </p>
    </section>
  )
}
