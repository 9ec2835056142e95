import {
  detail,
  type FieldPosition,
  header,
  type Layout,
  layoutOf,
  layouts,
  record_length_max,
  trailer,
} from './layouts.ts'
import { collectProblems, type Problem, type Problems } from './problems.ts'
import { centsAt, dayAt, digitsAt, euros, textAt } from './values.ts'

/** A treatment or a delivery that is claimed. */
export type ClaimLine = {
  /** The line of the file that it stands on. */
  line: number
  order_line_identifier: string
  product_identifier: string
  date: string
  /** Cents; negative when money is given back. */
  amount: bigint
  email_address: string | null
}

/** A declaration file that was understood to the last record. */
export type Declaration = {
  format: Layout['name']
  invoice_number: string
  invoice_date: string
  amount: bigint
  lines: ClaimLine[]
}

export type DeclarationReader = {
  take: (record: string) => void
  /** Whether there is no use in reading on. */
  done: () => boolean
  end: () => { declaration: Declaration } | { problems: Problem[] }
}

type Kind = '01' | '02' | '03' | '04' | '98' | '99'

/**
 * Which record may stand after which: a header; then for each insured person a record, a debtor if there is one, and
 * services; and a trailer, which is the last. Comments stand behind the record they comment on, and change nothing.
 */
const next: Readonly<Record<Standing | 'start', readonly Kind[]>> = {
  start: ['01'],
  '01': ['02', '99'],
  '02': ['02', '03', '04', '98', '99'],
  '03': ['02', '04', '98', '99'],
  '04': ['02', '04', '98', '99'],
  '99': [],
}

type Standing = Exclude<Kind, '98'>

type State = {
  problems: Problems
  layout: Layout | null
  line: number
  last: Standing | 'start'
  count: Record<Kind, number>
  invoice: { number: string; date: string }
  /** The person whose services follow; their number is compared, and never shown in a problem. */
  citizen_number: string
  email_address: string | null
  references: Set<string>
  lines: ClaimLine[]
  amount: bigint
}

/** Reads one declaration file, record by record. It is pure, and knows neither files nor archives. */
export function readDeclaration(): DeclarationReader {
  const state: State = {
    problems: collectProblems(),
    layout: null,
    line: 0,
    last: 'start',
    count: { '01': 0, '02': 0, '03': 0, '04': 0, '98': 0, '99': 0 },
    invoice: { number: '', date: '' },
    citizen_number: '',
    email_address: null,
    references: new Set(),
    lines: [],
    amount: 0n,
  }
  let hopeless = false
  return {
    take: (record) => {
      state.line += 1
      if (hopeless || state.problems.full()) return
      takeRecord(state, record)
      // Without a header nobody knows where anything stands.
      hopeless = state.layout === null
    },
    done: () => hopeless || state.problems.full(),
    end: () => {
      if (state.line === 0) state.problems.add(1, null, 'the file is empty')
      else if (!state.problems.any() && state.last !== '99') {
        state.problems.add(state.line, null, 'the file ends without a trailer (record 99)')
      }
      if (state.problems.any() || state.layout === null) return { problems: state.problems.list() }
      const { number: invoice_number, date: invoice_date } = state.invoice
      const { lines, amount } = state
      return { declaration: { format: state.layout.name, invoice_number, invoice_date, amount, lines } }
    },
  }
}

function takeRecord(state: State, record: string): void {
  const wrong = (place: FieldPosition | null, problem: string): void => state.problems.add(state.line, place, problem)
  const control = record.search(control_character)
  if (control >= 0) wrong({ at: control + 1, length: 1 }, 'expected a printable character')
  const kind = kindOf(record.slice(0, 2))
  if (state.layout === null) {
    takeHeader(state, record, kind, wrong)
    return
  }
  if (!isWhole(record, state.layout, wrong)) return
  const allowed = next[state.last]
  if (kind === null || !allowed.includes(kind)) {
    const expected = allowed.length === 0 ? 'nothing after the trailer' : `a record ${allowed.join(', ')}`
    wrong({ at: 1, length: 2 }, `expected ${expected}, found ${shown(record.slice(0, 2))}`)
    // A detail in the wrong place is still read, so that the counts of the trailer make sense.
    if (kind === null || kind === '01') return
  }
  if (kind !== '98') state.last = kind
  state.count[kind] += 1
  if (kind === '99') {
    takeTrailer(state, record, wrong)
    return
  }
  if (digitsAt(record, detail.number) === null) wrong(detail.number, 'expected the 12 digits of the record number')
  if (kind === '02') takeInsured(state, record, wrong)
  if (kind === '03') takeDebtor(state, state.layout, record)
  if (kind === '04') takeService(state, state.layout, record, wrong)
}

/** One of these would move everything that stands after it. Bytes from 128 are letters, in whatever code page. */
const control_character = /[^\P{Cc}\u0080-\u009f]/u

type Wrong = (place: FieldPosition | null, problem: string) => void

function isWhole(record: string, { record_length }: Layout, wrong: Wrong): boolean {
  if (record.length === record_length) return true
  const found = record.length > record_length_max ? 'more' : String(record.length)
  wrong(null, `expected ${record_length} characters, found ${found}`)
  return false
}

