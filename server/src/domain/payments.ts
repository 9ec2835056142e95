import { atRateOf, signOf, sumOf } from './money.ts'

export const cost_types = ['principal', 'administration_costs', 'interest_costs', 'debt_collection_costs'] as const
export const transaction_types = ['credit', 'payment', 'reversal', 'revaluation', 'settlement', 'write_off'] as const
export type CostType = (typeof cost_types)[number]
export type TransactionType = (typeof transaction_types)[number]

/** What a payment does to an invoice: a positive amount lowers what is open. */
export type Movement = {
  cost_type: CostType
  transaction_type: TransactionType | null
  amount: bigint
  book_amount: bigint
  payment_date: string
  /** Whether it undoes a charge, or makes one anew that was undone. */
  of_charge?: boolean
}

type Described = { description: string | null; payment_method: string | null; reversal_code: string | null }

export type StoredPayment = Movement &
  Described & {
    id: string
    origin_identifier: string | null
    /** The payment that it undoes. */
    reverses_payment_id: string | null
    /** Whether money at a bank or a provider stands behind it, or somebody who booked it by hand. */
    linked: boolean
    /** How often it was corrected. */
    correction: number
    reason?: string | null
  }

export type NewPayment = Movement &
  Described & { origin_identifier: string | null; reverses_payment_id: string | null; reason: string | null }

/** A payment of a full list; what is null or absent follows, or stays as it was. */
export type WantedPayment = Partial<Described> & {
  origin_identifier: string
  cost_type: CostType
  transaction_type: TransactionType | null
  amount: bigint
  book_amount: bigint | null
  payment_date: string | null
}

export type Balance = { total: bigint; open: bigint; book_total: bigint; book_open: bigint }

export type PaymentChanges = {
  added: NewPayment[]
  /** Payments that stay, under their own id, with other money or another day. */
  corrected: { before: StoredPayment; after: NewPayment }[]
  removed: StoredPayment[]
  described: (Described & { id: string })[]
}

export const no_changes: PaymentChanges = { added: [], corrected: [], removed: [], described: [] }

/** What changes do to amounts: a correction takes one movement back and makes another. */
export const movementsOf = ({
  added,
  corrected,
  removed,
}: Pick<PaymentChanges, 'added' | 'corrected' | 'removed'>) => ({
  added: [...added, ...corrected.map(({ after }) => after)],
  removed: [...removed, ...corrected.map(({ before }) => before)],
})

/** A negative amount of costs that undoes nothing is a charge: it makes the costs. What undoes it makes them less. */
export const isCharge = ({ cost_type, transaction_type, amount, of_charge = false }: Movement): boolean =>
  cost_type !== 'principal' && (transaction_type === 'reversal' ? of_charge : amount < 0n)

/** The one payment that takes an invoice from what it was to what it shall be; none when nothing is to be moved. */
export function balancingPayment(was: Balance, shall: Balance, today: string): NewPayment[] {
  const amount = was.open - was.total + shall.total - shall.open
  const book_amount = was.book_open - was.book_total + shall.book_total - shall.book_open
  if (amount === 0n && book_amount === 0n) return []
  return [service({ transaction_type: balancingType(amount, shall.total), amount, book_amount, payment_date: today })]
}

function balancingType(amount: bigint, total: bigint): TransactionType {
  if (amount === 0n) return 'revaluation'
  if (signOf(amount) !== signOf(total)) return 'reversal'
  return total < 0n ? 'settlement' : 'payment'
}

const service = (
  entry: Pick<NewPayment, 'transaction_type' | 'amount' | 'book_amount' | 'payment_date'>,
): NewPayment => ({
  cost_type: 'principal',
  origin_identifier: null,
  reverses_payment_id: null,
  description: null,
  payment_method: null,
  reversal_code: null,
  reason: null,
  ...entry,
})

/** The opposite of a payment. Where that undid another one itself, `head` is the one that began it. */
export const inverse = (of: StoredPayment, today: string, head = of): NewPayment => ({
  ...service({
    transaction_type: 'reversal',
    amount: -of.amount,
    book_amount: -of.book_amount,
    payment_date: today,
  }),
  cost_type: of.cost_type,
  reverses_payment_id: of.id,
  of_charge: isCharge(head),
})

