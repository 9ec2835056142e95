import { plainAmount } from '../../words/plain_amount.ts'

export const countries = ['NL', 'BE', 'DE', 'FR', 'UK', 'EU'] as const
export const parties = ['business', 'consumer'] as const

/** A debt as somebody types it. */
export type Debt = {
  country: (typeof countries)[number]
  party: (typeof parties)[number]
  principal: string
  due_date: string
  until: string
  payments: readonly { key: number; date: string; amount: string }[]
  /** Under the path of each fact; what is not there was not touched. */
  facts: Readonly<Record<string, string | boolean>>
}

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

/** The claim that is asked about: only what was filled in, and only facts that this law asks for. */
export function claimOf(debt: Debt): Record<string, unknown> {
  const { country, party, due_date, until } = debt
  return {
    ...{ country, party, currency: currencyOf(debt), principal: plainAmount(debt.principal), until },
    due_date: due_date === '' ? null : due_date,
    payments: debt.payments
      .filter(({ date, amount }) => date !== '' || amount !== '')
      .map(({ date, amount }) => ({ date, amount: plainAmount(amount) })),
    facts: claimedFacts(debt),
  }
}

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
  if (kind === 'rate') return plainAmount(String(given))
  return kind === 'count' ? Number(given) : given
}

/** What an address asks to begin with; whatever is odd in it is left out. */
export function debtIn(claim: string | undefined, today: string): Debt {
  const given = readClaim(claim)
  const text = (name: string): string => (typeof given[name] === 'string' ? given[name] : '')
  const payments = Array.isArray(given.payments) ? given.payments : []
  return {
    country: countries.find((one) => one === given.country) ?? 'NL',
    party: parties.find((one) => one === given.party) ?? 'business',
    ...{ principal: text('principal'), due_date: text('due_date'), until: text('until') || today },
    payments: payments.flatMap((one: unknown, key) => {
      const { date, amount } = isRecord(one) ? one : {}
      return typeof date === 'string' && typeof amount === 'string' ? [{ key, date, amount }] : []
    }),
    facts: isRecord(given.facts) ? flat(given.facts) : {},
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
