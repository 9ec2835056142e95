import type { ForecastCheck } from '../../api/reports.ts'
import { ColumnChart } from '../../parts/column_chart.tsx'
import { fill } from '../../words/fill.ts'
import { numbersIn, sayDay, sayMoney, sayRoundMoney, sayShortDay } from '../../words/formats.ts'
import type { Language } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import { Card } from './card.tsx'
import classes from './reports.module.css'

/** What the forecast would have said thirteen weeks ago, beside what came in. */
export function CheckedCard({ check }: { check: ForecastCheck }) {
  const { words, language } = useWords()
  const { day, said, came, weeks, currency_code } = check
  const money = (amount: string): string => sayMoney(amount, currency_code, language)
  return (
    <Card
      title={words.reports_check_title}
      sentence={fill(words.reports_check_sentence, {
        ...{ day: sayDay(day, language), said: money(said), came: money(came) },
      })}
      beside={<strong className={classes.amount}>{sayDifference(check, language)}</strong>}
    >
      <ColumnChart
        label={words.reports_check_title}
        legend={[
          ['likely', words.reports_check_said],
          ['done', words.reports_check_came],
        ]}
        headings={[words.reports_week, words.reports_check_said, words.reports_check_came]}
        sayTop={(value) => sayRoundMoney(value, currency_code, language)}
        columns={weeks.map((row) => ({
          ...{ key: row.week, name: sayDay(row.week, language), short: sayShortDay(row.week, language) },
          bars: [
            { tone: 'likely', value: Number(row.said) },
            { tone: 'done', value: Number(row.came) },
          ],
          cells: [money(row.said), money(row.came)],
        }))}
      />
    </Card>
  )
}

/** How much more or less came in than was said: −3.1 %. */
export function sayDifference({ said, came }: Pick<ForecastCheck, 'said' | 'came'>, language: Language): string {
  if (Number(said) === 0) return '–'
  const format = numbersIn(language, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  return format.format(Number(came) / Number(said) - 1)
}
