import { sql } from 'kysely'
import type { Fragment } from './chance.ts'
import type { Theme } from './themes.ts'

/** A person who works with the demo. */
export type Person = { id: string; name: string; email_address: string }

/** What events keep of records, by their type: SQL over the row `r` of a table. */
export type Payloads = { readonly [resource_type: string]: { table: string; context: string } }

/** One administration to fill, and all that its statements need to know of it. */
export type DemoAdministration = {
  administration_id: string
  debtors: number
  invoices: number
  monitored: boolean
  theme: Theme
  people: readonly Person[]
  now: Fragment
  payloads: Payloads
  /** Rows are told apart by numbers from 1; their id is that number plus what was given out before. */
  before: Sizes
  sizes: Sizes
}

/** How many ids each family takes, with those of its deleted records, which come after the ones that are there. */
export type Sizes = Record<Family, number>
type Family = (typeof families)[number]
const families = [
  ...(['debtors', 'invoices', 'credit_cases', 'payment_plans', 'psp_mandates', 'psp_transactions'] as const),
  ...(['bank_transactions', 'tasks', 'messages', 'notes', 'notifications', 'orders', 'order_lines'] as const),
  ...(['deleted', 'codes'] as const),
]

// Every twelfth debtor has a case, and every sixteenth another has a payment plan; the two never meet, because their
// remainders by four differ. A case in the phase `planned` has a plan too.
export const case_every = 12
export const case_rest = 5
export const case_phases = 10
export const plan_every = 16
export const plan_rest = 3
/** Every fifth debtor gave a mandate, and every sixth of those took it back. */
export const mandate_every = 5
export const mandate_rest = 2
// Invoices go round the debtors in steps that divide by five, so these must not: they would always meet the same ones.
export const psp_every = 19
export const psp_rest = 9
export const bank_every = 13
export const bank_rest = 4

export const none_before: Sizes = zeros()

export function sizesOf(debtors: number): Sizes {
  const invoices = debtors * 4
  const deleted = Math.max(6, Math.ceil(debtors * 0.04))
  const order_lines = Math.ceil(debtors * 0.48)
  const credit_cases = Math.ceil(debtors / case_every)
  return {
    debtors,
    deleted,
    invoices: invoices + deleted,
    credit_cases: credit_cases + deleted,
    payment_plans: Math.ceil(debtors / plan_every) + credit_cases + deleted,
    psp_mandates: Math.ceil(debtors / mandate_every) + deleted,
    psp_transactions: Math.ceil(invoices / psp_every) + invoices,
    bank_transactions: Math.ceil(invoices / bank_every),
    tasks: Math.ceil(debtors * 0.32),
    messages: Math.ceil(debtors * 0.8),
    notes: Math.ceil(debtors * 0.24),
    notifications: Math.ceil(debtors * 0.24) + credit_cases,
    order_lines,
    orders: Math.ceil(order_lines / 20),
    codes: 10,
  }
}

export function sum(one: Sizes, other: Sizes): Sizes {
  const result = zeros()
  for (const family of families) result[family] = one[family] + other[family]
  return result
}

function zeros(): Sizes {
  // Every family is in the list, so every member of the record is there.
  return Object.fromEntries(families.map((family) => [family, 0])) as Sizes
}

/** The id of the row with a number. */
export const idOf = (ground: DemoAdministration, family: Family, row: Fragment): Fragment =>
  sql`(${ground.before[family]}::bigint + ${row})`

/** The id of a deleted record: beyond those that are there, inside what its family was given. */
export const deletedIdOf = (ground: DemoAdministration, family: Family, row: Fragment): Fragment =>
  sql`(${ground.before[family] + ground.sizes[family] - ground.sizes.deleted}::bigint + ${row})`

/** One of the people, by any number: the three columns that name a user. */
export function person(
  ground: DemoAdministration,
  position: Fragment,
): { id: Fragment; name: Fragment; email_address: Fragment } {
  const of = (values: string[]) => sql`(${values}::text[])[1 + (${position}) % ${sql.lit(values.length)}]`
  return {
    id: sql`${of(ground.people.map(({ id }) => id))}::bigint`,
    name: of(ground.people.map(({ name }) => name)),
    email_address: of(ground.people.map(({ email_address }) => email_address)),
  }
}