function takeHeader(state: State, record: string, kind: Kind | null, wrong: Wrong): void {
  if (kind !== '01') {
    wrong({ at: 1, length: 2 }, `expected a header (record 01), found ${shown(record.slice(0, 2))}`)
    return
  }
  const { code, version, sub_version } = header
  const layout = layoutOf({
    code: textAt(record, code),
    version: textAt(record, version),
    sub_version: textAt(record, sub_version),
  })
  if (layout === null) {
    const known = layouts.map((one) => `${one.name} ${Number(one.version)}.${Number(one.sub_version)}`).join(', ')
    wrong(code, `expected one of ${known}, found message ${shown(record.slice(2, 9))}`)
    return
  }
  state.layout = layout
  state.last = '01'
  state.count['01'] = 1
  if (!isWhole(record, layout, wrong)) return
  const kind_of_message = textAt(record, header.kind)
  if (kind_of_message === 'T') wrong(header.kind, 'this is a test message; expected P, for production')
  else if (kind_of_message !== 'P') wrong(header.kind, `expected P, for production, found ${shown(kind_of_message)}`)
  const number = textAt(record, header.invoice_number).trim()
  if (number === '') wrong(header.invoice_number, 'expected the invoice number of the declarant')
  const date = dayAt(record, header.invoice_date)
  if (date === null) wrong(header.invoice_date, 'expected a day as YYYYMMDD')
  const currency = textAt(record, header.currency_code)
  if (currency !== 'EUR') wrong(header.currency_code, `expected EUR, found ${shown(currency)}`)
  state.invoice = { number, date: date ?? '' }
}

function takeInsured(state: State, record: string, wrong: Wrong): void {
  const number = digitsAt(record, detail.citizen_number)
  if (number === null) wrong(detail.citizen_number, 'expected the 9 digits of a citizen service number')
  state.citizen_number = number ?? ''
  state.email_address = null
}

function takeDebtor(state: State, layout: Layout, record: string): void {
  state.email_address = textAt(record, layout.debtor.email_address).trim() || null
}

function takeService(state: State, layout: Layout, record: string, wrong: Wrong): void {
  const { service } = layout
  if (textAt(record, detail.citizen_number) !== state.citizen_number) {
    wrong(detail.citizen_number, 'expected the citizen service number of the insured person (record 02) before it')
  }
  const date = dayAt(record, service.date)
  if (date === null) wrong(service.date, 'expected the day of the service as YYYYMMDD')
  const product_identifier = textAt(record, service.product).trim()
  if (product_identifier === '') wrong(service.product, 'expected the code of the service')
  const amount = centsAt(record, service.amount)
  if (amount === null) {
    const found = shown(textAt(record, { ...service.amount, length: service.amount.length + 1 }))
    wrong(service.amount, `expected ${service.amount.length} digits of cents and then D or C, found ${found}`)
  }
  const reference = textAt(record, service.reference).trim()
  if (reference === '') wrong(service.reference, 'expected the reference number of this service')
  else if (state.references.has(reference)) {
    wrong(service.reference, `the reference number ${shown(reference)} is in this file more than once`)
  }
  state.references.add(reference)
  state.amount += amount ?? 0n
  state.lines.push({
    line: state.line,
    order_line_identifier: reference,
    product_identifier,
    date: date ?? '',
    amount: amount ?? 0n,
    email_address: state.email_address,
  })
}

/** The trailer counts what was sent. If anything is missing, doubled or changed, its sums say so. */
function takeTrailer(state: State, record: string, wrong: Wrong): void {
  const { count } = state
  const details = count['02'] + count['03'] + count['04'] + count['98']
  const sums: readonly [FieldPosition, number, string][] = [
    [trailer.insured, count['02'], 'records of insured persons'],
    [trailer.debtors, count['03'], 'records of debtors'],
    [trailer.services, count['04'], 'records of services'],
    [trailer.comments, count['98'], 'comments'],
    [trailer.details, details, 'records between header and trailer'],
  ]
  for (const [place, counted, what] of sums) {
    const digits = digitsAt(record, place)
    if (digits === null) wrong(place, `expected the number of ${what} in ${place.length} digits`)
    else if (Number(digits) !== counted) wrong(place, `says ${Number(digits)} ${what}, but there are ${counted}`)
  }
  const amount = centsAt(record, trailer.amount)
  if (amount === null) wrong(trailer.amount, `expected ${trailer.amount.length} digits of cents and then D or C`)
  // When a line could not be read, the sum is wrong for that reason alone.
  else if (amount !== state.amount && !state.problems.any()) {
    wrong(trailer.amount, `says ${euros(amount)}, but the lines add up to ${euros(state.amount)}`)
  }
}

function kindOf(text: string): Kind | null {
  return text === '01' || text === '02' || text === '03' || text === '04' || text === '98' || text === '99'
    ? text
    : null
}

/** What was found, short and harmless in a message. */
const shown = (text: string): string => `«${text.slice(0, 24).replaceAll(/[^\u0020-\u007e]/g, '?')}»`
