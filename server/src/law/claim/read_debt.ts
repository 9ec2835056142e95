import { type Day, readDay } from '../../domain/days.ts'
import { isObject } from '../../domain/is_object.ts'
import { cents } from '../../domain/money.ts'
import { free_days } from '../countries/be.ts'
import { rateOf } from '../rates.ts'
import { type Debt, type DebtFacts, type DebtPayment, debt_countries, no_facts } from './debt.ts'

type Given = { readonly [name: string]: unknown }

/** A debt, or what is wrong with what was given, each with its place and in a sentence. */
export type ReadDebt = { debt: Debt } | { problems: readonly Problem[] }
export type Problem = { place: string; sentence: string }

/** How much may be given: beyond these an amount is a slip, and a list more than anybody asks about. */
export type Limits = { amount_digits: number; list_length: number }
const no_limits: Limits = { amount_digits: 18, list_length: Infinity }

/** Beyond this a rate is a slip. */
const rate_max = 1_000

/** Reads a debt from JSON. Facts that are not known here are ignored; what cannot be is a problem. */
export function readDebt(given: unknown, limits: Limits = no_limits): ReadDebt {
  const reader = new Reader(limits)
  if (!isObject(given)) return { problems: [{ place: '', sentence: 'A claim is an object.' }] }
  const debt: Debt = {
    country: reader.oneOf(given, 'country', debt_countries),
    party: reader.oneOf(given, 'party', ['consumer', 'business']),
    currency: reader.currency(given),
    principal: reader.amount(given, 'principal') ?? reader.missing('principal', 'an amount like "500.00"', 0n),
    due_date: reader.day(given, 'due_date'),
    until: reader.day(given, 'until') ?? reader.missing('until', 'a day like "2026-11-16"', '0001-01-01'),
    payments: reader.payments(given),
    facts: readFacts(reader, given),
  }
  return reader.problems.length > 0 ? { problems: reader.problems } : { debt }
}

function readFacts(reader: Reader, given: Given): DebtFacts {
  const facts = reader.object(given, 'facts')
  if (!facts) return no_facts
  const at = 'facts.'
  const { collection_step, reminder_number, agreed_term } = facts
  return {
    contract_date: reader.day(facts, 'contract_date', at),
    collection_step: isNone(collection_step) ? true : reader.flag(facts, 'collection_step', at),
    letter: readLetter(reader, facts),
    components: reader.amounts(facts, 'components', at),
    vat_not_reclaimable: reader.flag(facts, 'vat_not_reclaimable', at),
    costs_charged_on: reader.day(facts, 'costs_charged_on', at),
    reminder: readReminder(reader, facts),
    reminder_number: isNone(reminder_number) ? 1 : reader.count(facts, 'reminder_number', at),
    regular_supply: reader.flag(facts, 'regular_supply', at),
    postage: reader.amount(facts, 'postage', at) ?? 0n,
    creditor_sme: reader.flag(facts, 'creditor_sme', at),
    clause_interest: readClause(facts.clause_interest, () => reader.rate(facts, 'clause_interest', at)),
    clause_damages: readClause(facts.clause_damages, () => reader.amount(facts, 'clause_damages', at)),
    rate_override: reader.rate(facts, 'rate_override', at),
    agreed_term:
      agreed_term === null
        ? 'none'
        : typeof agreed_term === 'number'
          ? reader.count(facts, 'agreed_term', at)
          : 'by_date',
    invoice_received: reader.day(facts, 'invoice_received', at),
    goods_received: reader.day(facts, 'goods_received', at),
    performed: reader.day(facts, 'performed', at),
    notice_of_amount: reader.day(facts, 'notice_of_amount', at),
    reminder_received: reader.day(facts, 'reminder_received', at),
    invoice_mentions_30_day_rule: reader.flag(facts, 'invoice_mentions_30_day_rule', at),
    purchaser: typeof facts.purchaser === 'string' ? facts.purchaser : null,
    grossly_unfair: reader.flag(facts, 'grossly_unfair', at),
  }
}

function readLetter(reader: Reader, facts: Given): DebtFacts['letter'] {
  const letter = reader.object(facts, 'letter', 'facts.')
  if (!letter) return null
  const at = 'facts.letter.'
  const sent =
    reader.day(letter, 'sent', at) ?? reader.missing(`${at}sent`, 'the day on which it was sent', '0001-01-01')
  const receipt = reader.day(letter, 'receipt', at)
  if (receipt !== null && receipt < sent) reader.problem(`${at}receipt`, 'A letter cannot arrive before it was sent.')
  return {
    ...{ sent, receipt, channel: reader.channel(letter, at) },
    term_days: isNone(letter.term_days) ? 14 : reader.count(letter, 'term_days', at),
    counted_from: isNone(letter.counted_from)
      ? 'receipt'
      : reader.oneOf(letter, 'counted_from', ['receipt', 'letter_date'], at),
    states_amount: isNone(letter.states_amount) ? true : reader.flag(letter, 'states_amount', at),
    charges_costs: reader.flag(letter, 'charges_costs', at),
  }
}

