import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { invoiceListQuery, type ListedInvoice } from '../../api/records.ts'
import type { Sandbox } from '../../api/sandbox.ts'
import { Key } from '../../parts/key.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { Section } from '../../parts/section.tsx'
import { RowsLoading } from '../../parts/states.tsx'
import { Grave } from '../../parts/table/cells.tsx'
import { daysBetween } from '../../words/days.ts'
import { counted } from '../../words/fill.ts'
import { sayMoney, sayShortDay } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { NobodyYet } from './nobody_yet.tsx'
import classes from './planned.module.css'

type Props = { sandbox: Sandbox; administration_id: string }

/** More than fit on a screen say nothing. */
const shown_max = 14
/** From so many days on a delay is grave. */
const grave_days = 60

/** Before anything happened: how the game goes, and who owes what here, for the clock to go through. */
export function Planned({ sandbox, administration_id }: Props) {
  const { words } = useWords()
  const { data } = useInfiniteQuery(invoiceListQuery(administration_id, { show: 'open', order: 'due_date_asc' }))
  if (!data) return <RowsLoading rows={8} />
  const invoices = data.pages.flatMap((page) => page.invoices).slice(0, shown_max)
  if (invoices.length === 0) return <NobodyYet administration_id={administration_id} />
  return (
    <>
      <ol className={classes.rules}>
        <Rule title={words.sandbox_rule_turn} hotkey={sandbox.next.length > 0 ? 'n' : 'm'}>
          {words.sandbox_rule_turn_sentence}
        </Rule>
        <Rule title={words.sandbox_rule_play}>{words.sandbox_rule_play_sentence}</Rule>
        <Rule title={words.sandbox_rule_read}>{words.sandbox_rule_read_sentence}</Rule>
      </ol>
      <Section
        title={words.sandbox_owed}
        action={
          <Link className="link" to="/administrations/$administration_id/invoices" params={{ administration_id }}>
            {words.sandbox_owed_all}
          </Link>
        }
      >
        <ul className={classes.owed}>
          {invoices.map((invoice) => (
            <Owed key={invoice.id} {...{ invoice, administration_id }} today={sandbox.today} />
          ))}
        </ul>
      </Section>
    </>
  )
}

function Rule({ title, hotkey, children }: { title: string; hotkey?: string; children: string }) {
  return (
    <li>
      <strong>
        {title} {hotkey && <Key of={hotkey} />}
      </strong>
      <span className="hint">{children}</span>
    </li>
  )
}

function Owed({
  invoice,
  administration_id,
  today,
}: {
  invoice: ListedInvoice
  administration_id: string
  today: string
}) {
  const { words, language } = useWords()
  const { id, invoice_number, debtor_id, debtor_name, due_date, open_amount, currency_code } = invoice
  const late = daysBetween(due_date, today)
  return (
    <li>
      <RecordLink family="debtors" administration_id={administration_id} id={debtor_id}>
        {debtor_name}
      </RecordLink>
      <span className={classes.number}>
        <RecordLink family="invoices" administration_id={administration_id} id={id}>
          {invoice_number}
        </RecordLink>
      </span>
      <span className="hint">
        {late > 0 ? (
          <Grave grave={late > grave_days}>{counted(late, words.sandbox_late_one, words.sandbox_late_days)}</Grave>
        ) : (
          `${words.sandbox_due} ${sayShortDay(due_date, language)}`
        )}
      </span>
      <span className={classes.amount}>{sayMoney(open_amount, currency_code, language)}</span>
    </li>
  )
}
