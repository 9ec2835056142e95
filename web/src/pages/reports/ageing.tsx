import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Age, type Ageing, ageingQuery } from '../../api/reports.ts'
import type { Column } from '../../parts/table/columns.ts'
import { ExportMenu } from '../../parts/table/export_menu.tsx'
import { usePhone } from '../../parts/use_phone.ts'
import { fill } from '../../words/fill.ts'
import { sayDay, sayMoney, sayNumber, sayRoundMoney, sayShare } from '../../words/formats.ts'
import { no_value, saySegment } from '../../words/say_segment.ts'
import { sumOf } from '../../words/sum.ts'
import { useWords } from '../../words/words.tsx'
import { Card, How, Loaded, ReportTable, readRows } from './card.tsx'
import classes from './reports.module.css'
import { ages, type Choice, searchWith } from './use_choice.ts'

/** Ageing of one day, by segment. */
export function AgeingReport({ choice }: { choice: Choice }) {
  const { words, language } = useWords()
  const { administration_id, day, today, by, filter } = choice
  const query = useQuery({ ...ageingQuery(administration_id, { ...filter, day, by }), placeholderData: (old) => old })
  return (
    <Loaded query={query} height={320}>
      {(ageing) => (
        <>
          <AgeingCard choice={choice} ageing={ageing} exported />
          <How>
            {[
              fill(words.reports_ageing_how, { day: sayDay(ageing.day, language) }),
              ageing.credit_notes > 0 &&
                fill(words.reports_credit, {
                  amount: sayMoney(ageing.credit_amount, ageing.currency_code, language),
                }),
              by === 'label' && words.reports_label_how,
              day < today && words.reports_past,
            ]}
          </How>
        </>
      )}
    </Loaded>
  )
}

export type AgeingLine = Omit<Ageing['segments'][number], 'segment'> & {
  id: string
  segment: string | null
  whole: boolean
}

/** The lines of the table: each segment, and all together. */
export const ageingLines = ({ segments, together }: Ageing): AgeingLine[] => [
  ...segments.map((row) => ({ ...row, id: row.segment ?? no_value, whole: false })),
  ...(segments.length > 0 ? [{ ...together, id: 'together', segment: null, whole: true }] : []),
]

/** The columns of ageing, for the page and for a file; short ones are without cents, and say the same in a file. */
export function useAgeingColumns(choice: Choice, ageing: Ageing | undefined, short = false): Column<AgeingLine>[] {
  const said = useWords()
  const { words, language } = said
  const { by } = choice
  if (!ageing) return []
  const { currency_code } = ageing
  const say = (amount: string): string =>
    short ? sayRoundMoney(Number(amount), currency_code, language) : sayMoney(amount, currency_code, language)
  const money = (age: Age | 'total', title: string): Column<AgeingLine> => ({
    ...{ id: age, title, number: true, file: (row) => ({ number: row[age] }) },
    ...(age === 'total' ? {} : { mark: age }),
    cell: (row) => (
      <Behind choice={choice} line={row} age={age} ageing={ageing}>
        {row[age] === '0.00' ? null : say(row[age])}
      </Behind>
    ),
  })
  return [
    {
      ...{ id: 'segment', title: words[`segment_${by}`], always: true },
      file: (row) => (row.whole ? words.reports_together : saySegment(said, by, row.segment)),
      cell: (row) => (row.whole ? <strong>{words.reports_together}</strong> : saySegment(said, by, row.segment)),
    },
    { id: 'bar', title: words.reports_part, cell: (row) => <AgeBar line={row} whole={ageing.together.total} /> },
    ...ages.map((age) => money(age, words[`reports_age_${age}`])),
    money('total', words.reports_total),
    {
      ...{ id: 'invoices', title: words.reports_invoices, number: true },
      file: (row) => ({ number: String(row.invoices) }),
      cell: (row) => sayNumber(row.invoices, language),
    },
    {
      ...{ id: 'currency', title: words.segment_currency_code, optional: true, always_in_file: true },
      ...{ file: () => currency_code, cell: () => currency_code },
    },
  ]
}

type AgeingCardProps = {
  choice: Choice
  ageing: Ageing
  exported?: boolean
  /** Beside other reports: without cents, and without what only this report is for. */
  short?: boolean
}

