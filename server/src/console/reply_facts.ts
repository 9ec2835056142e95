import { sql } from 'kysely'
import type { MemberContext } from '../api/context.ts'
import { refuse } from '../api/errors.ts'
import type { Day } from '../domain/days.ts'
import { refuseUnknownDebtor } from '../follow_up/known_debtor.ts'
import { outstanding } from '../follow_up/outstanding.ts'
import { sayAmount, sayDay } from '../letters/rendering/formats.ts'
import type { ReplyFacts } from '../letters/replies/reply_texts.ts'
import type { Language } from '../letters/words/letter_words.ts'
import type { readSettings } from '../settings/store.ts'

/** A debtor as it is written to. */
type Debtor = {
  name: string
  debtor_number: string
  language_code: string | null
  primary: string | null
  provided: string | null
  reminder: string | null
  invoice: string | null
  contact_name: string | null
  creditor_name: string
  settings: Parameters<typeof readSettings>[0]
  overdue: { amount: string; currency_code: string }[]
}

export async function readDebtor({ db, administration_id, today }: MemberContext, debtor_id: string): Promise<Debtor> {
  const { rows } = await sql<Debtor>`
    select d.name, d.debtor_number, d.language_code, d.primary_email_address as primary,
           d.debtor_provided_email_address as provided, d.reminder_email_address as reminder,
           d.invoice_email_address as invoice, a.name as creditor_name, a.settings,
           nullif(concat_ws(' ', nullif(c.firstname, ''), nullif(c.infix, ''), nullif(c.lastname, '')), '')
             as contact_name,
           array(select json_build_object('amount', sum(${outstanding('i')})::text, 'currency_code', i.currency_code)
                 from invoices i
                 where i.administration_id = ${administration_id}::bigint and i.debtor_id = d.id
                   and i.book_open_amount <> 0 and i.open_amount > 0 and i.due_date < ${today}::date
                 group by i.currency_code order by i.currency_code) as overdue
    from debtors d join administrations a on a.id = d.administration_id
    left join contacts c on c.administration_id = ${administration_id}::bigint and c.id = d.contact_id
    where d.administration_id = ${administration_id}::bigint and d.id = ${debtor_id}::bigint`.execute(db)
  return rows[0] ?? refuseUnknownDebtor()
}

type Invoice = {
  id: string
  invoice_number: string
  order_number: string | null
  due_date: Day
  currency_code: string
  open: string
}

/** The invoice that is meant, or the one that is overdue the longest. */
export async function readInvoice(
  { db, administration_id }: Pick<MemberContext, 'db' | 'administration_id'>,
  debtor_id: string,
  invoice_id: string | null,
): Promise<Invoice | null> {
  const which =
    invoice_id === null
      ? sql`and i.book_open_amount <> 0 and i.open_amount > 0 order by i.due_date, i.id limit 1`
      : sql`and i.id = ${invoice_id}::bigint`
  const { rows } = await sql<Invoice>`
    select i.id::text, i.invoice_number, coalesce(nullif(i.purchase_order_number, ''), nullif(i.order_number, ''))
             as order_number,
           i.due_date::text, i.currency_code, ${outstanding('i')}::text as open
    from invoices i
    where i.administration_id = ${administration_id}::bigint and i.debtor_id = ${debtor_id}::bigint ${which}`.execute(
    db,
  )
  if (!rows[0] && invoice_id !== null) refuse('not_found', 'There is no such invoice of this debtor.')
  return rows[0] ?? null
}

type Known = { debtor: Debtor; invoice: Invoice | null; language: Language; sender: string }

/** What texts to answer with can name. */
export function factsOf({ debtor, invoice, language, sender }: Known): ReplyFacts {
  const overdue = debtor.overdue.map(({ amount, currency_code }) => sayAmount(amount, currency_code, language))
  return {
    'debtor.name': debtor.name,
    'debtor.number': debtor.debtor_number,
    'contact.name': debtor.contact_name,
    'invoice.number': invoice?.invoice_number ?? null,
    'invoice.order_number': invoice?.order_number ?? null,
    'invoice.due_date': invoice && sayDay(invoice.due_date, language),
    'invoice.open': invoice && sayAmount(invoice.open, invoice.currency_code, language),
    'total.overdue': overdue.join(' + ') || null,
    'sender.name': sender,
    'creditor.name': debtor.creditor_name,
  }
}