type Listed = { wanted: WantedPayment; book_amount: bigint }

/** What a full list of payments says of an invoice, before it is held against what is there. */
export type PaymentList = { paid: bigint; book_paid: bigint; listed: Listed[] }

/** Fills in the amounts in the other currency: those that are kept already, else by the rate of the invoice. */
export function readList(
  stored: readonly StoredPayment[],
  wanted: readonly WantedPayment[],
  totals: { total: bigint; book_total: bigint },
): PaymentList {
  const known = new Map(stored.map((one) => [one.origin_identifier, one]))
  const listed = wanted.map((one) => {
    const before = known.get(one.origin_identifier)
    const kept = before?.amount === one.amount ? before.book_amount : null
    return { wanted: one, book_amount: one.book_amount ?? kept ?? atRateOf(totals, one.amount) }
  })
  const principal = listed.filter(({ wanted }) => wanted.cost_type === 'principal')
  return {
    listed,
    paid: sumOf(principal.map(({ wanted }) => wanted.amount)),
    book_paid: sumOf(principal.map(({ book_amount }) => book_amount)),
  }
}

/**
 * What has to be done so that the payments of an invoice are those of the list, and come to `book_paid` in the other
 * currency. A payment that the list names is the same payment, whatever else the list says of it. Payments that it does
 * not name are removed; where money at a bank or a provider or a person stands behind one, or it was undone before, an
 * opposite payment undoes it instead. Costs that the service charged itself stay.
 */
export function replacePayments(
  stored: readonly StoredPayment[],
  list: PaymentList,
  given: { book_paid: bigint; today: string },
): PaymentChanges & { problems: string[] } {
  const { today } = given
  const changes: PaymentChanges = { added: [], corrected: [], removed: [], described: [] }
  const problems: string[] = []
  const wanted = new Map(list.listed.map((one) => [one.wanted.origin_identifier, one]))
  const fresh = new Set(list.listed)
  const corrected = new Map<Listed, StoredPayment>()
  const extra: Chain[] = []
  for (const chain of chainsOf(stored)) {
    const one = chain.head.origin_identifier === null ? undefined : wanted.get(chain.head.origin_identifier)
    if (one) {
      if (!isSame(chain.head, one)) {
        if (isRemovable(chain)) corrected.set(one, chain.head)
        else problems.push(`payments: ${one.wanted.origin_identifier} was undone or settled elsewhere, and is final`)
        continue
      }
      fresh.delete(one)
      if (!chain.holds) changes.added.push(inverse(chain.last, today, chain.head))
      changes.described.push(...describe(chain.head, one.wanted))
    } else if (chain.head.origin_identifier !== null) {
      if (chain.holds) undo(chain, changes, today)
    } else if (chain.head.cost_type === 'principal' && chain.holds) extra.push(chain)
  }
  const difference = given.book_paid - list.book_paid
  const absorbing = [...fresh].findLast(({ wanted }) => wanted.book_amount === null && wanted.cost_type === 'principal')
  const left = absorbing === undefined ? difference : 0n
  for (const one of fresh) {
    const before = corrected.get(one)
    const after = enter(one.wanted, one.book_amount + (one === absorbing ? difference : 0n), before ?? null, today)
    if (before) changes.corrected.push({ before, after })
    else changes.added.push(after)
  }
  const amount = sumOf(extra.map(({ head }) => head.amount))
  const book_amount = sumOf(extra.map(({ head }) => head.book_amount))
  if (amount !== 0n || book_amount !== left) {
    for (const chain of extra) undo(chain, changes, today)
    if (left !== 0n) {
      changes.added.push(
        service({ transaction_type: 'revaluation', amount: 0n, book_amount: left, payment_date: today }),
      )
    }
  }
  return { ...changes, problems }
}

/** A payment, what undid it, what undid that, and so on; it holds while their number is odd. */
type Chain = { head: StoredPayment; last: StoredPayment; length: number; holds: boolean }

