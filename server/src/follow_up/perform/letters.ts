import { type RawBuilder, sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import { drawIds } from '../../db/draw_ids.ts'
import { asTable } from '../../db/rows_as_table.ts'
import { addDays } from '../../domain/days.ts'
import { amountText, sumOf } from '../../domain/money.ts'
import { all_steps } from '../../domain/steps.ts'
import type { Happening } from '../../events/emit_many.ts'
import type { Charge } from '../../law/pack.ts'
import type { Letter, Outlook } from '../decide/decision.ts'
import { postCharges } from './charges.ts'
import { isReminder, isSummons } from './moments.ts'
import { type NewStep, writeSteps } from './steps.ts'

/** A letter under the id that was drawn for it. */
type Numbered = Letter & { id: string }

/** Why a step is done and by which flow, by the record that it is done for: `invoices 12`. */
export type Reasons = ReadonlyMap<string, Pick<Outlook, 'because' | 'flow_code' | 'flow_version'>>

/**
 * Writes letters that go: the letter with what it is about, a step for each record that it performs one of, the
 * timestamps of those records, and what it charges. Nothing is rendered here. Returns the events to emit, and which
 * letters are to be rendered.
 */
export async function writeLetters(
  change: Change,
  letters: readonly Letter[],
  reasons: Reasons,
): Promise<{ happened: Happening[]; letter_ids: string[]; steps: number }> {
  if (letters.length === 0) return { happened: [], letter_ids: [], steps: 0 }
  const ids = await drawIds(change.db, 'letters', letters.length)
  const numbered = letters.map((letter, place) => ({ ...letter, id: ids[place] ?? '' }))
  await insertLetters(change, numbered)
  await insertItems(change, numbered)
  const steps = await insertSteps(change, numbered, reasons)
  await markInvoices(change, numbered)
  await markCases(change, numbered)
  await chargeLetters(change, numbered)
  return { happened: numbered.flatMap(happeningsOf), letter_ids: ids, steps }
}

async function insertLetters({ db, administration_id, today, stamp }: Change, letters: readonly Numbered[]) {
  const rows = letters.map((letter) => ({
    ...{ id: letter.id, debtor_id: letter.debtor_id, step: letter.step, legal: letter.legal, channel: letter.channel },
    bundled: letter.bundled,
    ...{ flow_code: letter.flow_code, flow_version: letter.flow_version, language_code: letter.language_code },
    ...{ term_days: letter.term_days, stated_costs: letter.stated === null ? null : amountText(letter.stated) },
    ...releasedOf(letter),
    data: dataOf(letter),
  }))
  await sql`
    insert into letters (administration_id, id, debtor_id, step, flow_code, flow_version, legal, bundled, term_days,
                         stated_costs, channel, language_code, status, day, data, approved_at,
                         approved_by_user_id, created_at, updated_at)
    select ${administration_id}::bigint, id, debtor_id, step, flow_code, flow_version, legal, bundled, term_days,
           stated_costs, channel, language_code, 'waiting', ${today}::date, data, released.created_at, released.user_id,
           ${stamp}::timestamptz, ${stamp}::timestamptz
    from ${asTable('one', rows, {
      ...{ id: 'bigint', debtor_id: 'bigint', step: 'text', flow_code: 'text', flow_version: 'integer' },
      ...{ legal: 'boolean', bundled: 'boolean', term_days: 'integer', stated_costs: 'numeric', channel: 'text' },
      ...{ language_code: 'text', released_invoice_id: 'bigint', released_case_id: 'bigint', data: 'jsonb' },
    })}
    left join lateral (
      select d.created_at, d.user_id from step_decisions d
      where d.administration_id = ${administration_id}::bigint and d.kind = 'approve'
        and (d.invoice_id = one.released_invoice_id or d.credit_case_id = one.released_case_id)
      order by d.id desc limit 1
    ) released on true`.execute(db)
}

/** Of a letter that a person let go, the record of which that was said. */
const releasedOf = ({ approval, credit_case_id, items }: Letter) =>
  approval !== 'given'
    ? {}
    : credit_case_id !== null
      ? { released_case_id: credit_case_id }
      : { released_invoice_id: items.find(({ performs }) => performs !== null)?.invoice_id }

/** What was decided, as texts: what the letter is written from is read when it is rendered. */
export const dataOf = (letter: Letter) => {
  const { recipient, currency_code, law, party, text, amount, credit, term_rule, credit_case_id } = letter
  const { stated_vat, stated_interest } = letter
  return {
    ...{ recipient, currency_code, law, party, text, term_rule, credit_case_id, stated_vat, stated_interest },
    amount: amountText(amount),
    credit: amountText(credit),
  }
}

async function insertItems({ db, administration_id }: Change, letters: readonly Numbered[]): Promise<void> {
  const rows = letters.flatMap(({ id, credit_case_id, items }) =>
    items.map(({ invoice_id, performs, open_amount, costs_open }) => ({
      ...{ letter_id: id, invoice_id, credit_case_id, performs, amount: amountText(open_amount + costs_open) },
    })),
  )
  await sql`
    insert into letter_items (administration_id, letter_id, invoice_id, credit_case_id, amount, performs, moments)
    select ${administration_id}::bigint, letter_id, one.invoice_id, one.credit_case_id, amount, performs,
           jsonb_build_object('invoice', ${momentsOf('i')}, 'case', ${momentsOf('c')})
    from ${asTable('one', rows, {
      ...{ letter_id: 'bigint', invoice_id: 'bigint', credit_case_id: 'bigint', amount: 'numeric', performs: 'text' },
    })}
    left join invoices i on i.administration_id = ${administration_id}::bigint and i.id = one.invoice_id
    left join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = one.credit_case_id`.execute(
    db,
  )
}

const case_moments = ['summons_1_at', 'summons_2_at', 'latest_summons_at', 'notice_of_default_at', 'pre_judicial_at']
const invoice_moments = [
  'sent_at',
  'pre_reminder_at',
  ...['reminder_1_at', 'reminder_2_at', 'reminder_3_at', 'reminder_4_at', 'final_reminder_at', 'latest_reminder_at'],
  ...['end_of_service_announcement_at', 'end_of_service_at'],
]

/** The moments of a record that letters set, as they are before this one. */
function momentsOf(row: 'i' | 'c'): RawBuilder<unknown> {
  const names = row === 'c' ? case_moments : [...invoice_moments, ...case_moments]
  const members = names.map((name) => sql`${sql.lit(name)}, ${sql.ref(`${row}.${name}`)}`)
  return sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(members)}))`
}

/** The last day to pay that a mail names; on paper the term runs from receipt, and no day is named. */
const termEnd = ({ channel, term_days, day }: Letter): string | null =>
  channel === 'mail' && term_days !== null ? addDays(day, term_days) : null

const costsOf = (charges: readonly Charge[], interest: boolean): string =>
  amountText(sumOf(charges.filter((one) => (one.cost_type === 'interest_costs') === interest).map((one) => one.amount)))

async function insertSteps(change: Change, letters: readonly Numbered[], reasons: Reasons): Promise<number> {
  const rows = letters.flatMap((letter): NewStep[] => {
    const shared = { debtor_id: letter.debtor_id, letter_id: letter.id, channel: letter.channel, ends: termEnd(letter) }
    if (letter.credit_case_id !== null) {
      const id = letter.credit_case_id
      const { step, flow_code, flow_version, charges } = letter
      const round = letter.items[0]?.round ?? 1
      const costs = { costs: costsOf(charges, false), interest: costsOf(charges, true) }
      const because = reasons.get(`credit_cases ${id}`)?.because ?? []
      return [{ ...shared, ...costs, credit_case_id: id, step, round, flow_code, flow_version, reasons: because }]
    }
    return letter.items.flatMap(({ invoice_id, performs, round, flow_code, flow_version }) => {
      if (performs === null) return []
      const own = letter.charges.filter((one) => one.invoice_id === invoice_id)
      const costs = { costs: costsOf(own, false), interest: costsOf(own, true) }
      const because = reasons.get(`invoices ${invoice_id}`)?.because ?? []
      return [{ ...shared, ...costs, invoice_id, step: performs, round, flow_code, flow_version, reasons: because }]
    })
  })
  await writeSteps(change, rows)
  return rows.length
}

/** Sets the moments that the interface shows, step by step; invoices that are only named were reminded of as well. */
async function markInvoices(change: Change, letters: readonly Numbered[]): Promise<void> {
  const { db, administration_id, now, stamp } = change
  const of_invoices = letters.filter(({ credit_case_id }) => credit_case_id === null)
  const by_step = Map.groupBy(
    of_invoices.flatMap(({ items, step }) => items.map((item) => ({ ...item, named_in: step }))),
    ({ performs }) => performs,
  )
  for (const [step, items] of by_step) {
    const moment = step === null ? null : all_steps[step].moment
    const reminded = items.filter(({ named_in }) => isReminder(step ?? named_in)).map(({ invoice_id }) => invoice_id)
    const changes = sql.join([
      ...(moment === null ? [] : [sql`${sql.ref(moment)} = ${now.toISOString()}::timestamptz`]),
      sql`latest_reminder_at = case when i.id = any(${reminded}::bigint[]) then ${now.toISOString()}::timestamptz
          else i.latest_reminder_at end`,
      sql`flow_code = one.flow_code`,
      sql`updated_at = ${stamp}::timestamptz`,
    ])
    const rows = items.map(({ invoice_id, flow_code }) => ({ id: invoice_id, flow_code }))
    await sql`
      update invoices i set ${changes} from ${asTable('one', rows, { id: 'bigint', flow_code: 'text' })}
      where i.administration_id = ${administration_id}::bigint and i.id = one.id`.execute(db)
  }
}

/** The moments of a case, and the same of its invoices. */
async function markCases(change: Change, letters: readonly Numbered[]): Promise<void> {
  const { db, administration_id, now, stamp } = change
  const of_cases = letters.filter(({ credit_case_id }) => credit_case_id !== null)
  for (const [step, same] of Map.groupBy(of_cases, (letter) => letter.step)) {
    const { moment } = all_steps[step]
    const names = [...(moment === null ? [] : [moment]), ...(isSummons(step) ? ['latest_summons_at'] : [])]
    const moments = names.map((name) => sql`${sql.ref(name)} = ${now.toISOString()}::timestamptz`)
    const changes = sql.join([...moments, sql`updated_at = ${stamp}::timestamptz`])
    const ids = same.flatMap(({ credit_case_id }) => credit_case_id ?? [])
    await sql`
      update credit_cases set ${changes}
      where administration_id = ${administration_id}::bigint and id = any(${ids}::bigint[])`.execute(db)
    await sql`
      update invoices set ${changes}
      where administration_id = ${administration_id}::bigint and active_credit_case_id = any(${ids}::bigint[])`.execute(
      db,
    )
  }
}

/** Posts what letters charge, and notes it with them: it is credited again when a letter is not sent after all. */
async function chargeLetters(change: Change, letters: readonly Numbered[]): Promise<void> {
  const charges = letters.flatMap((letter) => letter.charges.map((charge) => ({ ...charge, letter_id: letter.id })))
  if (charges.length === 0) return
  const payment_ids = await postCharges(change, charges)
  const posted = charges.map(({ letter_id, invoice_id, amount }, place) => ({
    letter_id,
    charge: { invoice_id, payment_id: payment_ids[place], amount: amountText(amount) },
  }))
  const noted = [...Map.groupBy(posted, ({ letter_id }) => letter_id)].map(([letter_id, of_letter]) => ({
    letter_id,
    data: { charges: of_letter.map(({ charge }) => charge) },
  }))
  await sql`
    update letters l set data = l.data || one.data
    from ${asTable('one', noted, { letter_id: 'bigint', data: 'jsonb' })}
    where l.administration_id = ${change.administration_id}::bigint and l.id = one.letter_id`.execute(change.db)
}

function happeningsOf({ id, debtor_id, credit_case_id, step, items, bundled }: Numbered): Happening[] {
  if (credit_case_id !== null) {
    return [{ event_name: 'case_step_performed', resource_type: 'credit_case', resource_id: credit_case_id, step }]
  }
  const details = { letter_id: Number(id) }
  const performed = items.flatMap(({ invoice_id, performs }): Happening[] =>
    performs === null
      ? []
      : [{ event_name: 'invoice_step_performed', resource_type: 'invoice', resource_id: invoice_id, step: performs }],
  )
  if (!bundled || items.length < 2) return performed
  const members = items.map(
    ({ invoice_id }): Happening => ({
      ...{
        event_name: 'bundled_reminder_invoice_performed',
        resource_type: 'invoice',
        resource_id: invoice_id,
        details,
      },
    }),
  )
  const sent: Happening = {
    event_name: 'bundled_reminder_sent',
    resource_type: 'debtor',
    resource_id: debtor_id,
    details,
  }
  return [...performed, sent, ...members]
}
