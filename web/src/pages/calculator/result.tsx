import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { type Copying, copyText } from '../../browser/copy_text.ts'
import { InterestTable, Part, PaymentTable, Remarks, Rules, ToPay, useSaying } from '../../parts/law/calculation.tsx'
import { useLawWords } from '../../parts/law/use_law_words.ts'
import { fill } from '../../words/fill.ts'
import { sayReason } from '../../words/law/say_law.ts'
import { sumOf } from '../../words/sum.ts'
import classes from './calculator.module.css'
import { claimOf, currencyOf, type Debt } from './debt.ts'
import type { Calculation } from './use_calculation.ts'

type ResultProps = { debt: Debt; calculation: Calculation }

/** The calculation as a claim would have it, with the days that matter and why. */
export function Result({ debt, calculation }: ResultProps) {
  const currency_code = currencyOf(debt)
  const { words, money, day } = useSaying(currency_code)
  const law_words = useLawWords()
  const { parts, open, reasons, allocations } = calculation
  const claim = claimOf(debt)
  const given = Array.isArray(claim.payments) ? (claim.payments as { date: string; amount: string }[]) : []
  const payments = given.flatMap((one, index) => {
    const settled = allocations[index]
    return settled ? [{ ...one, ...settled }] : []
  })
  const law = debt.country.toLowerCase() as keyof typeof law_words.laws // The codes of countries are those of laws.
  const total = sumOf([open.principal, open.interest, open.costs])
  const sentence = fill(words.calculator_said, {
    ...{ law: law_words.laws[law], party: law_words.parties[debt.party], total: money(total), day: day(debt.until) },
    ...{ principal: money(open.principal), interest: money(open.interest), costs: money(open.costs) },
  })
  const rules = [...parts.map(({ rule }) => rule), calculation.costs_rule, ...reasons.map(({ rule }) => rule)].filter(
    (one) => one !== null,
  )
  const sheet = useRef<HTMLDivElement>(null)
  return (
    <>
      <div ref={sheet} aria-live="polite">
        <p className={classes.said}>{sentence}</p>
        <Part title={words.law_principal} total={money(String(claim.principal))}>
          {null}
        </Part>
        {parts.length > 0 && (
          <InterestTable
            total={calculation.interest}
            currency_code={currency_code}
            of={[{ key: 'debt', rows: parts.map((one) => ({ ...one, source: one.source_code })) }]}
          />
        )}
        <Amounts calculation={calculation} money={money} />
        {payments.length > 0 && (
          <PaymentTable law={law} currency_code={currency_code} of={[{ key: 'debt', rows: payments }]} />
        )}
        <ToPay label={`${words.calculator_total} ${day(debt.until)}`} total={money(total)} />
        <Days calculation={calculation} day={day} />
        <Remarks remarks={reasons.map((reason) => sayReason(law_words, reason, day))} />
        <Rules rules={rules} parts={parts.map((one) => ({ ...one, source: one.source_code }))} />
      </div>
      <Ways sheet={sheet} />
    </>
  )
}

/** The scale of costs contains the fixed sum where there are both. */
function Amounts({ calculation, money }: { calculation: Calculation; money: (amount: string) => string }) {
  const { words } = useSaying('EUR')
  const { costs, fixed_sum, reminder_fee } = calculation
  const lines: [string, string][] = []
  if (costs === null) lines.push([words.law_costs, words.calculator_court])
  else if (Number(costs) !== 0) lines.push([words.law_costs, money(costs)])
  else if (Number(fixed_sum) !== 0) lines.push([words.calculator_fixed_sum, money(fixed_sum)])
  if (Number(reminder_fee) !== 0) lines.push([words.law_fees, money(reminder_fee)])
  return lines.map(([label, amount]) => (
    <Part key={label} title={label} total={amount}>
      {null}
    </Part>
  ))
}

function Days({ calculation, day }: { calculation: Calculation; day: (on: string) => string }) {
  const { words } = useSaying('EUR')
  const { earliest_interest, earliest_costs, receipt, last_free_day } = calculation
  const days: [string, string | null][] = [
    [words.calculator_earliest_interest, earliest_interest ? day(earliest_interest) : words.calculator_never],
    [words.calculator_earliest_costs, earliest_costs ? day(earliest_costs) : words.calculator_never],
    [words.calculator_receipt, receipt && day(receipt)],
    [words.calculator_last_free_day, last_free_day && day(last_free_day)],
  ]
  return (
    <dl className={classes.days}>
      {days.map(
        ([label, said]) =>
          said !== null && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{said}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** What can be done with a result: taken along as text, or on paper. */
function Ways({ sheet }: { sheet: React.RefObject<HTMLDivElement | null> }) {
  const { words } = useSaying('EUR')
  const [copying, setCopying] = useState<Copying>('idle')
  const copy = async (): Promise<void> => setCopying(await copyText(sheet.current?.innerText ?? '', sheet.current))
  return (
    <div className={classes.ways}>
      <Button variant="default" onClick={() => void copy()}>
        {copying === 'idle' ? words.calculator_copy : words[`calculator_${copying}`]}
      </Button>
      <Button variant="default" onClick={() => print()}>
        {words.calculator_print}
      </Button>
    </div>
  )
}
