import { type Kysely, sql } from 'kysely'
import { shownMoment } from '../../db/moments.ts'
import type { Tables } from '../../db/schema.ts'
import { addDays, type Day, type Weekday } from '../../domain/days.ts'
import type { Flow } from '../../flows/flow.ts'
import { holidayCountry, holidaysOf } from '../../law/holidays.ts'
import { rateOf } from '../../law/rates.ts'
import type { Settings } from '../../settings/administration_settings.ts'
import { readSettings } from '../../settings/store.ts'
import type { Admission, Sent } from '../decide/admit.ts'
import type { SendingDays } from '../decide/calendar.ts'
import type { HeldFact } from '../decide/facts.ts'
import { type AdministrationRules, type RuleSettings, type Rules, rulesOf } from '../decide/rules.ts'
import type { Common } from './facts.ts'

/** All that is the same for every debtor of an administration on a day. */
export type Standing = {
  on: boolean
  sandbox: boolean
  timezone: string
  /** The day on which the books last wrote. */
  books_written_on: Day | null
  /** The hours in which letters go out, as `09:00`. */
  window: { starts_at: string; ends_at: string }
  /** What the rules were made of, for whoever asks what others would do. */
  settings: RuleSettings
  rules: Rules
  rules_version: string
  admission: Admission
  sent: Sent
  common: Common
}

type Row = {
  status: AdministrationRules['status']
  country_code: string
  timezone: string
  sandbox: boolean
  settings: unknown
  paused_at: string | null
  paused_until: Day | null
  reminding_paused_at: string | null
  reminding_paused_until: Day | null
  rules_version: string
  on_since: Day | null
  books_written_on: Day | null
  books_stale_lifted_until: Day | null
  surge_released_on: Day | null
}

/** Reads how an administration is set, which flows are in force, and what went out lately. */
export async function readStanding(db: Kysely<Tables>, administration_id: string, today: Day): Promise<Standing> {
  const { rows } = await sql<Row>`
    select a.status, a.country_code, a.timezone, a.sandbox, a.settings, ${shownMoment('a.paused_at')} as paused_at,
           a.paused_until::text, ${shownMoment('a.reminding_paused_at')} as reminding_paused_at,
           a.reminding_paused_until::text, coalesce(e.rules_version, 1)::text as rules_version, e.on_since::text,
           (e.books_written_at at time zone a.timezone)::date::text as books_written_on,
           e.books_stale_lifted_until::text, e.surge_released_on::text
    from administrations a left join engine_states e on e.administration_id = ${administration_id}::bigint
    where a.id = ${administration_id}::bigint`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`There is no administration ${administration_id}.`)
  const settings = readSettings(row.settings)
  const { sandbox, timezone, rules_version, on_since } = row
  const rule_settings: RuleSettings = {
    administration: administrationRules(row, settings, today),
    flows: await readFlows(db, administration_id),
    sending_days: sendingDays(row.country_code, settings, today),
  }
  return {
    ...{ sandbox, timezone, rules_version },
    on: settings.engine_enabled && row.status !== 'deleted',
    books_written_on: row.books_written_on,
    window: { starts_at: settings.sending_starts_at, ends_at: settings.sending_ends_at },
    settings: rule_settings,
    rules: rulesOf(rule_settings),
    admission: {
      stopped: settings.sending_stopped,
      sandbox,
      cap: settings.letters_per_day,
      surge_released: row.surge_released_on === today,
    },
    sent: sandbox ? { today: 0, before: [] } : await readSent(db, administration_id, today),
    common: { language_code: settings.default_language, on_since },
  }
}

function administrationRules(row: Row, settings: Settings, today: Day): AdministrationRules {
  const held: HeldFact[] = []
  const hold = (reason: HeldFact['reason'], since: string | null, day: Day | null): void => {
    if (since !== null) held.push({ reason, since, day, id: null })
  }
  hold('administration_paused', row.paused_at, row.paused_until)
  hold('administration_reminding_paused', row.reminding_paused_at, row.reminding_paused_until)
  const believed = row.books_stale_lifted_until !== null && row.books_stale_lifted_until >= today
  return {
    ...{ country_code: row.country_code, status: row.status, held, sandbox: row.sandbox },
    lifted: believed ? ['books_stale'] : [],
    books_written_on: row.books_written_on,
    books_stale_days: settings.books_stale_days,
    opens_cases: settings.case_opening === 'at_once',
    agreed: {
      ...{ charges_costs: settings.charge_costs, charges_interest: settings.charge_interest },
      after_payment: settings.interest_after_payment,
      ...{ vat_not_reclaimable: settings.vat_not_reclaimable, small_company: settings.small_company },
      regular_supply: settings.regular_supply,
      interest_rate: settings.agreed_interest_rate === null ? null : rateOf(settings.agreed_interest_rate),
      ...{ interest_clause: settings.interest_clause, damages_clause: settings.damages_clause },
    },
  }
}

async function readFlows(db: Kysely<Tables>, administration_id: string) {
  const rows = await db
    .selectFrom('flows')
    .select(['version', 'definition'])
    .where('administration_id', '=', administration_id)
    .where('version', 'is not', null)
    .orderBy('id')
    .execute()
  // What was published was read as a flow before.
  return rows.map(({ version, definition }) => ({ version: version ?? 0, flow: definition as unknown as Flow }))
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** Invoices go out on Saturdays too, unless the week was chosen otherwise. */
function sendingDays(country_code: string, settings: Settings, today: Day): SendingDays {
  const chosen = settings.sending_days.map((name) => (weekdays.indexOf(name) + 1) as Weekday)
  const country = holidayCountry(country_code)
  const year = Number(today.slice(0, 4))
  const holidays =
    country && settings.national_holidays ? [year - 1, year, year + 1].map((one) => holidaysOf(country, one)) : []
  return {
    reminder_weekdays: chosen,
    invoice_weekdays: chosen.length === 5 && chosen.every((one) => one < 6) ? [...chosen, 6] : chosen,
    holidays: new Set(holidays.flatMap((one) => [...one])),
    closed: new Set(settings.own_holidays as Day[]),
    open: new Set(),
  }
}

/** Letters of today that nobody had to let go, and all of the days before on which any went out. */
async function readSent(db: Kysely<Tables>, administration_id: string, today: Day): Promise<Sent> {
  const { rows } = await sql<{ day: Day; letters: number }>`
    select day::text, count(*) filter (where day < ${today}::date or approved_at is null)::integer as letters
    from letters
    where administration_id = ${administration_id}::bigint
      and day between ${addDays(today, -40)}::date and ${today}::date
      and status in ('waiting', 'underway', 'sent', 'bounced') and step <> 'statement'
    group by day order by day desc`.execute(db)
  return {
    today: rows.find(({ day }) => day === today)?.letters ?? 0,
    before: rows
      .filter(({ day }) => day !== today)
      .slice(0, 20)
      .map(({ letters }) => letters),
  }
}
