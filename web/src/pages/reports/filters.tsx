import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useId, useState } from 'react'
import type { Choices, SegmentName } from '../../api/reports.ts'
import { Icon } from '../../parts/icons.tsx'
import { Chip, MoreFilters } from '../../parts/table/filter_bar.tsx'
import { usePhone } from '../../parts/use_phone.ts'
import { useCurrency } from '../../session/use_currency.ts'
import { sayDay, sayNumber } from '../../words/formats.ts'
import { no_value, saySegment, segments } from '../../words/say_segment.ts'
import { useWords } from '../../words/words.tsx'
import classes from './reports.module.css'
import { type Choice, type Tab, useGo } from './use_choice.ts'

/** What says something about a day that can be chosen; the forecast begins today. */
const dated: ReadonlySet<Tab> = new Set<Tab>(['glance', 'ageing', 'dso', 'effectiveness', 'promises'])
const split: ReadonlySet<Tab> = new Set<Tab>(['glance', 'ageing', 'dso'])

type Props = { choice: Choice; choices: Choices }

/** The day, what the report is narrowed down to, and what it is split by. On a phone they wait behind a button. */
export function Filters(props: Props) {
  const { words, language } = useWords()
  const { today, day, filter } = props.choice
  const phone = usePhone()
  const [opened, setOpened] = useState(false)
  const id = useId()
  if (!phone) {
    return (
      <search className={classes.bar}>
        <Fields {...props} />
      </search>
    )
  }
  const set = Object.keys(filter).length
  return (
    <search className={classes.folded}>
      <Button
        variant="default"
        aria-expanded={opened}
        aria-controls={id}
        leftSection={<Icon name="settings" size={16} />}
        onClick={() => setOpened(!opened)}
      >
        {[words.table_filter, set > 0 && sayNumber(set, language), day !== today && sayDay(day, language)]
          .filter(Boolean)
          .join(' · ')}
      </Button>
      <div id={id} className={classes.bar} hidden={!opened}>
        {opened && <Fields {...props} />}
      </div>
    </search>
  )
}

function Fields({ choice, choices }: Props) {
  const { words } = useWords()
  const { tab, today, day, by, filter } = choice
  const go = useGo()
  return (
    <>
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
      <Segments choice={choice} choices={choices} />
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
    </>
  )
}

/** What is chosen, each with the way to do without it, and what else there is: by kind where there is room for it. */
function Segments({ choice: { filter }, choices: { values } }: Props) {
  const said = useWords()
  const { words, language } = said
  const go = useGo()
  const roomy = useMediaQuery('(min-width: 90em)', true, { getInitialValueInEffect: false })
  const open = segments.filter(
    (segment) => !filter[segment] && values.filter((one) => one.segment === segment).length > 1,
  )
  const choicesOf = (segment: SegmentName, group?: string) =>
    values
      .filter((one) => one.segment === segment)
      .map(({ value, debtors }) => ({
        id: `${segment} ${value ?? no_value}`,
        label: `${saySegment(said, segment, value)} · ${sayNumber(debtors, language)}`,
        ...(group ? { group } : {}),
      }))
  const choose = (id: string): void => {
    const end = id.indexOf(' ')
    go({ [id.slice(0, end)]: id.slice(end + 1) })
  }
  return (
    <>
      {segments.map((segment) => {
        const chosen = filter[segment]
        return chosen ? (
          <Chip key={segment} chosen onToggle={() => go({ [segment]: '' })}>
            {`${words[`segment_${segment}`]}: ${saySegment(said, segment, chosen)}`}
          </Chip>
        ) : null
      })}
      {roomy ? (
        open.map((segment) => (
          <MoreFilters
            key={segment}
            label={words[`segment_${segment}`]}
            choices={choicesOf(segment)}
            onChoose={choose}
          />
        ))
      ) : (
        <MoreFilters
          choices={open.flatMap((segment) => choicesOf(segment, words[`segment_${segment}`]))}
          onChoose={choose}
        />
      )}
    </>
  )
}

/** Nothing is converted, so one currency is shown at a time. */
function CurrencyChoice({ choice, choices: { currencies } }: Props) {
  const { words } = useWords()
  const go = useGo()
  const books = useCurrency(choice.administration_id)
  const codes = [...new Set([books, ...currencies.map(({ currency_code }) => currency_code)])]
  if (codes.length < 2) return null
  return (
    <NativeSelect
      aria-label={words.segment_currency_code}
      title={words.segment_currency_code}
      size="xs"
      value={choice.filter.currency_code ?? books}
      onChange={({ currentTarget: { value } }) => go({ currency_code: value === books ? '' : value })}
      data={codes}
    />
  )
}
