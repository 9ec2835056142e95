import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CaseDossier } from '../../api/credit_cases.ts'
import { Icon } from '../../parts/icons.tsx'
import { InterestTable, Part, PaymentTable, Remarks, Rules, ToPay, useSaying } from '../../parts/law/calculation.tsx'
import { useLawWords } from '../../parts/law/use_law_words.ts'
import { RecordLink } from '../../parts/records/links.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { fill } from '../../words/fill.ts'
import { sayCostStep, sayReason, sayRule } from '../../words/law/say_law.ts'
import { claimFor } from './claim_for.ts'
import classes from './credit_case.module.css'
import { Posted } from './posted.tsx'

type ClaimProps = { dossier: CaseDossier; administration_id: string; currency_code: string; tools: ReactNode }
type Calculation = CaseDossier['calculation']

/** The claim as a judge would read it: principal, interest by its parts, costs, what was paid, and what is left. */
export function Claim({ dossier, administration_id, currency_code, tools }: ClaimProps) {
  const { words, money, day } = useSaying(currency_code)
  const { laws, parties } = useLawWords()
  const { sums, on, law, party, party_assumed, invoices } = dossier.calculation
  const sentence = fill(words.claim_sentence, {
    ...{ law: laws[law], party: parties[party], total: money(sums.total), day: day(on) },
    ...{ principal: money(sums.open.principal), interest: money(sums.open.interest), costs: money(sums.open.costs) },
  })
  const parts = invoices.flatMap((one) => one.parts)
  const link = (one: Calculation['invoices'][number]) => (
    <RecordLink family="invoices" administration_id={administration_id} id={one.id}>
      {one.invoice_number}
    </RecordLink>
  )
  const paid = invoices.filter(({ payments }) => payments.length > 0)
  return (
    <Section
      title={words.claim_heading}
      sentence={party_assumed ? `${sentence} ${words.claim_assumed}` : sentence}
      action={tools}
    >
      <Card>
        <Part title={words.claim_principal} total={money(sums.principal)}>
          <table className={classes.part} aria-label={words.claim_principal}>
            <tbody>
              {invoices.map((one) => (
                <tr key={one.id}>
                  <th scope="row">{link(one)}</th>
                  <td>{`${words.record_due_date} ${day(one.due_date)}`}</td>
                  <td className={classes.amount}>{money(one.principal)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
        {parts.length > 0 && (
          <InterestTable
            total={sums.interest}
            currency_code={currency_code}
            of={invoices
              .filter((one) => one.parts.length > 0)
              .map((one) => ({ key: one.id, number: one.invoice_number, rows: one.parts }))}
          />
        )}
        <Costs calculation={dossier.calculation} currency_code={currency_code} />
        {paid.length > 0 && (
          <PaymentTable
            law={law}
            currency_code={currency_code}
            of={paid.map((one) => ({ key: one.id, number: one.invoice_number, rows: one.payments }))}
          />
        )}
        <ToPay
          label={`${words.claim_to_pay} ${day(on)}`}
          total={money(sums.total)}
          aside={Number(sums.more_tomorrow) > 0 && fill(words.claim_grows, { amount: money(sums.more_tomorrow) })}
        />
        {law !== 'none' && (
          <Link
            className={`link ${classes.calculate}`}
            to="/administrations/$administration_id/calculator"
            params={{ administration_id }}
            search={{ claim: JSON.stringify(claimFor(dossier.calculation)) }}
          >
            <Icon name="law" size={16} /> {words.claim_calculate}
          </Link>
        )}
        <Explained calculation={dossier.calculation} currency_code={currency_code} />
        <Posted dossier={dossier} currency_code={currency_code} />
      </Card>
    </Section>
  )
}

type CalculationProps = { calculation: Calculation; currency_code: string }

/** Costs with the slices of their scale, reminder costs, and what was waived. */
function Costs({ calculation: { invoices, sums }, currency_code }: CalculationProps) {
  const { words, money, percent } = useSaying(currency_code)
  const law_words = useLawWords()
  const charged = invoices.filter(({ costs_rule }) => costs_rule !== null)
  return (
    <>
      {charged.length > 0 && (
        <Part title={words.law_costs} total={money(sums.costs)}>
          <table className={classes.part} aria-label={words.law_costs}>
            {charged.map(({ id, invoice_number, costs, costs_rule, cost_steps }) => {
              const { name, text } = sayRule(law_words, costs_rule ?? '')
              return (
                <tbody key={id}>
                  <tr>
                    <th scope="row">{invoice_number}</th>
                    <td title={text}>{name}</td>
                    <td className={classes.amount}>{money(costs)}</td>
                  </tr>
                  {cost_steps.map((step, index) => {
                    const { name: line, share } = sayCostStep(law_words, step, index === 0, { money, percent })
                    return (
                      <tr key={line} className={classes.slice}>
                        <th scope="row">{line}</th>
                        <td>{share}</td>
                        <td className={classes.amount}>{money(step.amount)}</td>
                      </tr>
                    )
                  })}
                </tbody>
              )
            })}
          </table>
        </Part>
      )}
      {Number(sums.fees_open) !== 0 && <Line label={words.law_fees} amount={money(sums.fees_open)} />}
      {Number(sums.waived) !== 0 && <Line label={words.claim_waived} amount={money(`-${sums.waived}`)} />}
    </>
  )
}

const Line = ({ label, amount }: { label: string; amount: string }) => (
  <Part title={label} total={amount}>
    {null}
  </Part>
)

/** Why figures are what they are, and by which rules. */
function Explained({ calculation: { invoices }, currency_code }: CalculationProps) {
  const { words, day } = useSaying(currency_code)
  const law_words = useLawWords()
  const remarks = invoices.flatMap(({ invoice_number, last_free_day, reasons }) => [
    ...(last_free_day === null
      ? []
      : [fill(words.claim_free_until, { number: invoice_number, day: day(last_free_day) })]),
    ...reasons.map((reason) => sayReason(law_words, reason, day)),
  ])
  const rules = invoices.flatMap(({ parts, costs_rule, reasons }) => [
    ...[...parts.map(({ rule }) => rule), costs_rule, ...reasons.map(({ rule }) => rule)].filter((one) => one !== null),
  ])
  return (
    <>
      <Remarks remarks={remarks} />
      <Rules rules={rules} parts={invoices.flatMap((one) => one.parts)} />
    </>
  )
}
