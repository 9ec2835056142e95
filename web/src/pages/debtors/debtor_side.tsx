import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { outlooksQuery } from '../../api/follow_up.ts'
import {
  contactsQuery,
  type Debtor,
  debtorFactsQuery,
  type RecordKey,
  type Standing,
  standingQuery,
} from '../../api/records.ts'
import { type TodayInvoice, type TodayPanel, todayPanelQuery } from '../../api/today.ts'
import { AgeBar, AgeLegend } from '../../parts/records/age_bar.tsx'
import { askedFacts } from '../../parts/records/asked.ts'
import { FactList } from '../../parts/records/facts.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { WhatComesNext } from '../../parts/records/what_comes_next.tsx'
import { Settled } from '../../parts/settled.tsx'
import { useCurrency } from '../../session/use_currency.ts'
import { useToday } from '../../session/use_today.ts'
import { daysBetween } from '../../words/days.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayAmounts, sayMoney, sayShortDay } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { Agreements } from './agreements.tsx'
import { Contacts } from './contacts.tsx'
import classes from './debtors.module.css'

type Props = { debtor: Debtor; debtor_key: RecordKey }

/** What somebody has to know before speaking to a debtor; all of it comes together, so that nothing moves. */
export function DebtorSide({ debtor, debtor_key }: Props) {
  const { administration_id, id } = debtor_key
  const panel = useQuery(todayPanelQuery(administration_id, id))
  const standing = useQuery(standingQuery(debtor_key, 'debtors'))
  const outlooks = useQuery(outlooksQuery(debtor_key, 'debtors'))
  const facts = useQuery(debtorFactsQuery(debtor_key))
  const contacts = useQuery(contactsQuery(administration_id, debtor.debtor_number))
  const all = [panel, standing, outlooks, facts, contacts]
  return (
    <Settled pending={all.map(({ isPending }) => isPending)} rows={8}>
      {panel.data && <Owed debtor={debtor} debtor_key={debtor_key} panel={panel.data} standing={standing.data} />}
      <WhatComesNext record_key={debtor_key} family="debtors" holds={standing.data?.holds ?? []} shown={3} />
      <Contacts debtor={debtor} debtor_key={debtor_key} people={panel.data?.people ?? []} />
      {facts.data && <Agreements debtor={debtor} debtor_key={debtor_key} facts={facts.data} />}
    </Settled>
  )
}

type OwedProps = Props & { panel: TodayPanel; standing: Standing | undefined }

function Owed({ debtor, debtor_key, panel, standing }: OwedProps) {
  const { words, language } = useWords()
  const { administration_id, id } = debtor_key
  const currency_code = useCurrency(administration_id)
  const { credit_limit_amount } = debtor
  const asked = (standing?.sums ?? []).map((sum) => ({ amount: sum.asked_amount, currency_code: sum.currency_code }))
  const shown = asked.length > 0 ? asked : [{ amount: '0.00', currency_code }]
  const parts = askedFacts(standing?.sums ?? [], words, language).filter(([, amount]) => amount)
  const rows = panel.invoices.slice(0, rows_max)
  const open = sayAmounts(panel.open_amounts, language)
  const limit = credit_limit_amount && sayMoney(credit_limit_amount, currency_code, language)
  const beside = [
    ...(open ? [fill(words.debtor_of_open, { amount: open })] : []),
    ...(limit ? [fill(words.debtor_limit, { amount: limit })] : []),
  ]
  return (
    <section className={classes.part} aria-label={words.debtor_owed}>
      <h2>{words.debtor_owed}</h2>
      <div className={classes.owed}>
        <p className={classes.figure} data-number>
          {sayAmounts(shown, language)}
        </p>
        <p className={classes.beside}>
          {beside.map((one) => (
            <span key={one}>{one}</span>
          ))}
        </p>
      </div>
      <AgeBar of={panel} />
      <AgeLegend of={panel} />
      {/* One part alone says nothing that the figure above does not say. */}
      {parts.length > 2 && <FactList facts={parts} />}
      <ul className={classes.rows}>
        {rows.map((invoice) => (
          <Row key={invoice.id} invoice={invoice} administration_id={administration_id} />
        ))}
      </ul>
      {panel.open_invoices > rows.length && (
        <Link
          className="link"
          to="/administrations/$administration_id/debtors/$record_id"
          params={{ administration_id, record_id: id }}
          search={{ tab: 'invoices' }}
        >
          {counted(panel.open_invoices, words.debtor_all_open_one, words.debtor_all_open)}
        </Link>
      )}
    </section>
  )
}

const rows_max = 5

function Row({ invoice, administration_id }: { invoice: TodayInvoice; administration_id: string }) {
  const { words, language } = useWords()
  const today = useToday(administration_id)
  const { id, invoice_number, due_date, overdue, promised_on, disputed, amount, currency_code } = invoice
  const days = daysBetween(due_date, today)
  const state = disputed
    ? words.today_invoice_disputed
    : promised_on
      ? fill(words.today_invoice_promised, { day: sayShortDay(promised_on, language) })
      : overdue
        ? counted(days, words.debtor_late_one, words.debtor_late)
        : fill(words.debtor_due, { day: sayShortDay(due_date, language) })
  return (
    <li>
      <RecordLink family="invoices" administration_id={administration_id} id={id}>
        {invoice_number}
      </RecordLink>
      <span className={overdue && days > 60 ? classes.late : classes.use}>{state}</span>
      <span className={classes.amount} data-number>
        {sayMoney(amount, currency_code, language)}
      </span>
    </li>
  )
}
