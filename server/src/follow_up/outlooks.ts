import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'
import { isLetter } from '../domain/steps.ts'
import { admit } from './decide/admit.ts'
import { decide } from './decide/decide.ts'
import type { Because, Decision, Hold, Letter, Outlook } from './decide/decision.ts'
import type { DebtorFacts } from './decide/facts.ts'
import { readFacts } from './read/facts.ts'
import { readStanding, type Standing } from './read/rules.ts'

/** What comes next for a record: the step, its day, what holds it, and why. Without a step nothing will come. */
export type RecordOutlook = Pick<Outlook, 'step' | 'day' | 'holds' | 'because' | 'flow_code' | 'flow_version'>

type Family = Outlook['family']
type RecordKey = { administration_id: string; family: Family; id: string }

const nothing = (because: readonly Because[]): RecordOutlook => ({
  ...{ step: null, day: null, holds: [], because, flow_code: null, flow_version: null },
})

/**
 * The outlook of each open invoice and running case of a debtor, decided at this moment from what is known now. The
 * engine asks the same functions, so that pages show what it will do and not what it thought when it last looked. With
 * `suppose` they show what would follow if something else were true as well.
 */
export async function outlooksOf(
  db: Kysely<Tables>,
  administration_id: string,
  debtor_id: string,
  today: Day,
  suppose: (facts: DebtorFacts) => DebtorFacts = (facts) => facts,
): Promise<Outlook[]> {
  const standing = await readStanding(db, administration_id, today)
  const portion = { administration_id, debtor_ids: [debtor_id], timezone: standing.timezone, today }
  const [facts] = await readFacts(db, portion, standing.common)
  if (!facts) return []
  const decision = decide(suppose(facts), standing.rules, today)
  if (!standing.on) return decision.outlooks.map(switchedOff)
  const bounded = await readBounds(db, { administration_id, debtor_id, today, timezone: standing.timezone })
  return admitted(decision, standing, bounded).map((outlook) => ({ ...outlook, holds: outlook.holds.map(dated) }))
}

/** The outlook of one record; null when there is no such record. */
export async function outlookOfRecord(db: Kysely<Tables>, key: RecordKey, today: Day): Promise<RecordOutlook | null> {
  const { administration_id, family, id } = key
  const record = await readRecord(db, key)
  if (!record) return null
  if (record.ended_on !== null) return nothing([{ reason: 'case_ended', day: record.ended_on }])
  const outlooks = await outlooksOf(db, administration_id, record.debtor_id, today)
  const found = outlooks.find((one) => one.family === family && one.id === id)
  if (!found) return nothing([{ reason: 'paid' }])
  const { step, day, holds, because, flow_code, flow_version } = found
  return { step, day, holds, because, flow_code, flow_version }
}

async function readRecord(
  db: Kysely<Tables>,
  { administration_id, family, id }: RecordKey,
): Promise<{ debtor_id: string; ended_on: Day | null } | undefined> {
  const ended =
    family === 'credit_cases' ? sql`(r.deactivated_at at time zone a.timezone)::date::text` : sql`null::text`
  const { rows } = await sql<{ debtor_id: string; ended_on: Day | null }>`
    select r.debtor_id::text, ${ended} as ended_on
    from ${sql.table(family)} r join administrations a on a.id = r.administration_id
    where r.administration_id = ${administration_id}::bigint and r.id = ${id}::bigint`.execute(db)
  return rows[0]
}

/** While the engine is off nothing comes by itself; what was paid or is in a case says so anyway. */
function switchedOff(outlook: Outlook): Outlook {
  const settled = outlook.because.filter(({ reason }) => settled_reasons.includes(reason))
  const because = outlook.step === null && settled.length > 0 ? settled : [{ reason: 'engine_off' }]
  return { ...outlook, step: null, day: null, holds: [], because, flow_code: null, flow_version: null }
}

const settled_reasons = ['paid', 'credit', 'credit_case']

/**
 * Adds what keeps today's letters of a debtor from going: a stop, an approval, the cap, a surge. How many letters all
 * debtors get together only the engine knows, so what it found today counts as long as it could still hold.
 */
function admitted(decision: Decision, standing: Standing, bounded: ReadonlyMap<string, Hold>): Outlook[] {
  const { admission, sent } = standing
  const { go, wait } = admit(decision.letters, admission, sent)
  const waiting = new Map<string, Hold>()
  for (const { letter, hold } of wait) for (const record of recordsOf(letter)) waiting.set(record, hold)
  for (const letter of go) {
    if (letter.approval === 'given') continue
    for (const record of recordsOf(letter)) {
      const hold = bounded.get(record)
      if (hold && !(hold.reason === 'surge' && admission.surge_released)) waiting.set(record, hold)
    }
  }
  return decision.outlooks.map((outlook) => {
    const { step, family, id, holds } = outlook
    if (step === null) return outlook
    const hold = waiting.get(`${family} ${id}`) ?? (admission.stopped && isLetter(step) ? stopped : undefined)
    if (!hold || holds.some(({ reason }) => reason === hold.reason)) return outlook
    return { ...outlook, day: null, holds: [...holds, hold] }
  })
}

const stopped: Hold = { reason: 'stopped', since: null, until: null }

/** The records for which a letter performs a step. */
export const recordsOf = ({ credit_case_id, items }: Letter): string[] =>
  credit_case_id !== null
    ? [`credit_cases ${credit_case_id}`]
    : items.flatMap(({ invoice_id, performs }) => (performs === null ? [] : [`invoices ${invoice_id}`]))

type Asked = { administration_id: string; debtor_id: string; today: Day; timezone: string }

/** The cap and the surge that the engine noted for records of a debtor when it looked today. */
async function readBounds(
  db: Kysely<Tables>,
  { administration_id, debtor_id, today, timezone }: Asked,
): Promise<Map<string, Hold>> {
  const { rows } = await sql<{ record: string; hold: Hold }>`
    select coalesce('invoices ' || r.invoice_id, 'credit_cases ' || r.credit_case_id) as record, h.hold
    from agenda a
    join agenda_records r on r.administration_id = ${administration_id}::bigint and r.debtor_id = a.debtor_id
    cross join lateral jsonb_array_elements(r.holds) as h (hold)
    where a.administration_id = ${administration_id}::bigint and a.debtor_id = ${debtor_id}::bigint
      and (a.looked_at at time zone ${timezone}::text)::date = ${today}::date
      and h.hold ->> 'reason' in ('cap', 'surge')`.execute(db)
  return new Map(rows.map(({ record, hold }) => [record, hold]))
}

/** Moments as answers show them; a day stays a day. */
const dated = (hold: Hold): Hold =>
  hold.since === null || hold.since.length <= 10 ? hold : { ...hold, since: momentText(hold.since) }

const momentText = (since: string): string => `${new Date(since).toISOString().slice(0, 19)}Z`
