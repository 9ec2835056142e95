import { addDays, type Day } from '../src/domain/days.ts'
import { amountText } from '../src/domain/money.ts'
import type { DebtorFacts, HeldFact, InvoiceFacts, Recipient } from '../src/follow_up/decide/facts.ts'
import { type Chance, chanceFrom } from './chance.ts'
import { aDebtor, anInvoice } from './given_facts.ts'

// The life of a debtor as its creditor writes it through the interface, and beside it the facts that the service should
// know. These are written down here by hand: nothing is read back but the ids.

/** A member of a bulk write. */
type Item = { [member: string]: unknown }

/** What is written about a life at one moment: at most one record of a kind. */
export type Writes = {
  contacts?: Item[]
  debtors?: Item[]
  new_invoices?: Item[]
  invoices?: Item[]
  block?: string[]
  resume?: string[]
}

/** Where somebody can be reached, by the members of a contact that say so. */
type Place = { mail: 'reminder' | 'default' | 'invoice' | null; street: boolean; city: boolean }

export type Life = {
  seed: number
  chance: Chance
  number: string
  place: Place
  /** A second contact, to whom some invoices are addressed. */
  other: Place
  language: string | null
  /** The numbers of invoices by the ids that stand in the facts, and those addressed to the second contact. */
  numbers: Map<string, string>
  elsewhere: Set<string>
  /** Invoices that were written and have no id yet. */
  unnamed: { number: string; facts: InvoiceFacts; elsewhere: boolean }[]
  facts: DebtorFacts
  /** What was written, to find out afterwards what went wrong. */
  diary: string[]
}

/** The language of the administration, for those who have none. */
const default_language = 'en'

export function beginLife(seed: number, today: Day, checksum: string): { life: Life; writes: Writes } {
  const chance = chanceFrom(seed)
  const is_company = chance.pick([true, false, null])
  const has_register_number = chance.percent(50)
  const country_code = chance.pick(['NL', 'NL', 'NL', 'BE', 'DE', ''])
  const life: Life = {
    ...{ seed, chance, number: `L${seed}`, place: somewhere(chance), other: somewhere(chance) },
    ...{ language: chance.pick([null, 'nl', 'de']), numbers: new Map(), elsewhere: new Set(), unnamed: [], diary: [] },
    facts: aDebtor([], { country_code, is_company, has_register_number }),
  }
  const debtor = {
    ...{ debtor_number: life.number, debtor_identifier: life.number, name: `Life ${seed}`, is_company },
    ...{ contact_identifier: life.number, language_code: life.language, country_code: country_code || null },
    ...{ coc_number: has_register_number ? '12345678' : null },
  }
  const new_invoices = Array.from({ length: 1 + chance.below(4) }, () => newInvoice(life, today, checksum))
  const contacts = [contactOf(life.number, life.place), contactOf(`${life.number}B`, life.other)]
  life.diary.push(`${today} begins: ${JSON.stringify({ debtor, contacts })}`)
  return { life, writes: { contacts, debtors: [debtor], new_invoices } }
}

const somewhere = (chance: Chance): Place => ({
  mail: chance.percent(80) ? chance.pick(['reminder', 'default', 'invoice']) : null,
  ...{ street: chance.percent(80), city: chance.percent(90) },
})

const contactOf = (contact_identifier: string, { mail, street, city }: Place): Item => ({
  ...{ contact_identifier, lastname: contact_identifier },
  ...Object.fromEntries(
    (['reminder', 'default', 'invoice'] as const).map((kind) => [
      `${kind}_email_address`,
      kind === mail ? `${contact_identifier.toLowerCase()}@example.com` : null,
    ]),
  ),
  postal_address_street_1: street ? 'Example Street 1' : null,
  postal_address_city: city ? 'Exampletown' : null,
})

/** An invoice or a credit note, sent by its creditor or left to be sent, some of them long overdue. */
function newInvoice(life: Life, today: Day, checksum: string): Item {
  const { chance } = life
  const number = `${life.number}-${life.numbers.size + life.unnamed.length + 1}`
  const invoice_date = addDays(today, chance.below(60) - 50)
  const due_date = chance.percent(4) ? addDays(invoice_date, -400) : addDays(invoice_date, chance.below(40))
  const sent_on = chance.percent(50) ? addDays(invoice_date, chance.below(25)) : null
  const credit = chance.percent(8)
  const open_amount = BigInt(1 + chance.below(chance.pick([900, 90_000]))) * (credit ? -1n : 1n)
  const elsewhere = chance.percent(20)
  const has_document = chance.percent(85)
  const payment_method = chance.percent(10) ? 'direct_debit' : 'bank_transfer'
  const currency_code = chance.percent(90) ? 'EUR' : 'GBP'
  const facts = anInvoice({
    ...{ invoice_date, due_date, sent_on, open_amount, has_document, payment_method, currency_code },
    recipient: recipientOf(life, elsewhere),
  })
  life.unnamed.push({ number, facts, elsewhere })
  const amount = amountText(open_amount)
  const item = {
    ...{ invoice_number: number, debtor_number: life.number, invoice_date, due_date, currency_code, payment_method },
    ...{ amount_total: amount, amount_open: amount, book_amount_total: amount, book_amount_open: amount },
    ...(sent_on === null ? {} : { sent_at: `${sent_on}T09:00:00Z` }),
    ...(elsewhere ? { contact_identifier: `${life.number}B` } : {}),
    ...(has_document ? { document: { checksum } } : {}),
  }
  life.diary.push(`${today} invoice: ${JSON.stringify(item)}`)
  return item
}

