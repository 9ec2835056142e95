import { addDays } from '../../words/days.ts'
import type { Language } from '../../words/languages.ts'
import { plainAmount } from '../../words/plain_amount.ts'

export const countries = ['NL', 'BE', 'DE', 'FR', 'UK', 'EU'] as const
export const parties = ['business', 'consumer'] as const

/** What one invoice comes to, as somebody types it; the number is that of a case, and empty where there is none. */
export type DebtItem = {
  key: number
  number: string
  principal: string
  due_date: string
  payments: readonly { key: number; date: string; amount: string }[]
}

/** One debt, or several that are claimed together, as somebody types them. */
export type Debt = {
  country: (typeof countries)[number]
  party: (typeof parties)[number]
  until: string
  items: readonly DebtItem[]
  /** Under the path of each fact; what is not there was not touched. */
  facts: Readonly<Record<string, string | boolean>>
}

export const items_max = 100

export const emptyItem = (key: number): DebtItem => ({ key, number: '', principal: '', due_date: '', payments: [] })

/** A fact that matters to a law, by its path in the claim, and what is assumed while nobody says otherwise. */
export type Fact = { path: FactPath; kind: 'day' | 'flag' | 'count' | 'rate' | 'channel' | 'cap'; usual?: boolean }

const always: readonly Fact[] = [
  { path: 'contract_date', kind: 'day' },
  { path: 'rate_override', kind: 'rate' },
]
const received: readonly Fact[] = [
  { path: 'invoice_received', kind: 'day' },
  { path: 'goods_received', kind: 'day' },
]
const vat: Fact = { path: 'vat_not_reclaimable', kind: 'flag' }

const by_law = {
  NL_consumer: [
    { path: 'letter.sent', kind: 'day' },
    { path: 'letter.channel', kind: 'channel' },
    { path: 'letter.receipt', kind: 'day' },
    { path: 'letter.term_days', kind: 'count' },
    { path: 'letter.states_amount', kind: 'flag', usual: true },
    { path: 'letter.charges_costs', kind: 'flag' },
    vat,
  ],
  NL_business: [
    { path: 'collection_step', kind: 'flag', usual: true },
    { path: 'costs_charged_on', kind: 'day' },
    vat,
    ...received,
  ],
  BE_consumer: [
    { path: 'reminder.sent', kind: 'day' },
    { path: 'reminder.channel', kind: 'channel' },
    { path: 'reminder.term_days', kind: 'count' },
    { path: 'reminder.valid', kind: 'flag', usual: true },
    { path: 'reminder_number', kind: 'count' },
    { path: 'regular_supply', kind: 'flag' },
    { path: 'creditor_sme', kind: 'flag' },
    { path: 'clause_interest', kind: 'cap' },
    { path: 'clause_damages', kind: 'cap' },
  ],
  BE_business: received,
  DE_consumer: [
    { path: 'reminder_received', kind: 'day' },
    { path: 'invoice_received', kind: 'day' },
    { path: 'invoice_mentions_30_day_rule', kind: 'flag' },
  ],
  DE_business: [{ path: 'reminder_received', kind: 'day' }, ...received],
  FR_consumer: [],
  FR_business: received,
  UK_consumer: [],
  UK_business: [
    { path: 'performed', kind: 'day' },
    { path: 'notice_of_amount', kind: 'day' },
    { path: 'public_authority', kind: 'flag' },
    { path: 'grossly_unfair', kind: 'flag' },
  ],
  EU_consumer: [],
  EU_business: received,
} as const satisfies {
  [law in `${Debt['country']}_${Debt['party']}`]: readonly { path: string; kind: Fact['kind']; usual?: boolean }[]
}

export type FactPath =
  | 'contract_date'
  | 'rate_override'
  | 'invoice_received'
  | 'goods_received'
  | 'vat_not_reclaimable'
  | 'letter.sent'
  | 'letter.channel'
  | 'letter.receipt'
  | 'letter.term_days'
  | 'letter.states_amount'
  | 'letter.charges_costs'
  | 'collection_step'
  | 'costs_charged_on'
  | 'reminder.sent'
  | 'reminder.channel'
  | 'reminder.term_days'
  | 'reminder.valid'
  | 'reminder_number'
  | 'regular_supply'
  | 'creditor_sme'
  | 'clause_interest'
  | 'clause_damages'
  | 'reminder_received'
  | 'invoice_mentions_30_day_rule'
  | 'performed'
  | 'notice_of_amount'
  | 'public_authority'
  | 'grossly_unfair'

