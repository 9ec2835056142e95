import { type Kysely, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { boolean, date, id, integer, jsonList, listOf, money, oneOf, text } from '../api/field.ts'
import { asTable } from '../db/rows_as_table.ts'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'
import { isLetter } from '../domain/steps.ts'
import type { Outlook } from '../follow_up/decide/decision.ts'
import { nextLetter } from '../follow_up/outbox/next_letter.ts'
import { followed_families } from '../follow_up/outbox/record.ts'
import { outlookOfRecord, outlooksOf, type RecordOutlook } from '../follow_up/outlooks.ts'
import { held_families } from '../follow_up/record_holds.ts'
import { written_letter, writtenAs } from './outbox_letters.ts'

/** More than so many records of a debtor nobody reads on its page. */
const shown_max = 100

/** What comes next on a dossier: for a record itself, and for a debtor for each of its open records. */
export const outlook_calls: Actions = {
  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/outlooks',
    reach: 'member',
    description: 'Shows what comes next for an invoice or a credit case, or for everything that is open of a debtor.',
    body: {
      family: oneOf(held_families, 'What kind of record it is.').required(),
      id: id('The record.').required(),
    },
    answer: {
      on: boolean('Whether the engine follows records up in this administration.').required(),
      sandbox: boolean('Whether nothing ever leaves this administration.').required(),
      more: integer('How many further records of a debtor have an outlook.').required(),
      outlooks: listOf(
        {
          family: oneOf(['invoices', 'credit_cases'], 'What kind of record it is about.').required(),
          id: id('That record.').required(),
          number: text('Number of that record.').required(),
          currency_code: text('Currency, ISO 4217.').required(),
          open_amount: money('What is open of it.').required(),
          step: text('What is done next; null when nothing will come.'),
          day: date('When; null while something holds it whose end nobody knows.'),
          holds: jsonList('Everything that keeps the step from being done.').required(),
          because: jsonList('What step and day rest on, or why nothing comes.').required(),
          flow_code: text('Flow that it follows.'),
          flow_name: text('Name of that flow.'),
          flow_version: integer('Version of that flow.'),
          letter: boolean('Whether a letter goes out with the step.').required(),
        },
        'What comes next, the nearest first; what is held without an end comes last.',
      ).required(),
    },
    run: async ({ db, administration_id, today }, { family, id: record_id }) => {
      const found = await readOutlooks(db, { administration_id, family, id: record_id }, today)
      const shown = found.slice(0, shown_max)
      const named = await readNames(db, administration_id, shown)
      const outlooks = shown.flatMap((one) => {
        const { family: of, id: owner_id, step, day, flow_code, flow_version } = one
        const name = named.get(`${of} ${owner_id}`)
        const holds = [...one.holds]
        const because = [...one.because]
        const letter = step !== null && isLetter(step)
        const own = { family: of, id: owner_id, step, day, holds, because, flow_code, flow_version, letter }
        return name ? [{ ...own, ...name }] : []
      })
      return { ...(await readEngine(db, administration_id)), more: found.length - shown.length, outlooks }
    },
  }),

  letter: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/outlooks/letter',
    reach: 'member',
    description: 'Shows the letter that comes next for an invoice or a credit case, as it will be on its day.',
    body: {
      family: oneOf(followed_families, 'What kind of record it is.').required(),
      id: id('The record.').required(),
    },
    answer: {
      letters: listOf(
        { day: date('When it goes out.').required(), ...written_letter },
        'The letter; none when nothing is sent next, or when something holds it whose end nobody knows.',
      ).required(),
    },
    run: async ({ db, administration_id, today, base_url }, record) => {
      const letter = await nextLetter({ db, administration_id, today }, record)
      if (letter === null) return { letters: [] }
      const { step, day } = letter
      return { letters: [{ step, day, ...(await writtenAs({ db, administration_id, base_url }, letter)) }] }
    },
  }),
}

type Asked = { administration_id: string; family: (typeof held_families)[number]; id: string }
type Found = RecordOutlook & Pick<Outlook, 'family' | 'id'>

async function readOutlooks(db: Kysely<Tables>, { administration_id, family, id: record_id }: Asked, today: Day) {
  if (family !== 'debtors') {
    const key = { administration_id, family, id: record_id }
    const found = (await outlookOfRecord(db, key, today)) ?? refuse('not_found', 'There is no such record.')
    return [{ ...found, family, id: record_id }] satisfies Found[]
  }
  const outlooks: Found[] = await outlooksOf(db, administration_id, record_id, today)
  return outlooks.filter(({ step, because }) => step !== null || isWorthShowing(because)).sort(nearestFirst)
}

/** A debtor shows what comes, and what does not come although somebody might be waiting for it. */
const isWorthShowing = (because: RecordOutlook['because']): boolean =>
  because.some(({ reason }) => reason === 'no_flow' || reason === 'flow_ended' || reason === 'collectable')

const nearestFirst = (one: Found, other: Found): number => rank(one).localeCompare(rank(other))

/** What has a day, what is held without an end, and what nothing comes for; of the same day the older record first. */
const rank = ({ day, step, id: record_id }: Found): string =>
  `${day ?? (step === null ? '9999' : '9998')} ${record_id.padStart(20, '0')}`

async function readEngine(db: Kysely<Tables>, administration_id: string): Promise<{ on: boolean; sandbox: boolean }> {
  const { rows } = await sql<{ on: boolean; sandbox: boolean }>`
    select coalesce((settings ->> 'engine_enabled')::boolean, false) as on, sandbox
    from administrations where id = ${administration_id}::bigint`.execute(db)
  return rows[0] ?? { on: false, sandbox: false }
}

type Named = { number: string; currency_code: string; open_amount: string; flow_name: string | null }

async function readNames(
  db: Kysely<Tables>,
  administration_id: string,
  found: readonly Found[],
): Promise<Map<string, Named>> {
  const records = found.map(({ family, id: record_id, flow_code }) => ({ family, id: record_id, flow_code }))
  const { rows } = await sql<Named & { record: string }>`
    select r.family || ' ' || r.id as record, coalesce(i.invoice_number, c.credit_case_number) as number,
           coalesce(i.currency_code, c.currency_code) as currency_code,
           coalesce(i.open_amount, c.open_amount)::text as open_amount, f.name as flow_name
    from ${asTable('r', records, { family: 'text', id: 'bigint', flow_code: 'text' })}
    left join invoices i on r.family = 'invoices' and i.administration_id = ${administration_id}::bigint and i.id = r.id
    left join credit_cases c
      on r.family = 'credit_cases' and c.administration_id = ${administration_id}::bigint and c.id = r.id
    left join flows f on f.administration_id = ${administration_id}::bigint and f.code = r.flow_code`.execute(db)
  return new Map(rows.map(({ record, ...named }) => [record, named]))
}
