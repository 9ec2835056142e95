import type { TodayPanel } from '../../api/today.ts'
import { fill } from '../../words/fill.ts'
import { sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import classes from './age_bar.module.css'

type Aged = Pick<TodayPanel, 'by_age' | 'book_currency_code'>

/** What is open by age, as parts of one bar; described in words for those who cannot see it. */
export function AgeBar({ of: { by_age, book_currency_code } }: { of: Aged }) {
  const { words, language } = useWords()
  const parts = by_age.filter(({ amount }) => Number(amount) > 0)
  if (parts.length === 0) return null
  const said = parts.map(
    ({ age, amount }) => `${words[`today_age_${age}`]} ${sayMoney(amount, book_currency_code, language)}`,
  )
  const label = fill(words.today_by_age, { currency: book_currency_code, parts: said.join(', ') })
  return (
    <div className={classes.bar} role="img" aria-label={label} title={label}>
      {parts.map(({ age, amount }) => (
        <span key={age} className={classes.part} data-age={age} style={{ flexGrow: Number(amount) }} />
      ))}
    </div>
  )
}

/** What the colours of the bar stand for, with their amounts. */
export function AgeLegend({ of: { by_age, book_currency_code } }: { of: Aged }) {
  const { words, language } = useWords()
  return (
    <dl className={classes.legend}>
      {by_age
        .filter(({ amount }) => Number(amount) > 0)
        .map(({ age, amount }) => (
          <div key={age}>
            <dt>
              <span className={classes.swatch} data-age={age} aria-hidden="true" />
              {words[`today_age_${age}`]}
            </dt>
            <dd data-number>{sayMoney(amount, book_currency_code, language)}</dd>
          </div>
        ))}
    </dl>
  )
}