/** The facts that the law of a country asks for. */
export const factsOf = ({ country, party }: Pick<Debt, 'country' | 'party'>): readonly Fact[] => [
  ...by_law[`${country}_${party}`],
  ...always,
]

export const currencyOf = ({ country }: Pick<Debt, 'country'>): string => (country === 'UK' ? 'GBP' : 'EUR')

/** The claims that are asked about: only what was filled in, and only facts that this law asks for. */
export function claimsOf(debt: Debt, language: Language): Record<string, unknown>[] {
  const { country, party, until } = debt
  const shared = { country, party, currency: currencyOf(debt), until, facts: claimedFacts(debt) }
  return debt.items.map(({ principal, due_date, payments }) => ({
    ...{ ...shared, principal: plainAmount(principal, language), due_date: due_date === '' ? null : due_date },
    payments: paymentsOf(payments, language),
  }))
}

export const paymentsOf = (payments: DebtItem['payments'], language: Language): { date: string; amount: string }[] =>
  payments
    .filter(({ date, amount }) => date !== '' || amount !== '')
    .map(({ date, amount }) => ({ date, amount: plainAmount(amount, language) }))

function claimedFacts(debt: Debt): Record<string, unknown> {
  const facts: Record<string, unknown> = {}
  const groups: Record<string, Record<string, unknown>> = { letter: {}, reminder: {} }
  for (const { path, kind } of factsOf(debt)) {
    const value = factOf(kind, debt.facts[path])
    if (value === undefined) continue
    const [group = '', member] = path.split('.')
    const inside = groups[group]
    if (member !== undefined && inside) inside[member] = value
    else if (path === 'public_authority') facts.purchaser = value === true ? 'public authority' : undefined
    else facts[path] = value
  }
  // A letter that nobody sent has no other facts.
  for (const [name, group] of Object.entries(groups)) if (group.sent !== undefined) facts[name] = group
  return facts
}

function factOf(kind: Fact['kind'], given: string | boolean | undefined): unknown {
  if (given === undefined || given === '') return undefined
  if (kind === 'cap') return given === true || given === 'cap' ? 'cap' : undefined
  // A rate may have more decimals than an amount.
  if (kind === 'rate') return String(given).trim().replace(',', '.')
  return kind === 'count' ? Number(given) : given
}

/** What an address asks to begin with, one debt or a list of them; whatever is odd in it is left out. */
export function debtIn(claim: string | undefined, today: string): Debt {
  const given = readClaim(claim)
  const items = (Array.isArray(given.debts) ? given.debts : [given]).filter(isRecord).slice(0, items_max).map(itemIn)
  return {
    country: countries.find((one) => one === given.country) ?? 'NL',
    party: parties.find((one) => one === given.party) ?? 'business',
    until: textIn(given, 'until') || today,
    items: items.length > 0 ? items : [emptyItem(0)],
    facts: isRecord(given.facts) ? flat(given.facts) : {},
  }
}

/** The same law with a debt that is three months late, for who wants to see first what comes of it. */
export const exampleOf = (debt: Debt, today: string): Debt => ({
  ...debt,
  items: [{ ...emptyItem(0), principal: '1000.00', due_date: addDays(today, -90) }],
})

const textIn = (given: Record<string, unknown>, name: string): string => {
  const value = given[name]
  return typeof value === 'string' ? value : ''
}

function itemIn(given: Record<string, unknown>, key: number): DebtItem {
  const payments = Array.isArray(given.payments) ? given.payments : []
  return {
    ...{ key, number: textIn(given, 'number') },
    ...{ principal: textIn(given, 'principal'), due_date: textIn(given, 'due_date') },
    payments: payments.flatMap((one: unknown, place) => {
      const { date, amount } = isRecord(one) ? one : {}
      return typeof date === 'string' && typeof amount === 'string' ? [{ key: place, date, amount }] : []
    }),
  }
}

function readClaim(text: string | undefined): Record<string, unknown> {
  try {
    const given: unknown = JSON.parse(text ?? '{}')
    return isRecord(given) ? given : {}
  } catch {
    return {}
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function flat(facts: Record<string, unknown>, at = ''): Record<string, string | boolean> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => {
      if (isRecord(value)) return Object.entries(flat(value, `${at}${name}.`))
      return value === null ? [] : [[at + name, typeof value === 'boolean' ? value : String(value)]]
    }),
  )
}