const recipientOf = (life: Life, elsewhere: boolean): Recipient => {
  const { place, other, language } = life
  const key = elsewhere ? `contact ${life.number}B` : 'debtor'
  const [mail, post] = elsewhere
    ? [other.mail ?? place.mail, (other.street && other.city) || (place.street && place.city)]
    : [place.mail, place.street && place.city]
  return { key, language_code: language ?? default_language, mail: mail ? 'yes' : 'no', post }
}

/** Gives written invoices the ids under which they are stored, and the day from which they are followed up. */
export function nameInvoices(life: Life, idOf: (number: string) => string, seen_on: Day): void {
  const named = life.unnamed.map(({ number, facts, elsewhere }) => {
    const id = idOf(number)
    life.numbers.set(id, number)
    if (elsewhere) life.elsewhere.add(id)
    return { ...facts, id, seen_on }
  })
  life.unnamed = []
  life.facts = { ...life.facts, invoices: [...life.facts.invoices, ...named] }
}

const change = (life: Life, id: string, how: (invoice: InvoiceFacts) => InvoiceFacts): void => {
  life.facts = { ...life.facts, invoices: life.facts.invoices.map((one) => (one.id === id ? how(one) : one)) }
}

/** Somebody can be reached otherwise than before: so are all invoices that go there. */
function readdress(life: Life): void {
  const invoices = life.facts.invoices.map((one) => ({
    ...one,
    recipient: recipientOf(life, life.elsewhere.has(one.id)),
  }))
  life.facts = { ...life.facts, invoices }
}

const withHeld = (held: readonly HeldFact[], reason: HeldFact['reason'], is: boolean): readonly HeldFact[] => [
  ...held.filter((one) => one.reason !== reason),
  ...(is ? [{ reason, since: null, day: null, id: null }] : []),
]

/** Something happens to a debtor, as chance has it. */
export function happen(life: Life, today: Day, checksum: string): Writes {
  const { chance, facts } = life
  const invoice = facts.invoices.length > 0 ? chance.pick(facts.invoices) : null
  const writes = chance.percent(35) || invoice === null ? ofDebtor(life, today, checksum) : ofInvoice(life, invoice)
  life.diary.push(`${today} ${JSON.stringify(writes)}`)
  return writes
}

function ofDebtor(life: Life, today: Day, checksum: string): Writes {
  const { chance, number } = life
  const known = { debtor_number: number, debtor_identifier: number, name: `Life ${life.seed}` }
  switch (chance.below(5)) {
    case 0: {
      life.place = somewhere(chance)
      readdress(life)
      return { contacts: [contactOf(number, life.place)] }
    }
    case 1: {
      life.other = somewhere(chance)
      readdress(life)
      return { contacts: [contactOf(`${number}B`, life.other)] }
    }
    case 2: {
      life.language = chance.pick([null, 'nl', 'fr'])
      const is_company = chance.pick([true, false, null])
      life.facts = { ...life.facts, is_company }
      readdress(life)
      return { debtors: [{ ...known, language_code: life.language, is_company }] }
    }
    case 3: {
      const stops = chance.percent(40)
      life.facts = { ...life.facts, held: withHeld(life.facts.held, 'stop_label', stops) }
      return { debtors: [{ ...known, labels: stops ? ['stop', 'vip'] : ['vip'] }] }
    }
    default:
      return { new_invoices: [newInvoice(life, today, checksum)] }
  }
}

function ofInvoice(life: Life, invoice: InvoiceFacts): Writes {
  const { chance } = life
  const { id } = invoice
  const invoice_number = life.numbers.get(id) ?? ''
  const owed = (open_amount: bigint): Writes => {
    change(life, id, (one) => ({ ...one, open_amount }))
    const amount = amountText(open_amount)
    return { invoices: [{ invoice_number, amount_open: amount, book_amount_open: amount }] }
  }
  switch (chance.below(7)) {
    case 0:
      return owed(0n)
    case 1:
    case 2:
      return owed(invoice.open_amount / 3n)
    case 3: {
      const blocks = !invoice.held.some(({ reason }) => reason === 'interface')
      change(life, id, (one) => ({ ...one, held: withHeld(one.held, 'interface', blocks) }))
      return blocks ? { block: [invoice_number] } : { resume: [invoice_number] }
    }
    case 4: {
      if (invoice.sent_on !== null) return owed(invoice.open_amount / 2n)
      const due_date = addDays(invoice.due_date, 1 + chance.below(20))
      change(life, id, (one) => ({ ...one, due_date }))
      return { invoices: [{ invoice_number, due_date }] }
    }
    case 5: {
      if (invoice.sent_on !== null) return owed(0n)
      life.elsewhere.add(id)
      readdress(life)
      return { invoices: [{ invoice_number, contact_identifier: `${life.number}B` }] }
    }
    default: {
      if (invoice.sent_on !== null) return {}
      const sent_on = addDays(invoice.invoice_date, chance.below(10))
      change(life, id, (one) => ({ ...one, sent_on }))
      return { invoices: [{ invoice_number, sent_at: `${sent_on}T09:00:00Z` }] }
    }
  }
}
