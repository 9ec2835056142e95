import { bookCosts, type Costs, costsProblems, no_costs } from './costs.ts'
import { type Line, lineText } from './invoice_lines.ts'
import { amount_max, amountText, atRateOf, magnitude, signOf } from './money.ts'
import { followExcess, overpaidWarning, withinTotal } from './overpaid.ts'
import {
  type Balance,
  balancingPayment,
  movementsOf,
  movesPrincipal,
  no_changes,
  type PaymentChanges,
  type PaymentList,
  paidSince,
  readList,
  replacePayments,
  type StoredPayment,
  type WantedPayment,
} from './payments.ts'

/** What an invoice is, apart from its amounts: the members that rules look at, and others that are only kept. */
export type Members = {
  debtor_id: string
  invoice_identifier: string | null
  currency_code: string
  invoice_date: string
  due_date: string
  sent_at: string | null
  [kept: string]: MemberValue
}

type MemberValue = string | number | boolean | null

export type StoredInvoice = {
  members: Members
  balance: Balance
  costs: Costs
  /** What the books last said was paid beyond the total. */
  overpaid: bigint
  /** What was paid of its costs here and stands: to the books, which know no costs, the same money is beyond it. */
  costs_paid: bigint
  payment_date: string | null
  payments: readonly StoredPayment[]
  lines: readonly Line[]
  /** What it is part of beside others, which is of one debtor and in one currency. */
  bound: 'a credit case' | 'a payment plan' | null
}

/** What a client says of an invoice; what is absent was not said. */
export type InvoiceRequest = {
  members: Partial<Members>
  balance: Partial<Balance>
  payments?: readonly WantedPayment[]
  lines?: readonly Line[]
}

/** What shall be, and what has to be done for it. */
export type Decision = {
  members: Members
  balance: Balance
  costs: Costs
  overpaid: bigint
  payment_date: string | null
  payments: PaymentChanges
  /** All lines, when they have to be written anew. */
  lines: readonly Line[] | null
  warnings: string[]
}

const nothing: Balance = { total: 0n, open: 0n, book_total: 0n, book_open: 0n }

/** Decides what becomes of an invoice; `stored` is null for a new one, whose request has every member. */
export function decideInvoice(
  stored: StoredInvoice | null,
  given: InvoiceRequest,
  today: string,
): { decision: Decision } | { problems: string[] } {
  const warnings: string[] = []
  const fixed = stored !== null && stored.members.sent_at !== null
  const claimed = given.balance.total ?? stored?.balance.total ?? 0n
  const { request, excess } = withinTotal(
    given,
    given.balance.open === undefined && fixed ? stored.balance.total : claimed,
  )
  const members = decideMembers(stored, request.members, fixed, warnings)
  const lines = decideLines(stored, request.lines, fixed, warnings)
  const totals = decideTotals(stored, request.balance, fixed, warnings)
  const list = request.payments === undefined ? null : readList(stored?.payments ?? [], request.payments, totals)
  const balance = decideOpen(stored?.balance ?? null, totals, openOf(totals, request.balance), list)
  const problems = [...new Set([...amountProblems(request.balance), ...balanceProblems(balance)])]
  if (list !== null && list.paid !== balance.total - balance.open) {
    const missing = amountText(balance.total - balance.open)
    problems.push(`payments: add up to ${amountText(list.paid)}, but total and open amount differ by ${missing}`)
  }
  if (problems.length > 0)
    return { problems: [...problems, ...warnings.filter((one) => one === stays('amount_total'))] }
  const replaced =
    list === null
      ? {
          ...no_changes,
          added: balancingPayment(stored?.balance ?? nothing, balance, stored ? today : paidBy(members, today)),
          problems: [],
        }
      : replacePayments(stored?.payments ?? [], list, { book_paid: balance.book_total - balance.book_open, today })
  const { problems: undoable, ...changes } = replaced
  const overpaid = excess ?? stored?.overpaid ?? 0n
  const settled = stored === null || excess === null ? [] : followExcess(excess, stored, balance, today)
  const payments = { ...changes, added: [...changes.added, ...settled] }
  if (excess !== null && excess > 0n) warnings.push(overpaidWarning(excess))
  const moved = movementsOf(payments)
  const costs = bookCosts(stored?.costs ?? no_costs, moved)
  undoable.push(...costsProblems(costs))
  if (moved.added.some(({ book_amount }) => magnitude(book_amount) > amount_max)) {
    undoable.push('payments: book_amount is too large')
  }
  if (undoable.length > 0) return { problems: undoable }
  const payment_date = decidePaymentDate(stored, { balance, payments, invoice_date: members.invoice_date })
  if (lines !== null && lines.length > 0) warnings.push(...linesWarnings(lines, balance))
  return { decision: { members, balance, costs, overpaid, payment_date, payments, lines, warnings } }
}

