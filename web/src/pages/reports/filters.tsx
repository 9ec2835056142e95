import { NativeSelect, TextInput } from '@mantine/core'
import type { Choices } from '../../api/reports.ts'
import { Chip, MoreFilters } from '../../parts/table/filter_bar.tsx'
import { useCurrency } from '../../session/use_currency.ts'
import { sayNumber } from '../../words/formats.ts'
import { no_value, saySegment, segments } from '../../words/say_segment.ts'
import { useWords } from '../../words/words.tsx'
import classes from './reports.module.css'
import { type Choice, type Tab, useGo } from './use_choice.ts'

/** What says something about a day that can be chosen; the forecast begins today. */
const dated: ReadonlySet<Tab> = new Set<Tab>(['glance', 'ageing', 'dso', 'effectiveness', 'promises'])
const split: ReadonlySet<Tab> = new Set<Tab>(['glance', 'ageing', 'dso'])

/** The day, what the report is narrowed down to, and what it is told apart by. */
export function Filters({ choice, choices }: { choice: Choice; choices: Choices }) {
  const said = useWords()
  const { words, language } = said
  const { tab, today, day, by, filter } = choice
  const go = useGo()
  return (
    <search className={classes.bar}>
      {dated.has(tab) && (
        <div className={classes.labelled}>
          <span aria-hidden="true">{words.reports_day}</span>
          <TextInput
            type="date"
            aria-label={words.reports_day}
            size="xs"
            max={today}
            value={day}
            onChange={({ currentTarget: { value } }) => go({ day: value === today ? '' : value })}
          />
        </div>
      )}
      {segments.map((segment) => {
        const chosen = filter[segment]
        const values = choices.values.filter((one) => one.segment === segment)
        if (chosen) {
          const name = `${words[`segment_${segment}`]}: ${saySegment(said, segment, chosen)}`
          return (
            <Chip key={segment} chosen onToggle={() => go({ [segment]: '' })}>
              {name}
            </Chip>
          )
        }
        if (values.length < 2) return null
        return (
          <MoreFilters
            key={segment}
            label={words[`segment_${segment}`]}
            choices={values.map(({ value, debtors }) => ({
              id: value ?? no_value,
              label: `${saySegment(said, segment, value)} · ${sayNumber(debtors, language)}`,
            }))}
            onChoose={(value) => go({ [segment]: value })}
          />
        )
      })}
      <Chip
        chosen={filter.cases === 'without'}
        onToggle={() => go({ cases: filter.cases === 'without' ? '' : 'without' })}
      >
        {words.reports_without_cases}
      </Chip>
      <span className={classes.space} />
      {split.has(tab) && (
        <div className={classes.labelled}>
          <span aria-hidden="true">{words.reports_by}</span>
          <NativeSelect
            aria-label={words.reports_by}
            size="xs"
            value={by}
            onChange={({ currentTarget: { value } }) => go({ by: value === 'country' ? '' : value })}
            data={segments.map((value) => ({ value, label: words[`segment_${value}`] }))}
          />
        </div>
      )}
      <CurrencyChoice choice={choice} choices={choices} />
    </search>
  )
}

/** Nothing is converted, so one currency is shown at a time. */
function CurrencyChoice({ choice, choices: { currencies } }: { choice: Choice; choices: Choices }) {
  const { words } = useWords()
  const go = useGo()
  const books = useCurrency(choice.administration_id)
  const codes = [...new Set([books, ...currencies.map(({ currency_code }) => currency_code)])]
  if (codes.length < 2) return null
  return (
    <div className={classes.labelled}>
      <span aria-hidden="true">{words.segment_currency_code}</span>
      <NativeSelect
        aria-label={words.segment_currency_code}
        size="xs"
        value={choice.filter.currency_code ?? books}
        onChange={({ currentTarget: { value } }) => go({ currency_code: value === books ? '' : value })}
        data={codes}
      />
    </div>
  )
}
