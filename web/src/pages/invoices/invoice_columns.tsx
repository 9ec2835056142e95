import { VisuallyHidden } from '@mantine/core'
import type { InvoiceStatus, ListedInvoice } from '../../api/records.ts'
import { Icon } from '../../parts/icons.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { Grave, HeldBy, Soft } from '../../parts/table/cells.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { PanelLink } from '../../parts/table/panel_link.tsx'
import { useSignedIn, wholeName } from '../../session/signed_in.ts'
import { fill } from '../../words/fill.ts'
import { sayDay, sayMoney, sayNumber, sayShortDay } from '../../words/formats.ts'
import { initials } from '../../words/initials.ts'
import type { Words } from '../../words/languages.ts'
import { sayFlow, sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import classes from './invoices.module.css'

/** From so many days on a delay is grave. */
const grave_days = 60

/** The columns of the list of invoices. Owners are a column of it where debtors have some. */
export function useInvoiceColumns(administration_id: string, owned: boolean): Column<ListedInvoice>[] {
  const { words, language } = useWords()
  const day = (at: string) => <time dateTime={at}>{sayDay(at, language)}</time>
  return [
    {
      ...{ id: 'number', title: words.record_invoice_number, width: 120, phone: 'below' },
      orders: { asc: 'number_asc', desc: 'number_desc' },
      file: ({ invoice_number }) => invoice_number,
      cell: ({ id, invoice_number }) => <PanelLink id={id}>{invoice_number}</PanelLink>,
    },
    {
      ...{ id: 'debtor', title: words.record_debtor, phone: 'name', always: true },
      orders: { asc: 'debtor_asc', desc: 'debtor_desc' },
      file: ({ debtor_name }) => debtor_name,
      cell: ({ debtor_id, debtor_name }) => (
        <RecordLink family="debtors" administration_id={administration_id} id={debtor_id}>
          {debtor_name}
        </RecordLink>
      ),
    },
    {
      ...{ id: 'order_number', title: words.invoices_order_number, width: 90, yields: 'narrow' },
      orders: { asc: 'order_number_asc', desc: 'order_number_desc' },
      file: ({ order_number }) => order_number,
      cell: ({ order_number }) => <Soft>{order_number ?? '–'}</Soft>,
    },
    {
      ...{ id: 'invoice_date', title: words.record_invoice_date, width: 104, yields: 'panel', optional: true },
      orders: { asc: 'invoice_date_asc', desc: 'invoice_date_desc' },
      file: ({ invoice_date }) => ({ day: invoice_date }),
      cell: ({ invoice_date }) => day(invoice_date),
    },
    {
      ...{ id: 'due_date', title: words.record_due_date, width: 104, yields: 'panel' },
      orders: { asc: 'due_date_asc', desc: 'due_date_desc' },
      file: ({ due_date }) => ({ day: due_date }),
      cell: ({ due_date }) => day(due_date),
    },
    {
      ...{ id: 'days_overdue', title: words.record_days_overdue, width: 60, number: true },
      orders: { asc: 'due_date_desc', desc: 'due_date_asc' },
      file: ({ days_overdue }) => ({ number: String(days_overdue) }),
      cell: ({ days_overdue }) => (
        <Grave grave={days_overdue > grave_days}>{days_overdue > 0 ? sayNumber(days_overdue, language) : '–'}</Grave>
      ),
    },
    {
      ...{ id: 'status', title: words.invoices_status, width: 156, phone: 'beside' },
      file: ({ status }) => words[`invoice_status_${status}`],
      cell: (invoice) => <Status invoice={invoice} />,
    },
    {
      ...{ id: 'holds', title: words.invoices_next, width: 172, yields: 'panel' },
      file: ({ holds, next_step }) =>
        holds.length > 0
          ? holds.map((one) => sayType(words, 'hold', one)).join(', ')
          : next_step && sayType(words, 'flow_step', next_step),
      cell: (one) => <Next invoice={one} />,
    },
    ...furtherColumns(words, owned),
    {
      ...{ id: 'currency', title: words.invoices_currency, width: 80, yields: 'panel', optional: true },
      always_in_file: true,
      file: ({ currency_code }) => currency_code,
      cell: ({ currency_code }) => currency_code,
    },
    {
      ...{ id: 'total', title: words.record_total_amount, width: 100, number: true, yields: 'narrow' },
      orders: { asc: 'total_asc', desc: 'total_desc' },
      file: ({ total_amount }) => ({ number: total_amount }),
      cell: (one) => <Soft>{sayMoney(one.total_amount, one.currency_code, language)}</Soft>,
    },
    {
      ...{ id: 'open', title: words.record_open_amount, width: 120, number: true, phone: 'amount' },
      orders: { asc: 'amount_asc', desc: 'amount_desc' },
      file: ({ open_amount }) => ({ number: open_amount }),
      cell: (one) => <strong>{sayMoney(one.open_amount, one.currency_code, language)}</strong>,
    },
  ]
}

/** What few people want to see: it is there when somebody asks for it. */
const furtherColumns = (words: Words, owned: boolean): Column<ListedInvoice>[] => [
  {
    ...{ id: 'owner', title: words.segment_owner, width: 54, yields: 'panel', optional: !owned },
    file: ({ owner }) => owner,
    cell: ({ owner }) => (owner ? <Owner name={owner} /> : <Soft>–</Soft>),
  },
  {
    ...{ id: 'purchase_number', title: words.invoices_purchase_number, width: 110, yields: 'panel' },
    optional: true,
    file: ({ purchase_order_number }) => purchase_order_number,
    cell: ({ purchase_order_number }) => <Soft>{purchase_order_number ?? '–'}</Soft>,
  },
  {
    ...{ id: 'flow', title: words.record_flow, width: 130, yields: 'panel', optional: true },
    file: ({ flow_code }) => flow_code && sayFlow(words, flow_code),
    cell: ({ flow_code }) => <Soft>{flow_code ? sayFlow(words, flow_code) : '–'}</Soft>,
  },
  {
    ...{ id: 'labels', title: words.segment_label, width: 130, yields: 'panel', optional: true },
    file: ({ labels }) => labels.join(', '),
    cell: ({ labels }) => <Soft>{labels.join(', ') || '–'}</Soft>,
  },
]

/** Who looks after it, as short as can be: there is hardly anybody who does not know their own sign. */
function Owner({ name }: { name: string }) {
  const { person } = useSignedIn()
  const own = name === wholeName(person)
  return (
    <span className={classes.owner} data-own={own || undefined} title={name}>
      <span aria-hidden="true">{initials(name)}</span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  )
}

const tones: Partial<Readonly<Record<InvoiceStatus, 'water' | 'chestnut' | 'bad' | 'good' | 'ring'>>> = {
  ...{ paid: 'good', credit: 'ring', not_due: 'ring', promised: 'water', plan: 'water' },
  ...{ disputed: 'chestnut', case: 'chestnut', collectable: 'chestnut', promise_broken: 'bad' },
} as const

/** How an invoice stands: a dot, and always words with it. */
export function Status({ invoice: { status, status_day } }: { invoice: ListedInvoice }) {
  const { words, language } = useWords()
  const dated = status_day !== null && (status === 'promised' || status === 'paid')
  return (
    <span className={classes.status}>
      <span className={classes.dot} data-tone={tones[status] ?? 'plain'} />
      <span className={classes.words}>
        {dated
          ? fill(words[`invoice_status_${status}_on`], { day: sayShortDay(status_day, language) })
          : words[`invoice_status_${status}`]}
      </span>
    </span>
  )
}

/** What comes next, or what holds it. */
function Next({ invoice: { next_step, next_day, holds } }: { invoice: ListedInvoice }) {
  const { words, language } = useWords()
  if (holds.length > 0) return <HeldBy holds={holds} />
  if (next_step === null) return <Soft>–</Soft>
  return (
    <span className={classes.next}>
      <Icon name="engine" size={14} />
      {sayType(words, 'flow_step', next_step)}
      {next_day && ` · ${sayShortDay(next_day, language)}`}
    </span>
  )
}
