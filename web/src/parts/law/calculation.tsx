import { Fragment, type ReactNode } from 'react'
import { fill } from '../../words/fill.ts'
import { sayDay, sayMoney } from '../../words/formats.ts'
import { sayOrder, sayRule, saySource } from '../../words/law/say_law.ts'
import { useWords } from '../../words/words.tsx'
import classes from './calculation.module.css'
import { useLawWords } from './use_law_words.ts'

// How interest, costs and payments were worked out, as tables that a judge can follow.

export type InterestPart = {
  from: string
  to: string
  days: number
  base: string
  rate: string
  amount: string
  rule: string
  source: string
  verified_on: string | null
}

export type SetOffPayment = { date: string; amount: string; costs: string; interest: string; principal: string }

/** What belongs to one invoice; without a number there is only one. */
type Of<One> = { key: string; number?: ReactNode; rows: readonly One[] }

type Amounts = { currency_code: string }

/** Amounts and days as the reader writes them. */
export function useSaying(currency_code: string) {
  const { words, language } = useWords()
  return {
    words,
    money: (amount: string): string => sayMoney(amount, currency_code, language),
    day: (on: string): string => sayDay(on, language),
    percent: (rate: string): string => `${language === 'nl' ? rate.replace('.', ',') : rate}\u00a0%`,
  }
}

/** A table under its title, with what it comes to. */
export function Part({ title, total, children }: { title: string; total?: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <p className={classes.title}>
        <span>{title}</span>
        {total !== undefined && <span className={classes.amount}>{total}</span>}
      </p>
      {children}
    </section>
  )
}

/** Interest, a row for each rate and each base: a change of either is seen. */
export function InterestTable({
  of,
  total,
  currency_code,
}: { of: readonly Of<InterestPart>[]; total: string } & Amounts) {
  const { words, money, day, percent } = useSaying(currency_code)
  return (
    <Part title={words.law_interest} total={money(total)}>
      <table className={classes.table} aria-label={words.law_interest}>
        <thead>
          <tr>
            <th scope="col">{words.law_period}</th>
            <th scope="col">{words.law_days}</th>
            <th scope="col">{words.law_rate}</th>
            <th scope="col">{words.law_over}</th>
            <th scope="col">{words.law_interest}</th>
          </tr>
        </thead>
        {of.map(({ key, number, rows }) => (
          <tbody key={key}>
            {number !== undefined && <NumberRow number={number} columns={5} />}
            {rows.map((part) => (
              <tr key={part.from}>
                <th scope="row">
                  {day(part.from)} – {day(part.to)}
                </th>
                <td>{part.days}</td>
                <td>{percent(part.rate)}</td>
                <td>{money(part.base)}</td>
                <td>{money(part.amount)}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </Part>
  )
}

const NumberRow = ({ number, columns }: { number: ReactNode; columns: number }) => (
  <tr className={classes.number}>
    <th scope="rowgroup" colSpan={columns}>
      {number}
    </th>
  </tr>
)

/** What each payment settled, in the order that the law has. */
export function PaymentTable({ of, law, currency_code }: { of: readonly Of<SetOffPayment>[]; law: string } & Amounts) {
  const { words, money, day } = useSaying(currency_code)
  const law_words = useLawWords()
  return (
    <Part title={words.law_payments}>
      <p className={classes.remark}>{sayOrder(law_words, law)}</p>
      <table className={classes.table} aria-label={words.law_payments}>
        <thead>
          <tr>
            <th scope="col">{words.law_day}</th>
            <th scope="col">{words.law_amount}</th>
            <th scope="col">{words.law_to_costs}</th>
            <th scope="col">{words.law_interest}</th>
            <th scope="col">{words.law_principal}</th>
          </tr>
        </thead>
        {of.map(({ key, number, rows }) => (
          <tbody key={key}>
            {number !== undefined && <NumberRow number={number} columns={5} />}
            {rows.map((one, index) => (
              // Two payments may be the same in everything; their order never changes.
              // biome-ignore lint/suspicious/noArrayIndexKey: there is nothing else to know them by.
              <tr key={index}>
                <th scope="row">{day(one.date)}</th>
                <td>{money(one.amount)}</td>
                <td>{money(one.costs)}</td>
                <td>{money(one.interest)}</td>
                <td>{money(one.principal)}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </Part>
  )
}

/** Every rule that the figures rest on, in words, and where the rates stand. */
export function Rules({ rules, parts }: { rules: readonly string[]; parts: readonly InterestPart[] }) {
  const { words, language } = useWords()
  const law_words = useLawWords()
  const sources = new Map(parts.map(({ source, verified_on }) => [source, verified_on]))
  const used = [...new Set(rules)]
  if (used.length === 0) return null
  return (
    <details className={classes.rules}>
      <summary>{words.law_rules}</summary>
      <dl>
        {used.map((code) => {
          const { name, text } = sayRule(law_words, code)
          return (
            <Fragment key={code}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </Fragment>
          )
        })}
      </dl>
      <ul>
        {[...sources].map(([code, verified_on]) => {
          const source = saySource(law_words, code)
          return (
            <li key={code}>
              {verified_on === null
                ? fill(words.law_source, { source })
                : fill(words.law_source_compared, { source, day: sayDay(verified_on, language) })}
            </li>
          )
        })}
      </ul>
    </details>
  )
}

/** What is to be paid, below everything that it is made of. */
export const ToPay = ({ label, total, aside }: { label: string; total: string; aside?: ReactNode }) => (
  <p className={classes.to_pay}>
    <span>
      <span>{label}</span>
      {aside && <span className={classes.aside}>{aside}</span>}
    </span>
    <strong>{total}</strong>
  </p>
)

export function Remarks({ remarks }: { remarks: readonly string[] }) {
  const once = [...new Set(remarks)]
  if (once.length === 0) return null
  return (
    <ul className={classes.remarks}>
      {once.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  )
}