/**
 * The day of what was paid of an invoice before it came here, which nobody said. It counts as paid in time, so that no
 * interest is asked on money that was there; and not before there was an invoice.
 */
function paidBy({ invoice_date, due_date }: Members, today: string): string {
  const in_time = due_date < today ? due_date : today
  return in_time > invoice_date ? in_time : invoice_date
}

/** What clients call members that have another name here. */
const sent_as: { readonly [member: string]: string } = { debtor_id: 'debtor_number', contact_id: 'contact_identifier' }
/** What may change at any time. */
const free: readonly string[] = ['category', 'description']
/** What all invoices of a case or a plan have in common. */
const shared: readonly string[] = ['debtor_id', 'currency_code']

function decideMembers(
  stored: StoredInvoice | null,
  request: Partial<Members>,
  fixed: boolean,
  warnings: string[],
): Members {
  // A new invoice comes with every member it must have; the others are empty.
  if (stored === null) return { ...unknown_members, ...request } as Members
  const members: { [name: string]: unknown } = { ...stored.members }
  for (const [name, value] of Object.entries(request)) {
    if (value === undefined || isSame(name, value, members[name])) continue
    if (fixed && !free.includes(name)) warnings.push(stays(sent_as[name] ?? name))
    else if (stored.bound !== null && shared.includes(name))
      warnings.push(stays(sent_as[name] ?? name, `is in ${stored.bound}`))
    else members[name] = value
  }
  // Only members of the request were replaced, by values of the same type.
  return members as Members
}

const stays = (name: string, why = 'has been sent'): string => `${name}: stays as it is, because the invoice ${why}`

const unknown_members = { invoice_identifier: null, payment_method: 'unknown', sent_at: null }

/** Moments are the same however they are written. */
function isSame(name: string, one: unknown, other: unknown): boolean {
  if (!name.endsWith('_at') || typeof one !== 'string' || typeof other !== 'string') return one === other
  return Date.parse(one) === Date.parse(other)
}

function decideLines(
  stored: StoredInvoice | null,
  request: readonly Line[] | undefined,
  fixed: boolean,
  warnings: string[],
): readonly Line[] | null {
  if (request === undefined || sameLines(stored?.lines ?? [], request)) return null
  if (!fixed) return request
  warnings.push(stays('invoice_lines'))
  return null
}

function sameLines(one: readonly Line[], other: readonly Line[]): boolean {
  const text = (line: Line): string => `${line.line_order} ${lineText(line)}`
  return one.length === other.length && one.every((line, index) => text(line) === text(other[index] as Line))
}

function linesWarnings(lines: readonly Line[], { total }: Balance): string[] {
  const sum = lines.reduce((all, line) => all + BigInt(line.total_incl_tax_amount.replace('.', '')), 0n)
  return sum === total
    ? []
    : [`invoice_lines: add up to ${amountText(sum)}, and the total of the invoice is ${amountText(total)}`]
}

type Totals = { total: bigint; book_total: bigint }

function decideTotals(
  stored: StoredInvoice | null,
  request: Partial<Balance>,
  fixed: boolean,
  warnings: string[],
): Totals {
  const was = stored?.balance ?? nothing
  const total = request.total ?? was.total
  const book_total = request.book_total ?? (total === was.total ? was.book_total : atRateOf(was, total))
  if (!fixed) return { total, book_total }
  if (total !== was.total) warnings.push(stays('amount_total'))
  if (request.book_total !== undefined && request.book_total !== was.book_total)
    warnings.push(stays('book_amount_total'))
  return { total: was.total, book_total: was.book_total }
}

