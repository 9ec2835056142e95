import { type Kysely, sql } from 'kysely'
import { asTable } from '../../db/rows_as_table.ts'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import { sayAmount, sayDay } from '../../letters/rendering/formats.ts'
import type { Language } from '../../letters/words/letter_words.ts'
import { outstanding } from '../outstanding.ts'
import type { Subject } from './words/staff.ts'
import { staffWords } from './words/staff_words.ts'

/** The records that something for staff is about; the most exact one that is named counts. */
export type About = { debtor_id?: string | null; invoice_id?: string | null; credit_case_id?: string | null }

type Row = {
  debtor: string | null
  phone: string | null
  invoice_number: string | null
  credit_case_number: string | null
  amount: string | null
  currency_code: string | null
  due_date: Day | null
}

/** What there is to say about records, in their order. What is not there is empty. */
export async function readSubjects(
  { db, administration_id }: { db: Kysely<Tables>; administration_id: string },
  language: Language,
  abouts: readonly About[],
): Promise<Subject[]> {
  const rows = abouts.map((about, place) => ({ ...about, place }))
  const ids = { debtor_id: 'bigint', invoice_id: 'bigint', credit_case_id: 'bigint' }
  const { rows: found } = await sql<Row>`
    select d.name as debtor, coalesce(nullif(d.call_phone_number, ''), nullif(d.sms_phone_number, '')) as phone,
           i.invoice_number, c.credit_case_number,
           case when i.id is not null then ${outstanding('i')} else c.open_amount end::text as amount,
           coalesce(i.currency_code, c.currency_code) as currency_code, i.due_date::text
    from ${asTable('one', rows, { ...ids, place: 'integer' })}
    left join invoices i on i.administration_id = ${administration_id}::bigint and i.id = one.invoice_id
    left join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = one.credit_case_id
    left join debtors d on d.administration_id = ${administration_id}::bigint
      and d.id = coalesce(one.debtor_id, i.debtor_id, c.debtor_id)
    order by one.place`.execute(db)
  return found.map((row) => said(row, language))
}

function said(row: Row, language: Language): Subject {
  const words = staffWords(language)
  const { debtor, phone, invoice_number, credit_case_number, amount, currency_code, due_date } = row
  const of_case = credit_case_number === null ? '' : words.credit_case(credit_case_number)
  return {
    debtor: debtor ?? '',
    record: invoice_number === null ? of_case : words.invoice(invoice_number),
    amount: amount !== null && currency_code !== null ? sayAmount(amount, currency_code, language) : '',
    due: due_date === null ? '' : sayDay(due_date, language),
    phone: phone ?? '',
  }
}
