import { addDays, type Day } from '../../domain/days.ts'
import type { HoldReason } from '../../domain/holds.ts'
import { cents } from '../../domain/money.ts'
import { chooseFlow } from '../../flows/choose.ts'
import type { Flow } from '../../flows/flow.ts'
import type { Agreed, LawPack } from '../../law/pack.ts'
import { lawOfCountry } from '../../law/packs.ts'
import type { Party } from '../../law/party.ts'
import { type SendingCalendar, type SendingDays, sendingCalendar } from './calendar.ts'
import type { HeldFact } from './facts.ts'

/** How an administration is set, and what holds all of it. */
export type AdministrationRules = {
  readonly country_code: string
  readonly status: 'active' | 'inactive' | 'deleted' | 'implementation'
  /** `stopped`, `administration_paused` and `administration_reminding_paused`. */
  readonly held: readonly HeldFact[]
  readonly lifted: readonly HoldReason[]
  readonly sandbox: boolean
  /** The day on which the books last wrote invoices, changed or not. */
  readonly books_written_on: Day | null
  /** After so many days without a write the books are not believed any more. */
  readonly books_stale_days: number
  /** Whether cases are opened without asking, where the flow says so. */
  readonly opens_cases: boolean
  /** What was agreed with debtors, as far as a law asks for it. */
  readonly agreed: Agreed
}

export type RuleSettings = {
  readonly administration: AdministrationRules
  readonly flows: readonly PublishedFlow[]
  readonly sending_days: SendingDays
  /** Laws by country; the packs of the project unless something else is looked at. */
  readonly lawOf?: (country_code: string) => LawPack
}

export type PublishedFlow = { readonly version: number; readonly flow: Flow }

/** A flow made ready to be asked often. */
export type ReadyFlow = PublishedFlow & { readonly code: string; readonly minimum: bigint }

/** What decisions of an administration go by. Make it once for all debtors: it keeps what it worked out. */
export type Rules = {
  readonly administration: AdministrationRules
  readonly calendar: SendingCalendar
  /** The first day on which the books are stale; null where that does not matter. */
  readonly books_stale_on: Day | null
  readonly lawOf: (country_code: string) => LawPack
  /** The last day of which all payments have come in: three sending days and a write of the books lie after it. */
  readonly paymentsKnownUntil: (today: Day) => Day
  /** When payments of a day are taken to be in the books. */
  readonly paymentsKnownOn: (day: Day) => Day
  readonly flowOf: (of: { payment_condition: string | null; party: Party; payment_method: string }) => ReadyFlow | null
}

export function rulesOf({ administration, flows, sending_days, lawOf = lawOfCountry }: RuleSettings): Rules {
  const ready = flows.map(({ flow, version }) => ({
    ...{ flow, version, code: flow.code, for: flow.for, fallback: flow.fallback },
    minimum: cents(flow.minimum_amount),
  }))
  const calendar = sendingCalendar(sending_days)
  let known: { today: Day; day: Day } | null = null
  const chosen = { business: new Map<string, Chosen>(), consumer: new Map<string, Chosen>() }
  return {
    administration,
    calendar,
    paymentsKnownOn: (day) => calendar.after(day, payment_delay),
    paymentsKnownUntil: (today) => {
      if (known?.today !== today) known = { today, day: paymentsKnownUntil(today, calendar, administration) }
      return known.day
    },
    books_stale_on: booksStaleOn(administration),
    lawOf,
    flowOf: (of) => {
      const of_party = chosen[of.party]
      let by_method = of_party.get(of.payment_method)
      if (!by_method) {
        by_method = new Map()
        of_party.set(of.payment_method, by_method)
      }
      let flow = by_method.get(of.payment_condition)
      if (flow === undefined) {
        flow = chooseFlow(ready, of)
        by_method.set(of.payment_condition, flow)
      }
      return flow
    },
  }
}

/** The flow of each payment condition, as far as it was asked for. */
type Chosen = Map<string | null, ReadyFlow | null>

function booksStaleOn({ sandbox, lifted, books_written_on, books_stale_days }: AdministrationRules): Day | null {
  if (sandbox || lifted.includes('books_stale')) return null
  return books_written_on === null ? '0001-01-01' : addDays(books_written_on, books_stale_days + 1)
}

/** Banks and bookkeepers take their time: what was paid on the last day of a term is seen days later. */
const payment_delay = 3

function paymentsKnownUntil(today: Day, calendar: SendingCalendar, of: AdministrationRules): Day {
  let day = addDays(today, -payment_delay)
  while (calendar.after(day, payment_delay) > today) day = addDays(day, -1)
  if (of.sandbox) return day
  const written = of.books_written_on === null ? '0001-01-01' : addDays(of.books_written_on, -1)
  return written < day ? written : day
}