export function AgeingCard({ choice, ageing, exported = false, short = false }: AgeingCardProps) {
  const { words, language } = useWords()
  const { together, currency_code, left_off } = ageing
  const columns = useAgeingColumns(choice, ageing, short)
  const phone = usePhone()
  // Beside others a phone has room for how much and how old; the figures are one tap further.
  const left_out = short ? (phone ? [...ages, 'invoices'] : ['invoices']) : []
  const lines = ageingLines(ageing)
  // One segment is no comparison: its ages are the lines then.
  const only = short && ageing.segments.length === 1
  const overdue = sumOf(ages.filter((age) => age !== 'not_due').map((age) => together[age]))
  const share = sayShare(overdue, together.total, language)
  return (
    <Card
      title={words.reports_open_by_age}
      sentence={fill(words.reports_overdue_share, { share })}
      beside={<strong className={classes.amount}>{sayMoney(together.total, currency_code, language)}</strong>}
    >
      {exported && (
        <ExportMenu name={words.reports_ageing} columns={columns} count={undefined} read={readRows(lines)} />
      )}
      {only ? (
        <AgesTable choice={choice} ageing={ageing} />
      ) : (
        <ReportTable
          label={words.reports_open_by_age}
          rows={lines}
          columns={columns.filter(({ id }) => id !== 'currency' && !left_out.includes(id))}
        />
      )}
      {phone && short && !only && <Ages />}
      {lines.length === 0 && <p className={classes.none}>{words.reports_behind_none}</p>}
      {left_off > 0 && <p className={classes.none}>{fill(words.reports_left_off, { count: left_off })}</p>}
    </Card>
  )
}

/** What the colours of the bars mean, where no column says so. */
function Ages() {
  const { words } = useWords()
  return (
    <ul className={classes.ages} aria-hidden="true">
      {ages.map((age) => (
        <li key={age} data-age={age}>
          {words[`reports_age_${age}`]}
        </li>
      ))}
    </ul>
  )
}

/** The ages below each other, each with its part of all. */
function AgesTable({ choice, ageing }: { choice: Choice; ageing: Ageing }) {
  const { words, language } = useWords()
  const { together, currency_code } = ageing
  const whole = { ...together, id: 'together', segment: null, whole: true }
  const part = (age: Age): number => Number(together[age]) / Math.max(Number(together.total), 0.01)
  const rows = [...ages, 'total' as const].map((age) => ({ id: age }))
  return (
    <ReportTable
      label={words.reports_open_by_age}
      rows={rows}
      columns={[
        {
          ...{ id: 'age', title: words.reports_age },
          cell: ({ id }) => (id === 'total' ? <strong>{words.reports_together}</strong> : words[`reports_age_${id}`]),
        },
        {
          ...{ id: 'bar', title: words.reports_part },
          cell: ({ id }) =>
            id === 'total' ? (
              <AgeBar line={whole} whole={together.total} />
            ) : (
              <div className={classes.part}>
                <div className={classes.track} aria-hidden="true">
                  <div data-age={id} style={{ width: `${part(id) * 100}%` }} />
                </div>
                {sayShare(together[id], together.total, language)}
              </div>
            ),
        },
        {
          ...{ id: 'amount', title: words.reports_amount, number: true },
          cell: ({ id }) => (
            <Behind choice={choice} line={whole} age={id} ageing={ageing}>
              {together[id] === '0.00' ? null : sayMoney(together[id], currency_code, language)}
            </Behind>
          ),
        },
      ]}
    />
  )
}

/** How much of everything a segment is, and how old. */
function AgeBar({ line, whole }: { line: AgeingLine; whole: string }) {
  return (
    <div className={classes.track} aria-hidden="true">
      {ages.map((age) => (
        <div
          key={age}
          data-age={age}
          style={{ width: `${(Number(line[age]) / Math.max(Number(whole), 0.01)) * 100}%` }}
        />
      ))}
    </div>
  )
}

type BehindProps = { choice: Choice; line: AgeingLine; age: Age | 'total'; ageing: Ageing; children: ReactNode }

/** The way to the invoices behind a figure: today to their list, where something can be done; else to what was then. */
function Behind({ choice, line, age, ageing, children }: BehindProps) {
  const { administration_id, filter, by, day, today } = choice
  if (children === null) return '–'
  const own = line.whole ? {} : { [by]: line.segment ?? no_value }
  if (day < today) {
    const list = { ...own, behind: 'owed', age: age === 'total' ? '' : age, tab: 'ageing' }
    return (
      <Link className="link" to="." search={searchWith(list) as never}>
        {children}
      </Link>
    )
  }
  const { cases, ...segments } = filter
  const search = {
    ...{ ...segments, ...own, currency_code: ageing.currency_code },
    ...(age === 'total' ? {} : { show: age }),
    ...(cases === 'without' ? { marks: 'not_in_case' } : {}),
  }
  return (
    <Link
      className="link"
      to="/administrations/$administration_id/invoices"
      params={{ administration_id }}
      search={search as never}
    >
      {children}
    </Link>
  )
}
