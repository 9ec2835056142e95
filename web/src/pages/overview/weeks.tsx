import type { Overview } from '../../api/types.ts'
import { ColumnChart } from '../../parts/column_chart.tsx'
import { fill } from '../../words/fill.ts'
import { sayDay, sayMoney, sayRoundMoney, sayShortDay } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import classes from './age_bars.module.css'

/** What came in and what is due, week by week. */
export function Weeks({ overview }: { overview: Overview }) {
  const { words, language } = useWords()
  const money = (amount: string | null): string =>
    amount === null ? '–' : sayMoney(amount, overview.currency_code, language)
  return (
    <section className={classes.part} aria-labelledby="by-week">
      <h2 id="by-week" className={classes.heading}>
        {words.overview_by_week}
      </h2>
      <p className={classes.sentence}>{words.overview_by_week_sentence}</p>
      <ColumnChart
        label={words.overview_by_week}
        legend={[
          ['done', words.overview_week_paid],
          ['coming', words.overview_week_expected],
        ]}
        headings={[words.overview_week, words.overview_week_paid, words.overview_week_expected]}
        sayTop={(value) => sayRoundMoney(value, overview.currency_code, language)}
        columns={overview.by_week.map(({ week, paid, expected }) => ({
          key: week,
          name: fill(words.overview_week_of, { day: sayDay(week, language) }),
          short: sayShortDay(week, language),
          bars: [
            ...(paid === null ? [] : [{ tone: 'done' as const, value: Number(paid) }]),
            ...(expected === null ? [] : [{ tone: 'coming' as const, value: Number(expected) }]),
          ],
          cells: [money(paid), money(expected)],
        }))}
      />
    </section>
  )
}
