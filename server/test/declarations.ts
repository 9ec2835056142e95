import {
  detail,
  type FieldPosition,
  header,
  type Layout,
  layouts,
  trailer,
} from '../src/domain/declarations/layouts.ts'

/** A service as a test describes it; the rest is invented. */
export type Service = {
  reference: string
  product: string
  date: string
  /** Cents; negative gives money back. */
  amount: bigint
}

export type Insured = {
  citizen_number: string
  email_address: string | null
  comments: number
  services: Service[]
}

export type DeclarationContent = { invoice_number: string; invoice_date: string; insured: Insured[] }

const layoutNamed = (name: string): Layout => {
  const found = layouts.find((one) => `${one.name} ${Number(one.version)}.${Number(one.sub_version)}` === name)
  if (!found) throw new Error(`There is no layout ${name}.`)
  return found
}

export const mz301 = layoutNamed('MZ301 1.3')
export const ap304_7 = layoutNamed('AP304 7.2')
export const ap304_8 = layoutNamed('AP304 8.0')

/** Writes a declaration as software of a practice would: the other way round than the service reads it. */
export function writeDeclaration(layout: Layout, content: DeclarationContent): string[] {
  let number = 0
  let services = 0
  let comments = 0
  let debtors = 0
  let total = 0n
  const record = (kind: string, values: readonly [FieldPosition, string][]): string => {
    const letters = Array.from(kind.padEnd(layout.record_length, ' '))
    for (const [{ at, length }, value] of values) {
      if (value.length > length) throw new Error(`«${value}» does not fit into ${length} letters.`)
      letters.splice(at - 1, value.length, ...value)
    }
    return letters.join('')
  }
  const next = (): [FieldPosition, string] => [detail.number, String(++number).padStart(detail.number.length, '0')]
  const lines = [
    record('01', [
      [header.code, layout.code],
      [header.version, layout.version],
      [header.sub_version, layout.sub_version],
      [header.kind, 'P'],
      [header.invoice_number, content.invoice_number],
      [header.invoice_date, content.invoice_date.replaceAll('-', '')],
      [header.currency_code, 'EUR'],
    ]),
  ]
  for (const insured of content.insured) {
    lines.push(record('02', [next(), [detail.citizen_number, insured.citizen_number]]))
    if (insured.email_address !== null) {
      debtors += 1
      lines.push(record('03', [next(), [layout.debtor.email_address, insured.email_address]]))
    }
    for (const service of insured.services) {
      services += 1
      total += service.amount
      lines.push(
        record('04', [
          next(),
          [detail.citizen_number, insured.citizen_number],
          [layout.service.date, service.date.replaceAll('-', '')],
          [layout.service.product, service.product],
          [{ ...layout.service.amount, length: 9 }, signed(service.amount, layout.service.amount.length)],
          [layout.service.reference, service.reference],
        ]),
      )
    }
    for (let comment = 0; comment < insured.comments; comment++) {
      comments += 1
      lines.push(record('98', [next(), [{ at: 15, length: 4 }, '0001'], [{ at: 19, length: 140 }, 'Comes back.']]))
    }
  }
  lines.push(
    record('99', [
      [trailer.insured, digits(content.insured.length, trailer.insured)],
      [trailer.debtors, digits(debtors, trailer.debtors)],
      [trailer.services, digits(services, trailer.services)],
      [trailer.comments, digits(comments, trailer.comments)],
      [trailer.details, digits(number, trailer.details)],
      [{ ...trailer.amount, length: 12 }, signed(total, trailer.amount.length)],
    ]),
  )
  return lines
}

const digits = (value: number, { length }: FieldPosition): string => String(value).padStart(length, '0')
const signed = (cents: bigint, length: number): string =>
  `${(cents < 0n ? -cents : cents).toString().padStart(length, '0')}${cents < 0n ? 'C' : 'D'}`

/** A declaration with this many services, of which one in ten gives money back. */
export function declarationOf(
  count: number,
  options: { prefix?: string; invoice_number?: string } = {},
): DeclarationContent {
  const insured: Insured[] = []
  for (let from = 0; from < count; from += 5) {
    insured.push({
      citizen_number: String(100_000_000 + from),
      email_address: from % 10 === 0 ? `patient${from}@example.com` : null,
      comments: from % 3 === 0 ? 1 : 0,
      services: Array.from({ length: Math.min(5, count - from) }, (_, index) => ({
        reference: `${options.prefix ?? 'L'}${from + index + 1}`,
        product: ['C11', 'M03', 'V91', 'X10'][(from + index) % 4] ?? 'C11',
        date: '2026-10-05',
        amount: (from + index) % 10 === 9 ? -1250n : BigInt(2500 + ((from + index) % 100)),
      })),
    })
  }
  return { invoice_number: options.invoice_number ?? 'D2026-001', invoice_date: '2026-11-01', insured }
}

/** A file as its bytes, as most software ends lines. */
export const fileOf = (lines: readonly string[], newline = '\r\n'): Buffer<ArrayBuffer> =>
  Buffer.from(`${lines.join(newline)}${newline}`, 'latin1')