function readReminder(reader: Reader, facts: Given): DebtFacts['reminder'] {
  const reminder = reader.object(facts, 'reminder', 'facts.')
  if (!reminder) return null
  const at = 'facts.reminder.'
  const sent =
    reader.day(reminder, 'sent', at) ?? reader.missing(`${at}sent`, 'the day on which it was sent', '0001-01-01')
  const valid = isNone(reminder.valid) ? true : reader.flag(reminder, 'valid', at)
  const term_days = isNone(reminder.term_days) ? free_days : reader.count(reminder, 'term_days', at)
  return { sent, valid, channel: reader.channel(reminder, at), term_days }
}

function readClause(value: unknown, read: () => bigint | null): bigint | 'cap' | null {
  if (value === true || value === 'cap') return 'cap'
  return value === false ? null : read()
}

const isNone = (value: unknown): value is null | undefined => value === undefined || value === null

/** Reads members one by one, and keeps what is wrong with them. */
class Reader {
  readonly problems: Problem[] = []
  readonly #places = new Set<string>()
  private readonly limits: Limits

  constructor(limits: Limits) {
    this.limits = limits
  }

  problem(place: string, sentence: string): void {
    this.#places.add(place)
    this.problems.push({ place, sentence })
  }

  missing<Value>(place: string, what: string, instead: Value): Value {
    if (!this.#places.has(place)) this.problem(place, `${place} has to be ${what}.`)
    return instead
  }

  oneOf<const One extends string>(given: Given, name: string, words: readonly [One, ...One[]], at = ''): One {
    const found = words.find((word) => word === given[name])
    return found ?? this.missing(at + name, `one of ${words.join(', ')}`, words[0])
  }

  currency({ currency }: Given): string {
    if (isNone(currency)) return this.missing('currency', 'three letters like EUR', '')
    if (typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)) return currency
    return this.missing('currency', 'three letters like EUR', '')
  }

  channel(given: Given, at: string): 'mail' | 'post' {
    const { channel } = given
    if (isNone(channel) || channel === 'email' || channel === 'mail') return 'mail'
    return channel === 'post' ? 'post' : this.missing(`${at}channel`, 'email or post', 'mail')
  }

  object(given: Given, name: string, at = ''): Given | null {
    const value = given[name]
    if (isNone(value)) return null
    return isObject(value) ? value : this.missing(at + name, 'an object', null)
  }

  flag(given: Given, name: string, at: string): boolean {
    const value = given[name]
    if (isNone(value)) return false
    return typeof value === 'boolean' ? value : this.missing(at + name, 'true or false', false)
  }

  count(given: Given, name: string, at: string): number {
    const value = given[name]
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 3_660) return value
    return this.missing(at + name, 'a whole number from 0 to 3660', 0)
  }

  day(given: Given, name: string, at = ''): Day | null {
    const value = given[name]
    if (isNone(value)) return null
    const day = typeof value === 'string' ? readDay(value) : null
    return day ?? this.missing(at + name, 'a day like "2026-11-16"', null)
  }

  amount(given: Given, name: string, at = ''): bigint | null {
    return isNone(given[name]) ? null : this.money(given[name], at + name)
  }

  money(value: unknown, place: string): bigint {
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text === 'string' && /^\d+(\.\d{1,2})?$/.test(text) && this.fits(text)) return cents(text)
    return this.missing(place, 'an amount of zero or more with at most two decimals, like "500.00"', 0n)
  }

  /** Digits are counted without the point. */
  private fits(amount: string): boolean {
    return amount.replace('.', '').length <= this.limits.amount_digits
  }

  private isLong(list: readonly unknown[], place: string): boolean {
    const { list_length } = this.limits
    if (list.length > list_length) this.problem(place, `${place} may have at most ${list_length} items.`)
    return list.length > list_length
  }

  amounts(given: Given, name: string, at: string): bigint[] | null {
    const value = given[name]
    if (isNone(value)) return null
    if (!Array.isArray(value) || value.length === 0) return this.missing(at + name, 'a list of amounts', null)
    if (this.isLong(value, at + name)) return null
    return value.map((one, index) => this.money(one, `${at}${name}[${index}]`))
  }

  rate(given: Given, name: string, at: string): bigint | null {
    const value = given[name]
    if (isNone(value)) return null
    const text = typeof value === 'number' ? String(value) : value
    const is_rate = typeof text === 'string' && /^\d+(\.\d{1,6})?$/.test(text) && Number(text) <= rate_max
    return is_rate ? rateOf(text) : this.missing(at + name, 'a yearly rate in percent, like "8.5"', null)
  }

  payments(given: Given): DebtPayment[] {
    const { payments } = given
    if (isNone(payments)) return []
    if (!Array.isArray(payments)) return this.missing('payments', 'a list of { date, amount }', [])
    if (this.isLong(payments, 'payments')) return []
    return payments.map((payment: unknown, index) => {
      const place = `payments[${index}]`
      const instead: DebtPayment = { date: '0001-01-01', amount: 0n }
      if (!isObject(payment)) return this.missing(place, '{ date, amount }', instead)
      const date = this.day(payment, 'date', `${place}.`) ?? this.missing(`${place}.date`, 'a day', instead.date)
      return { date, amount: this.money(payment.amount, `${place}.amount`) }
    })
  }
}
