import type { TodayPanel } from '../../api/today.ts'
import { fill } from '../../words/fill.ts'
import { sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import classes from './age_bar.module.css'

/** What is open by age, as parts of one bar; told in words to whoever does not see it. */
export function AgeBar({
  of: { by_age, book_currency_code },
}: {
  of: Pick<TodayPanel, 'by_age' | 'book_currency_code'>
}) {
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
