import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { type Copying, copyText } from '../../browser/copy_text.ts'
import { InterestTable, Part, PaymentTable, Remarks, Rules, ToPay, useSaying } from '../../parts/law/calculation.tsx'
import { useLawWords } from '../../parts/law/use_law_words.ts'
import { fill } from '../../words/fill.ts'
import { sayReason } from '../../words/law/say_law.ts'
import { sumOf } from '../../words/sum.ts'
import { useWords } from '../../words/words.tsx'
import classes from './calculator.module.css'
import { claimsOf, currencyOf, type Debt, paymentsOf } from './debt.ts'
import type { Calculation } from './use_calculation.ts'

type ResultProps = { debt: Debt; calculations: readonly Calculation[] }

/** The calculation as a claim would have it, with the days that matter and why. */
export function Result({ debt, calculations }: ResultProps) {
  const currency_code = currencyOf(debt)
  const { words, money, day } = useSaying(currency_code)
  const { language } = useWords()
  const law_words = useLawWords()
  const law = debt.country.toLowerCase() as keyof typeof law_words.laws // The codes of countries are those of laws.
  const sum = (of: (one: Calculation) => string): string => sumOf(calculations.map(of))
  const [principal, interest, costs] = (['principal', 'interest', 'costs'] as const).map((part) =>
    sum(({ open }) => open[part]),
  ) as [string, string, string]
  const total = sumOf([principal, interest, costs])
  const sentence = fill(words.calculator_said, {
    ...{ law: law_words.laws[law], party: law_words.parties[debt.party], total: money(total), day: day(debt.until) },
    ...{ principal: money(principal), interest: money(interest), costs: money(costs) },
  })
  const parts = calculations.flatMap((one) => one.parts.map((part) => ({ ...part, source: part.source_code })))
  const reasons = calculations.flatMap((one) => one.reasons)
  const rules = [
    ...[...parts, ...reasons].map(({ rule }) => rule),
    ...calculations.map((one) => one.costs_rule),
  ].filter((one) => one !== null)
  const sheet = useRef<HTMLDivElement>(null)
  return (
    <>
      <div ref={sheet} aria-live="polite">
        <p className={classes.said}>{sentence}</p>
        <Part
          title={words.law_principal}
          total={money(sumOf(claimsOf(debt, language).map((one) => String(one.principal))))}
        >
          {null}
        </Part>
        <Tables debt={debt} calculations={calculations} currency_code={currency_code} law={law} />
        <ToPay label={`${words.calculator_total} ${day(debt.until)}`} total={money(total)} />
        <Days calculations={calculations} day={day} />
        <Remarks remarks={reasons.map((reason) => sayReason(law_words, reason, day))} />
        <Rules rules={rules} parts={parts} />
      </div>
      <Ways sheet={sheet} />
    </>
  )
}

type TablesProps = ResultProps & { currency_code: string; law: string }

/** Interest, costs and payments, each under the number of its invoice where there are several. */
function Tables({ debt, calculations, currency_code, law }: TablesProps) {
  const { money } = useSaying(currency_code)
  const { language } = useWords()
  const of = debt.items.flatMap((item) => {
    const calculation = calculations[debt.items.indexOf(item)]
    const number = debt.items.length > 1 && item.number ? { number: item.number } : {}
    return calculation ? [{ item, calculation, named: { key: String(item.key), ...number } }] : []
  })
  const interest = of.map(({ calculation, named }) => ({
    ...{ ...named, rows: calculation.parts.map((one) => ({ ...one, source: one.source_code })) },
  }))
  const paid = of.map(({ item, calculation, named }) => ({
    ...named,
    rows: paymentsOf(item.payments, language).flatMap((one, index) => {
      const settled = calculation.allocations[index]
      return settled ? [{ ...one, ...settled }] : []
    }),
  }))
  const shown = <Row,>(one: { rows: readonly Row[] }): boolean => one.rows.length > 0
  return (
    <>
      {interest.some(shown) && (
        <InterestTable
          total={sumOf(calculations.map((one) => one.interest))}
          currency_code={currency_code}
          of={interest.filter(shown)}
        />
      )}
      <Amounts calculations={calculations} money={money} />
      {paid.some(shown) && <PaymentTable law={law} currency_code={currency_code} of={paid.filter(shown)} />}
    </>
  )
}

type AmountsProps = { calculations: readonly Calculation[]; money: (amount: string) => string }

/** The scale of costs contains the fixed sum where there are both. */
function Amounts({ calculations, money }: AmountsProps) {
  const { words } = useSaying('EUR')
  const lines: [string, string][] = []
  const add = (label: string, amounts: readonly string[]): void => {
    const amount = sumOf([...amounts])
    if (Number(amount) !== 0) lines.push([label, money(amount)])
  }
  if (calculations.some(({ costs }) => costs === null)) lines.push([words.law_costs, words.calculator_court])
  add(
    words.law_costs,
    calculations.map(({ costs }) => costs ?? '0.00'),
  )
  add(
    words.calculator_fixed_sum,
    calculations.filter(({ costs }) => Number(costs) === 0 && costs !== null).map(({ fixed_sum }) => fixed_sum),
  )
  add(
    words.law_fees,
    calculations.map(({ reminder_fee }) => reminder_fee),
  )
  return lines.map(([label, amount]) => (
    <Part key={`${label} ${amount}`} title={label} total={amount}>
      {null}
    </Part>
  ))
}

type DaysProps = { calculations: readonly Calculation[]; day: (on: string) => string }

/** The first day of each, among all debts. */
function Days({ calculations, day }: DaysProps) {
  const { words } = useSaying('EUR')
  const first = (of: (one: Calculation) => string | null): string | null =>
    calculations
      .map(of)
      .filter((one) => one !== null)
      .sort()[0] ?? null
  const interest = first((one) => one.earliest_interest)
  const costs = first((one) => one.earliest_costs)
  const receipt = first((one) => one.receipt)
  const last_free_day = first((one) => one.last_free_day)
  const days: [string, string | null][] = [
    [words.calculator_earliest_interest, interest ? day(interest) : words.calculator_never],
    [words.calculator_earliest_costs, costs ? day(costs) : words.calculator_never],
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