function chainsOf(stored: readonly StoredPayment[]): Chain[] {
  const undone_by = new Map(stored.map((one) => [one.reverses_payment_id, one]))
  return stored
    .filter((one) => one.reverses_payment_id === null)
    .map((head) => {
      let last = head
      let length = 1
      for (let next = undone_by.get(head.id); next; next = undone_by.get(next.id)) {
        last = next
        length++
      }
      return { head, last, length, holds: length % 2 === 1 }
    })
}

const isRemovable = ({ head, length }: Chain): boolean => length === 1 && !head.linked

function undo(chain: Chain, changes: PaymentChanges, today: string): void {
  if (isRemovable(chain)) changes.removed.push(chain.head)
  else changes.added.push(inverse(chain.last, today, chain.head))
}

function isSame(stored: StoredPayment, { wanted, book_amount }: Listed): boolean {
  return (
    stored.amount === wanted.amount &&
    stored.book_amount === book_amount &&
    stored.cost_type === wanted.cost_type &&
    stored.transaction_type === wanted.transaction_type &&
    (wanted.payment_date === null || stored.payment_date === wanted.payment_date)
  )
}

/** What is said of a payment; what the list leaves out stays. */
function describedBy(stored: Described | null, wanted: WantedPayment): Described {
  const member = <Name extends keyof Described>(name: Name): Described[Name] =>
    wanted[name] === undefined ? (stored?.[name] ?? null) : wanted[name]
  return {
    description: member('description'),
    payment_method: member('payment_method'),
    reversal_code: member('reversal_code'),
  }
}

function describe(stored: StoredPayment, wanted: WantedPayment): PaymentChanges['described'] {
  const { id, description, payment_method, reversal_code } = stored
  const now = describedBy(stored, wanted)
  const same =
    now.description === description && now.payment_method === payment_method && now.reversal_code === reversal_code
  return same ? [] : [{ id, ...now }]
}

/** A payment of the list as it is entered; `before` is what was entered under its key until now. */
function enter(wanted: WantedPayment, book_amount: bigint, before: StoredPayment | null, today: string): NewPayment {
  return {
    origin_identifier: wanted.origin_identifier,
    cost_type: wanted.cost_type,
    transaction_type: wanted.transaction_type,
    amount: wanted.amount,
    book_amount,
    payment_date: wanted.payment_date ?? before?.payment_date ?? today,
    ...describedBy(before, wanted),
    reverses_payment_id: null,
    reason: null,
  }
}

/**
 * The day since which the payments on the principal that hold have covered the total: what came or went later does not
 * matter. Payments that are not all known, and come to less, say it by the last of them; null where there are none.
 */
export function paidSince(
  total: bigint,
  stored: readonly StoredPayment[],
  { added, removed }: Pick<PaymentChanges, 'added' | 'removed'>,
): string | null {
  const gone = new Set(removed)
  const left = stored.filter((one) => !gone.has(one))
  const undone_anew = new Set(added.map((one) => one.reverses_payment_id))
  const held = chainsOf(left)
    .filter(({ holds, last }) => holds !== undone_anew.has(last.id))
    .map(({ head }) => head)
  const by_day = Map.groupBy(
    [...held, ...added.filter((one) => one.reverses_payment_id === null)].filter(movesPrincipal),
    ({ payment_date }) => payment_date,
  )
  const days = [...by_day].map(([day, list]) => ({ day, paid: sumOf(list.map(({ amount }) => amount)) }))
  const latest_first = days.sort((one, other) => (one.day < other.day ? 1 : -1))
  let before = sumOf(days.map(({ paid }) => paid))
  const covers = (paid: bigint): boolean => (total < 0n ? paid <= total : paid >= total)
  if (!covers(before)) return latest_first[0]?.day ?? null
  for (const { day, paid } of latest_first) {
    before -= paid
    if (!covers(before)) return day
  }
  return null
}

/** Whether it changes what is open of the invoice itself. */
export const movesPrincipal = ({ cost_type, amount }: Movement): boolean => cost_type === 'principal' && amount !== 0n
