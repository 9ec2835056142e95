import type { QueryKey } from '@tanstack/react-query'

/** A record that changed, as the service reports it. `by` is a user, a part of the service, or not known. */
export type Hint = { kind: string; id: string; debtor_id: string | null; by: string | null }

/** The debtor of a record that was read before; null when that is not known. */
export type DebtorOf = (family: string, id: string) => string | null

/** What lists and counts show, by the family of their query; `any`: something of everything. */
const lists: Readonly<Record<string, readonly string[] | 'any'>> = {
  reports: ['invoices', 'payments', 'credit_cases', 'payment_plans', 'promises', 'disputes', 'debtors'],
  ...{ today: 'any', overview: 'any', parts: 'any', outbox: 'any', sandbox: 'any' },
  tasks: ['tasks'],
  messages: ['messages'],
  conversations: ['conversations', 'messages', 'notes', 'promises'],
  payment_plans: ['payment_plans'],
  debtors: ['debtors'],
  composer: ['debtors', 'invoices', 'contacts', 'administrations'],
  contacts: ['contacts', 'debtors'],
  invoices: ['invoices', 'credit_cases'],
  payments: ['payments'],
  invoice_list: ['invoices', 'payments', 'credit_cases', 'payment_plans', 'promises', 'disputes'],
  invoice_totals: ['invoices', 'payments', 'credit_cases', 'payment_plans', 'promises', 'disputes'],
  credit_cases: ['credit_cases'],
  credit_case_list: ['credit_cases', 'invoices', 'payments'],
  credit_case_totals: ['credit_cases', 'invoices', 'payments'],
  debtor_list: ['debtors', 'invoices', 'payments'],
  debtor_totals: ['debtors', 'invoices', 'payments', 'credit_cases', 'payment_plans', 'promises', 'disputes'],
  // Whoever saves a view changes the administration and no record.
  saved_views: ['administrations'],
  letters: ['letters', 'administrations'],
  orders: ['order_lines', 'administrations'],
  order_lines: ['order_lines'],
  ...{ flow_versions: ['flows', 'administrations'], letter_texts: ['administrations'] },
  reply_texts: ['administrations'],
  ...{ administration_settings: ['administrations'], webhooks: ['administrations'] },
  ...{ administration_general: ['administrations'], administration_logo: ['administrations'] },
  ...{ inbox: [], search: [], dry_runs: [], law: [], imports: [] },
}

/** How a record stands in its dossier: whatever changes there may change this. */
const views: ReadonlySet<string> = new Set(['standing', 'outlooks', 'steps', 'timeline', 'agreements'])

/** Records whose own query has another name than their family. */
const named: Readonly<Record<string, string>> = {
  ...{ case_dossiers: 'credit_cases', payment_behaviour: 'debtors', debtor_facts: 'debtors' },
}

/** Every family of queries that is kept up to date, or need not be. */
export const known_families: ReadonlySet<string> = new Set([...Object.keys(lists), ...views, ...Object.keys(named)])

/**
 * Whether a query shows something that changed, and how soon it is to be read again: what somebody reads at once, lists
 * and counts a little later, so that many changes are one. Without hints anything may have changed.
 */
export function urgencyOf(
  query: { administration_id: string; key: QueryKey },
  hints: readonly Hint[] | null,
  debtorOf: DebtorOf,
): 'now' | 'soon' | null {
  const [family, owner, ...rest] = partsOf(query.key)
  if (family === undefined || owner !== query.administration_id || !known_families.has(family)) return null
  if (hints === null) return 'soon'
  if (views.has(family)) return isOfDossier(hints, debtorOf, rest[0] ?? '', rest[1] ?? '') ? 'now' : null
  const record = named[family] ?? family
  const id = rest[0] ?? ''
  if (!/^\d+$/.test(id)) return isListed(family, rest, hints) ? 'soon' : null
  const itself = hints.some((hint) => hint.kind === record && hint.id === id)
  return itself || isOfDossier(hints, debtorOf, record, id) ? 'now' : null
}

/** Family, administration, and what else a key says. Filters are objects, and say nothing here. */
function partsOf(key: QueryKey): string[] {
  const texts = key.map((part) => (typeof part === 'string' ? part : ''))
  return texts[0] === 'records' ? texts.slice(1) : texts
}

function isListed(family: string, [which]: readonly string[], hints: readonly Hint[]): boolean {
  // What is typed is not another one because something was saved.
  if (which === 'preview') return false
  const shown = lists[family] ?? []
  return shown === 'any' || hints.some(({ kind }) => shown.includes(kind))
}

/** A record of which the debtor is not known may be of any dossier. */
function isOfDossier(hints: readonly Hint[], debtorOf: DebtorOf, family: string, id: string): boolean {
  const debtor_id = family === 'debtors' ? id : debtorOf(family, id)
  return hints.some((hint) => hint.debtor_id !== null && (debtor_id === null || hint.debtor_id === debtor_id))
}
