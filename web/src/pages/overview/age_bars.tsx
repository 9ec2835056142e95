import { Link } from '@tanstack/react-router'
import type { Overview } from '../../api/types.ts'
import { sayMoney, sayNumber } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import classes from './age_bars.module.css'

/** The open amount by age: a table that anybody can read, with bars for those who see. */
export function AgeBars({ overview }: { overview: Overview }) {
  const { words, language } = useWords()
  const largest = Math.max(...overview.by_age.map(({ amount }) => Number(amount)), 1)
  return (
    <section className={classes.part} aria-labelledby="by-age">
      <h2 id="by-age" className={classes.heading}>
        {words.overview_by_age}
      </h2>
      <p className={classes.sentence}>{words.overview_by_age_sentence}</p>
      <table className={classes.table} aria-labelledby="by-age">
        <thead className={classes.head}>
          <tr>
            <th scope="col">{words.overview_age}</th>
            <td />
            <th scope="col">{words.overview_invoices}</th>
            <th scope="col">{words.overview_amount}</th>
          </tr>
        </thead>
        <tbody>
          {overview.by_age.map(({ age, invoices, amount }) => (
            <tr key={age} className={classes.row} data-age={age}>
              <th scope="row">
                <Link
                  className="link"
                  to="/administrations/$administration_id/invoices"
                  params={{ administration_id: overview.id }}
                  search={{ show: age }}
                >
                  {words[`age_${age}`]}
                </Link>
              </th>
              <td className={classes.track} aria-hidden="true">
                <div className={classes.bar} style={{ width: `${(Math.max(0, Number(amount)) / largest) * 100}%` }} />
              </td>
              <td className={classes.number}>{sayNumber(invoices, language)}</td>
              <td className={classes.number}>{sayMoney(amount, overview.currency_code, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
