import { useQuery } from '@tanstack/react-query'
import { outlooksQuery } from '../../api/follow_up.ts'
import {
  caseNumbersQuery,
  debtorQuery,
  type Invoice,
  type RecordKey,
  type Standing,
  standingQuery,
} from '../../api/records.ts'
import { Moment } from '../../parts/moment.tsx'
import { MailLinks, PhoneLink } from '../../parts/reach_links.tsx'
import { askedFacts } from '../../parts/records/asked.ts'
import { DocumentLink } from '../../parts/records/document_link.tsx'
import { type Fact, FactList, Facts } from '../../parts/records/facts.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import classes from '../../parts/records/record.module.css'
import { WhatComesNext } from '../../parts/records/what_comes_next.tsx'
import { Section } from '../../parts/section.tsx'
import { Settled } from '../../parts/settled.tsx'
import { sayDay, sayMoney } from '../../words/formats.ts'
import { sayFlow, sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'

type Props = { invoice: Invoice; invoice_key: RecordKey }

/** What is open, what comes next, and what the books say; all of it comes together, so that nothing moves. */
export function InvoiceSide({ invoice, invoice_key }: Props) {
  const { words } = useWords()
  const standing = useQuery(standingQuery(invoice_key, 'invoices'))
  const outlooks = useQuery(outlooksQuery(invoice_key, 'invoices'))
  const debtor = useQuery(debtorQuery({ administration_id: invoice_key.administration_id, id: invoice.debtor_id }))
  return (
    <Settled pending={[standing, outlooks, debtor].map(({ isPending }) => isPending)} rows={8}>
      <Section title={words.record_amounts}>
        <FactList facts={useAmounts(invoice, standing.data)} amounts />
      </Section>
      <WhatComesNext record_key={invoice_key} family="invoices" holds={standing.data?.holds ?? []} />
      <Documents invoice={invoice} />
      <Facts title={words.record_debtor} facts={useDebtorFacts(invoice, invoice_key)} />
      <Facts title={words.record_data} facts={useData(invoice, invoice_key)} />
    </Settled>
  )
}

/** What is asked, and when it is due. */
export function useAmounts(invoice: Invoice, standing: Standing | undefined): Fact[] {
  const { words, language } = useWords()
  const money = (amount: string): string => sayMoney(amount, invoice.currency_code, language)
  // Of a credit note nothing is asked.
  const sums = Number(invoice.open_amount) >= 0 ? (standing?.sums ?? []) : []
  return [
    [words.record_open_amount, money(invoice.open_amount)],
    ...askedFacts(sums, words, language).filter(([label]) => label !== words.asked_invoices),
    [words.record_total_amount, money(invoice.total_amount)],
    [words.record_due_date, sayDay(invoice.due_date, language)],
    [words.record_payment_date, invoice.payment_date && sayDay(invoice.payment_date, language)],
  ]
}

/** Whose it is, and how that debtor is reached. */
function useDebtorFacts(invoice: Invoice, { administration_id }: RecordKey): Fact[] {
  const { words } = useWords()
  const { data: debtor } = useQuery(debtorQuery({ administration_id, id: invoice.debtor_id }))
  const mail = debtor?.reminder_email_address || debtor?.primary_email_address
  return [
    [
      words.record_debtor,
      <RecordLink family="debtors" key="debtor" administration_id={administration_id} id={invoice.debtor_id}>
        {debtor?.name ?? invoice.debtor_number}
      </RecordLink>,
    ],
    [words.record_phone, debtor?.call_phone_number && <PhoneLink key="phone" number={debtor.call_phone_number} />],
    [words.invoice_reminders_to, mail && <MailLinks key="mail" addresses={mail} />],
  ]
}

/** Numbers by which people know it, and how it is followed up. */
export function useData(invoice: Invoice, { administration_id }: RecordKey): Fact[] {
  const { words, language } = useWords()
  const { active_credit_case_id: case_id, active_payment_plan_id: plan_id } = invoice
  const running = useQuery(caseNumbersQuery(administration_id, case_id ?? ''))
  return [
    [words.record_order_number, invoice.order_number],
    [words.record_purchase_order_number, invoice.purchase_order_number],
    [words.record_description, invoice.description],
    [
      words.record_case,
      case_id && (
        <RecordLink family="credit_cases" key="case" administration_id={administration_id} id={case_id}>
          {running.data?.data[0]?.credit_case_number ?? case_id}
        </RecordLink>
      ),
    ],
    [
      words.plans_plan,
      plan_id && (
        <RecordLink family="payment_plans" key="plan" administration_id={administration_id} id={plan_id}>
          {words.plan_active}
        </RecordLink>
      ),
    ],
    [words.record_invoice_date, sayDay(invoice.invoice_date, language)],
    [words.record_payment_method, sayType(words, 'method', invoice.payment_method)],
    [words.record_reminders, invoice.latest_reminder_at && <Moment key="last" at={invoice.latest_reminder_at} />],
    [words.record_flow, invoice.flow_code && sayFlow(words, invoice.flow_code)],
    [words.record_identifier, invoice.invoice_identifier],
    [words.record_updated_at, <Moment key="at" at={invoice.updated_at} />],
  ]
}

function Documents({ invoice: { document_url, ubl_document_url } }: { invoice: Invoice }) {
  const { words } = useWords()
  const links = [
    [document_url, words.record_document_pdf],
    [ubl_document_url, words.record_document_ubl],
  ] as const
  return (
    <Section title={words.record_documents}>
      {document_url || ubl_document_url ? (
        <ul className={classes.plain}>
          {links.map(
            ([url, text]) =>
              url && (
                <li key={text}>
                  <DocumentLink url={url}>{text}</DocumentLink>
                </li>
              ),
          )}
        </ul>
      ) : (
        <p className={classes.small}>{words.record_no_documents}</p>
      )}
    </Section>
  )
}
