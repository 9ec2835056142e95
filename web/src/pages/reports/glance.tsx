import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  type Ageing,
  ageingQuery,
  type DsoRow,
  type ForecastCheck,
  forecastCheckQuery,
  forecastQuery,
  type Months,
  monthsQuery,
  promisesQuery,
} from '../../api/reports.ts'
import type { Column } from '../../parts/table/columns.ts'
import { ExportMenu } from '../../parts/table/export_menu.tsx'
import { counted, fill } from '../../words/fill.ts'
import { sayMoney, sayMonth, sayPercent, sayShare } from '../../words/formats.ts'
import { no_value } from '../../words/say_segment.ts'
import { useWords } from '../../words/words.tsx'
import { AgeingCard, type AgeingLine, ageingLines, useAgeingColumns } from './ageing.tsx'
import { Loaded, readRows } from './card.tsx'
import { sayDifference } from './checked.tsx'
import { DsoCard, useDsoColumns } from './dso.tsx'
import { ForecastCard } from './forecast.tsx'
import { keptOf } from './promises.tsx'
import classes from './reports.module.css'
import { type Choice, searchWith, type Tab } from './use_choice.ts'

/** The reports beside each other. */
export function Glance({ choice }: { choice: Choice }) {
  const { administration_id, day, by, filter } = choice
  const split = { ...filter, day, by }
  const ageing = useQuery({ ...ageingQuery(administration_id, split), placeholderData: (old) => old })
  const months = useQuery({ ...monthsQuery(administration_id, split), placeholderData: (old) => old })
  const forecast = useQuery({ ...forecastQuery(administration_id, filter), placeholderData: (old) => old })
  const check = useQuery({ ...forecastCheckQuery(administration_id, filter), placeholderData: (old) => old })
  return (
    <>
      {ageing.data && months.data && <SegmentFile choice={choice} ageing={ageing.data} months={months.data} />}
      <div className={classes.glance}>
        <Loaded query={ageing} height={340}>
          {(data) => <AgeingCard choice={choice} ageing={data} short />}
        </Loaded>
        <Loaded query={months} height={340}>
          {(data) => <DsoCard choice={choice} months={data} short />}
        </Loaded>
      </div>
      <Loaded query={forecast} height={290}>
        {(data) => <ForecastCard forecast={data} check={check.data} />}
      </Loaded>
      <Figures choice={choice} months={months.data} check={check.data} />
    </>
  )
}

type Line = AgeingLine & { dso: DsoRow | undefined }

/** Ageing and days sales outstanding of each segment, as one file. */
function SegmentFile({ choice, ageing, months }: { choice: Choice; ageing: Ageing; months: Months }) {
  const { words } = useWords()
  const ages: Column<Line>[] = useAgeingColumns(choice, ageing)
  const figures = useDsoColumns<DsoRow>(months.currency_code).slice(0, 3)
  const dso = figures.map(
    ({ id, title, file }): Column<Line> => ({
      ...{ id, title: `${words.reports_dso} ${title}`, cell: () => null },
      file: (row) => (row.dso ? (file?.(row.dso) ?? null) : null),
    }),
  )
  const of = new Map(months.segments.map((row) => [row.segment ?? no_value, row]))
  const last = months.months.at(-1)
  const lines = ageingLines(ageing).map((row): Line => {
    const whole = row.whole && last ? { ...last, segment: null } : undefined
    return { ...row, dso: whole ?? of.get(row.id) }
  })
  return (
    <ExportMenu
      name={`${words.nav_reports} ${ageing.day}`}
      columns={[...ages, ...dso]}
      count={undefined}
      read={readRows(lines)}
    />
  )
}

/** Figures of the other reports, each with the way to it. */
type FiguresProps = { choice: Choice; months: Months | undefined; check: ForecastCheck | undefined }

function Figures({ choice, months, check }: FiguresProps) {
  const { words, language } = useWords()
  const { administration_id, day, filter } = choice
  const promises = useQuery(promisesQuery(administration_id, { ...filter, day }))
  const last = months?.months.at(-1)
  const { kept, ended } = keptOf(promises.data?.months ?? [])
  return (
    <dl className={classes.figures}>
      {last && (
        <Figure
          tab="effectiveness"
          name={fill(words.reports_figure_collected, { month: sayMonth(last.day, language) })}
        >
          {last.effectiveness === null ? '–' : sayPercent(last.effectiveness, language)}
        </Figure>
      )}
      {promises.data && (
        <Figure tab="promises" name={words.reports_figure_promises}>
          {ended === 0
            ? '–'
            : `${fill(words.reports_kept_of, { kept, ended })} · ${sayShare(String(kept), String(ended), language)}`}
        </Figure>
      )}
      {months && <PaidBefore months={months} />}
      {check && (
        <Figure tab="forecast" name={words.reports_figure_check}>
          {sayDifference(check, language)}
          {check.said !== '0.00' && (
            <span className={classes.beside_figure}>
              {fill(words.reports_check_figures, {
                said: sayMoney(check.said, check.currency_code, language),
                came: sayMoney(check.came, check.currency_code, language),
              })}
            </span>
          )}
        </Figure>
      )}
    </dl>
  )
}

/** What a first reminder does, over the months that are shown. */
function PaidBefore({ months: { months } }: { months: Months }) {
  const { words, language } = useWords()
  const reminded = months.reduce((sum, month) => sum + month.reminded, 0)
  const paid = months.reduce((sum, month) => sum + month.paid_before_second, 0)
  return (
    <Figure tab="effectiveness" name={words.reports_figure_paid_before}>
      {reminded === 0 ? '–' : sayShare(String(paid), String(reminded), language)}
      {reminded > 0 && (
        <span className={classes.beside_figure}>
          {counted(reminded, words.reports_of_invoice, words.reports_of_invoices)}
        </span>
      )}
    </Figure>
  )
}

function Figure({ tab, name, children }: { tab: Tab; name: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        <Link className="link" to="." search={searchWith({ tab }) as never}>
          {name}
        </Link>
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
