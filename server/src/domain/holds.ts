// Every reason why nothing is sent now, one entry each. A new hold is an entry here and its words; where it has an end
// that must be worked out, `follow_up/decide/hold_ends.ts` says how.

export type HoldEntry = {
  /** People decide it, facts are it, or the engine keeps its own order. */
  readonly from: 'people' | 'facts' | 'engine'
  /**
   * What it keeps from happening: everything; everything but sending the invoice; what leads to collection; or what
   * needs the document of the invoice.
   */
  readonly stops: 'all' | 'reminding' | 'escalating' | 'document'
  /** Whether it is over on a day that is known beforehand. */
  readonly ends: 'always' | 'sometimes' | 'never'
  /** Whether a person may lift it; if not, it goes when its cause goes. */
  readonly liftable: boolean
  /** Whether `invoice_blocked` and `invoice_resumed` report it. */
  readonly blocks: boolean
}

const people = { from: 'people', stops: 'all', ends: 'sometimes', liftable: true, blocks: false } as const
const facts = { from: 'facts', stops: 'reminding', ends: 'never', liftable: false, blocks: false } as const
const engine = { from: 'engine', stops: 'all', ends: 'always', liftable: false, blocks: false } as const

export const holds = {
  stopped: { ...people, ends: 'never' },
  administration_paused: people,
  administration_reminding_paused: { ...people, stops: 'reminding' },
  debtor_paused: { ...people, blocks: true },
  debtor_reminding_paused: { ...people, stops: 'reminding' },
  invoice_paused: people,
  case_paused: people,
  stop_label: { ...people, ends: 'never' },
  interface: { ...people, ends: 'never', liftable: false, blocks: true },
  task: { ...people, ends: 'never', blocks: true },
  promise: { ...people, stops: 'reminding', ends: 'always' },
  dispute: { ...people, stops: 'reminding', ends: 'never' },
  dispute_unanswered: { ...people, stops: 'reminding', ends: 'always' },
  after_dispute: { ...people, stops: 'reminding', ends: 'always', liftable: false },
  payment_plan_active: { ...people, stops: 'reminding', ends: 'never', blocks: true },
  payment_plan_proposed: { ...people, stops: 'reminding', ends: 'always' },
  approval: { ...people, ends: 'never' },

  administration_status: { ...facts, stops: 'all' },
  ignored: { ...facts, stops: 'all', blocks: true },
  not_sent: { ...facts, stops: 'all', liftable: true, blocks: true },
  document_missing: { ...facts, stops: 'document' },
  below_minimum: { ...facts, blocks: true },
  credit_covers: facts,
  credit_unmatched: { ...facts, stops: 'escalating' },
  direct_debit: { ...facts, ends: 'always' },
  payment_expected: { ...facts, ends: 'always', blocks: true },
  unread_message: { ...facts, ends: 'always' },
  undeliverable: { ...facts, stops: 'all', blocks: true },
  too_old: { ...facts, liftable: true },
  due_date_extended: { ...facts, ends: 'always' },
  books_refused: facts,
  books_stale: { ...facts, liftable: true },
  costs_left: { ...facts, stops: 'all', liftable: true },

  law_term_running: { ...engine, stops: 'reminding' },
  call_underway: { ...engine, stops: 'reminding' },
  letter_underway: { ...engine, ends: 'never' },
  calendar: { ...engine, ends: 'sometimes' },
  bundle_interval: { ...engine, stops: 'reminding', ends: 'sometimes' },
  clock_behind: engine,
  cap: { ...engine, ends: 'never', liftable: true },
  surge: { ...engine, ends: 'never', liftable: true },
} as const satisfies { readonly [reason: string]: HoldEntry }

export type HoldReason = keyof typeof holds

/** No holds, but why an invoice is not reminded of either: it is followed up as a case, or its reminders are over. */
export const elsewhere = ['credit_case', 'collectable'] as const

export type Elsewhere = (typeof elsewhere)[number]

/** The names are those of the object above, in its order, which is the order in which they are listed. */
export const hold_reasons = Object.keys(holds) as HoldReason[]

export const holdEntry = (reason: HoldReason): HoldEntry => holds[reason]
