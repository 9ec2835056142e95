import type { ReactNode } from 'react'
import type { CaseDossier } from '../../api/credit_cases.ts'
import { RecordLink } from '../../parts/records/links.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { sayDay, sayMoney } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import classes from './credit_case.module.css'

type ClaimProps = { dossier: CaseDossier; administration_id: string; currency_code: string; today: string }

/** The claim as a judge would read it: principal, each kind of costs line by line, what was paid, and what is left. */
export function Claim({ dossier, administration_id, currency_code, today }: ClaimProps) {
  const { words, language } = useWords()
  const money = (amount: string): string => sayMoney(amount, currency_code, language)
  const day = (on: string): string => sayDay(on, language)
  const { invoices, parts, settled } = dossier
  return (
    <Section title={words.claim_heading} sentence={words.claim_sentence}>
      <Card>
        <Part title={words.claim_principal} total={money(dossier.principal)}>
          {invoices.map((invoice) => (
            <tr key={invoice.id}>
              <th scope="row">
                <RecordLink family="invoices" administration_id={administration_id} id={invoice.id}>
                  {invoice.invoice_number}
                </RecordLink>
              </th>
              <td>{`${words.record_due_date} ${day(invoice.due_date)}`}</td>
              <td className={classes.amount}>{money(invoice.total_amount)}</td>
            </tr>
          ))}
        </Part>
        {parts.map(({ cost_type, lines, total }) => (
          <Part key={cost_type} title={sayType(words, 'cost', cost_type)} total={money(total)}>
            {lines.map((line) => (
              <tr key={`${line.day} ${line.invoice_number} ${line.amount}`}>
                <th scope="row">{line.invoice_number}</th>
                <td>{[day(line.day), line.rule].filter(Boolean).join(', ')}</td>
                <td className={classes.amount}>{money(line.amount)}</td>
              </tr>
            ))}
          </Part>
        ))}
        {settled.length > 0 && (
          <Part title={words.claim_settled} total={money(negated(dossier.settled_total))}>
            {settled.map((one) => (
              <tr key={`${one.day} ${one.invoice_number} ${one.cost_type} ${one.amount}`}>
                <th scope="row">{one.invoice_number}</th>
                <td>
                  {[
                    day(one.day),
                    sayType(words, 'transaction', one.transaction_type ?? 'payment'),
                    one.cost_type === 'principal' ? null : sayType(words, 'cost', one.cost_type),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </td>
                <td className={classes.amount}>{money(negated(one.amount))}</td>
              </tr>
            ))}
          </Part>
        )}
        <p className={classes.to_pay}>
          <span>{`${words.claim_to_pay} ${day(today)}`}</span>
          <strong>{money(dossier.total)}</strong>
        </p>
      </Card>
    </Section>
  )
}

const negated = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

function Part({ title, total, children }: { title: string; total: string; children: ReactNode }) {
  return (
    <table className={classes.part} aria-label={title}>
      <thead>
        <tr>
          <th scope="col" colSpan={2}>
            {title}
          </th>
          <th scope="col" className={classes.amount}>
            {total}
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
