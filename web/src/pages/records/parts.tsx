import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConsoleError } from '../../api/console_error.ts'
import type { Invoice } from '../../api/records.ts'
import { DataTable, type Row } from '../../parts/data_table.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { LoadFailed } from '../../parts/states.tsx'
import { useSignedIn } from '../../shell/signed_in.tsx'
import { counted } from '../../words/fill.ts'
import { sayDay, sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { Marks } from './marks.tsx'
import classes from './record.module.css'

/** Shows a page of an administration to those who reach it, and tells everybody else what is the matter. */
export function WithinReach({ administration_id, children }: { administration_id: string; children: ReactNode }) {
  const { administrations } = useSignedIn()
  return administrations.some(({ id }) => id === administration_id) ? children : <NoReach />
}

export function NoReach() {
  const { words } = useWords()
  return (
    <>
      <PageHeading title={words.record_no_reach_heading} sentence={words.record_no_reach_sentence} />
      <Back />
    </>
  )
}

/** Why a record is not shown. */
export function RecordFailed({ error, retry }: { error: Error; retry: () => void }) {
  const code = error instanceof ConsoleError ? error.code : ''
  if (code === 'not_found') return <Gone />
  if (code === 'forbidden') return <NoReach />
  return <LoadFailed error={error} retry={retry} />
}

export function Gone() {
  const { words } = useWords()
  return (
    <>
      <PageHeading title={words.record_gone_heading} sentence={words.record_gone_sentence} />
      <Back />
    </>
  )
}

function Back() {
  const { words } = useWords()
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
      {words.record_back}
    </Button>
  )
}

/** A name and its value; one that is the sum of those above it is `strong`. */
export type Fact = [label: string, value: ReactNode, weight?: 'strong']

/** Names and values on a sheet; what is empty is left out. */
export function Facts({ title, facts }: { title: string; facts: Fact[] }) {
  const there = facts.filter(([, value]) => value !== null && value !== undefined && value !== '')
  return (
    <Section title={title}>
      <Card>
        <dl className={classes.facts}>
          {there.map(([label, value, weight]) => (
            <div key={label} className={classes.fact} data-strong={weight}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </Section>
  )
}

/** `key` tells badges apart that may say the same. */
export type Badge = { text: string; tone?: 'good' | 'bad'; key?: string }

export function Badges({ badges }: { badges: Badge[] }) {
  if (badges.length === 0) return null
  return (
    <ul className={classes.badges}>
      {badges.map(({ text, tone, key = text }) => (
        <li key={key} className={classes.badge} data-tone={tone}>
          {text}
        </li>
      ))}
    </ul>
  )
}

/** How an invoice stands, in one word. */
export function useStanding(): (invoice: Pick<Invoice, 'open_amount' | 'due_date'>) => Badge {
  const { words } = useWords()
  const today = todayUtc()
  return ({ open_amount, due_date }) => {
    if (Number(open_amount) === 0) return { text: words.record_paid, tone: 'good' }
    // Nobody owes a credit note, so it is never late.
    if (Number(open_amount) < 0) return { text: words.record_credit_open }
    if (due_date >= today) return { text: words.record_open }
    const days = daysBetween(due_date, today)
    return { text: counted(days, words.record_overdue_days_one, words.record_overdue_days), tone: 'bad' }
  }
}

/** The day it is, as far as a page can know. */
export const todayUtc = (): string => new Date().toISOString().slice(0, 10)

const day_ms = 86_400_000
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / day_ms)

type ListedInvoice = Pick<
  Invoice,
  'id' | 'invoice_number' | 'due_date' | 'currency_code' | 'total_amount' | 'open_amount'
> & { holds?: readonly string[] }

/** Invoices as rows that lead to their pages. */
export function InvoiceTable({ label, invoices, place }: { label: string; invoices: ListedInvoice[]; place: string }) {
  const { words, language } = useWords()
  const standing = useStanding()
  const rows = invoices.map(
    (one): Row => ({
      key: one.id,
      cells: [
        <span key="link" className={classes.two}>
          <InvoiceLink administration_id={place} id={one.id}>
            {one.invoice_number}
          </InvoiceLink>
          <Marks holds={one.holds ?? []} />
        </span>,
        sayDay(one.due_date, language),
        standing(one).text,
        sayMoney(one.total_amount, one.currency_code, language),
        sayMoney(one.open_amount, one.currency_code, language),
      ],
    }),
  )
  return (
    <DataTable
      label={label}
      columns={[
        words.record_invoice_number,
        words.record_due_date,
        words.record_state,
        words.record_total_amount,
        words.record_open_amount,
      ]}
      numbers={[words.record_total_amount, words.record_open_amount]}
      rows={rows}
    />
  )
}

type LinkProps = { administration_id: string; id: string; children: ReactNode }

export function InvoiceLink({ administration_id, id, children }: LinkProps) {
  return (
    <Link
      className="link"
      to="/administrations/$administration_id/invoices/$record_id"
      params={{ administration_id, record_id: id }}
    >
      {children}
    </Link>
  )
}

export function DebtorLink({ administration_id, id, children }: LinkProps) {
  return (
    <Link
      className="link"
      to="/administrations/$administration_id/debtors/$record_id"
      params={{ administration_id, record_id: id }}
    >
      {children}
    </Link>
  )
}

export function CaseLink({ administration_id, id, children }: LinkProps) {
  return (
    <Link
      className="link"
      to="/administrations/$administration_id/credit_cases/$record_id"
      params={{ administration_id, record_id: id }}
    >
      {children}
    </Link>
  )
}