/**
 * What is open of a total that stays, although another one was sent: what was sent as paid is paid of this one. As it
 * is, an open amount that belongs to a lower total would be money that never came.
 */
function openOf(
  { total, book_total }: Totals,
  request: Partial<Balance>,
): Pick<Partial<Balance>, 'open' | 'book_open'> {
  const left = (whole: bigint, claimed_whole: bigint | undefined, open: bigint | undefined): bigint | undefined => {
    if (claimed_whole === undefined || open === undefined || claimed_whole === whole) return open
    const rest = whole - (claimed_whole - open)
    if (signOf(rest) !== signOf(whole)) return 0n
    return magnitude(rest) > magnitude(whole) ? whole : rest
  }
  const open = left(total, request.total, request.open)
  const settled = open === 0n && request.open !== 0n
  const book_open = settled ? 0n : left(book_total, request.book_total, request.book_open)
  return { ...(open === undefined ? {} : { open }), ...(book_open === undefined ? {} : { book_open }) }
}

/** What is open: as given, else what the payments leave, else it moves with the total. */
function decideOpen(
  was: Balance | null,
  totals: Totals,
  request: Pick<Partial<Balance>, 'open' | 'book_open'>,
  list: PaymentList | null,
): Balance {
  const before = was ?? nothing
  const open = request.open ?? (list ? totals.total - list.paid : before.open + totals.total - before.total)
  const moved = before.book_open + totals.book_total - before.book_total
  const unmoved = open === before.open + totals.total - before.total
  const follows = list ? leftOf(totals.book_total, list) : unmoved ? moved : atRateOf(totals, open)
  const book_open = request.book_open ?? (open === 0n ? 0n : follows)
  return { ...totals, open, book_open }
}

/** What a list leaves in the other currency: not less than nothing because payments were rounded up. */
function leftOf(book_total: bigint, { book_paid, listed }: PaymentList): bigint {
  const left = book_total - book_paid
  return signOf(left) !== signOf(book_total) && magnitude(left) <= BigInt(listed.length) ? 0n : left
}

/** An open amount is part of its total: not larger, and not of the other sign. */
export function balanceProblems({ total, open, book_total, book_open }: Balance): string[] {
  const problems = [...partProblems('amount', total, open), ...partProblems('book_amount', book_total, book_open)]
  if (open === 0n && book_open !== 0n) problems.push('book_amount_open: must be 0.00 when amount_open is')
  return problems
}

function partProblems(name: string, whole: bigint | undefined, part: bigint | undefined): string[] {
  if (whole === undefined || part === undefined) return []
  if (magnitude(whole) > amount_max) return [`${name}_total: is too large`]
  if (signOf(part) !== 0 && signOf(part) !== signOf(whole)) return [`${name}_open: must have the sign of ${name}_total`]
  return magnitude(part) > magnitude(whole) ? [`${name}_open: must not be larger than ${name}_total`] : []
}

/** What is wrong with amounts as they were given, whether or not their totals are those that count. */
const amountProblems = ({ total, open, book_total, book_open }: Partial<Balance>): string[] => [
  ...partProblems('amount', total, open),
  ...partProblems('book_amount', book_total, book_open),
]

/** The day on which it was paid in full: that of the payment that did; one over nothing is paid from the start. */
function decidePaymentDate(
  stored: StoredInvoice | null,
  { balance, payments, invoice_date }: { balance: Balance; payments: PaymentChanges; invoice_date: string },
): string | null {
  if (balance.open !== 0n) return null
  const moved = movementsOf(payments)
  const untouched = ![...moved.added, ...moved.removed].some(movesPrincipal)
  if (untouched && stored !== null && stored.payment_date !== null) return stored.payment_date
  return paidSince(balance.total, stored?.payments ?? [], moved) ?? invoice_date
}
