import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import { asTable } from '../../db/rows_as_table.ts'
import { creditor_messages } from '../../demo/texts.ts'
import { sayAmount } from '../../letters/rendering/formats.ts'

type Reminded = {
  step_id: string
  debtor_id: string
  invoice_id: string
  step: string
  flow_code: string
  name: string
  language_code: keyof typeof creditor_messages
  email_address: string
  is_company: boolean
  invoice_number: string
  amount: string
  moment: string
}

/** The letters of reminders that went out before, as if the service had sent them. */
export async function writeLetters(change: Change): Promise<void> {
  const rows = (await readReminded(change)).map(asWritten)
  const { db, administration_id } = change
  await sql`
    with given as materialized (
      select nextval(pg_get_serial_sequence('letters', 'id')) as letter_id, one.*
      from ${asTable('one', rows, {
        ...{ step_id: 'bigint', debtor_id: 'bigint', invoice_id: 'bigint', step: 'text', flow_code: 'text' },
        ...{ language_code: 'text', email_address: 'text', amount: 'numeric', moment: 'timestamptz', subject: 'text' },
        ...{ content: 'text', data: 'jsonb' },
      })}
    ), written as (
      insert into letters (
        administration_id, id, debtor_id, step, flow_code, flow_version, channel, language_code, status, day, sent_on,
        sent_at, recipients, subject, text, data, created_at, updated_at)
      overriding system value
      select ${administration_id}::bigint, letter_id, debtor_id, step, flow_code, 1, 'mail', language_code, 'sent',
             moment::date, moment::date, moment,
             jsonb_build_array(jsonb_build_object('kind', 'to', 'email_address', email_address)), subject, content, data,
             moment, moment
      from given
    ), items as (
      insert into letter_items (administration_id, letter_id, invoice_id, amount, performs)
      select ${administration_id}::bigint, letter_id, invoice_id, amount, step from given
    )
    update steps s set letter_id = given.letter_id, channel = 'mail', flow_version = 1
    from given where s.administration_id = ${administration_id}::bigint and s.id = given.step_id`.execute(db)
}

async function readReminded({ db, administration_id }: Change): Promise<Reminded[]> {
  const { rows } = await sql<Reminded>`
    select s.id::text as step_id, s.debtor_id::text, s.invoice_id::text, s.step,
           coalesce(s.flow_code, case when d.is_company then 'business' else 'consumer' end) as flow_code, d.name,
           d.language_code, d.primary_email_address as email_address, d.is_company, i.invoice_number,
           i.open_amount::text as amount, s.performed_at::text as moment
    from steps s
    join invoices i on i.administration_id = ${administration_id}::bigint and i.id = s.invoice_id
    join debtors d on d.administration_id = ${administration_id}::bigint and d.id = s.debtor_id
    where s.administration_id = ${administration_id}::bigint and s.step ~ '^(reminder_.|final_reminder)$'
    order by s.performed_at, s.id`.execute(db)
  return rows
}

function asWritten(one: Reminded) {
  const { language_code, name, invoice_number, amount, step, is_company } = one
  const [text] = creditor_messages[language_code]
  const filled = (words: string): string =>
    words
      .replaceAll('{name}', name)
      .replaceAll('{invoice}', invoice_number)
      .replaceAll('{amount}', sayAmount(amount, 'EUR', language_code))
  const data = {
    ...{ recipient: 'debtor', currency_code: 'EUR', law: 'nl', text: step, term_rule: null, credit_case_id: null },
    ...{ party: is_company ? 'business' : 'consumer', amount, credit: '0.00' },
  }
  return { ...one, subject: filled(text?.subject ?? ''), content: filled(text?.content ?? ''), data }
}
