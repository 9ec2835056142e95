import { amount_max, amountText, cents, fixed, magnitude, quotient } from './money.ts'

/** A line as a client sends it: one of the two totals at least, the rest follows. */
export type GivenLine = {
  description: string
  vat_rate_code: string
  total_excl_tax_amount?: string | null
  total_incl_tax_amount?: string | null
  vat_amount?: string | null
  vat_percentage?: string | null
  product_price?: string | null
  product_unit?: string | null
  product_quantity?: string | null
  line_order?: number | null
}

/** A line as it is kept. Numbers are texts without useless zeros, so that equal ones are equal texts. */
export type Line = {
  line_order: number
  description: string
  product_unit: string
  product_quantity: string
  product_price: string
  vat_rate_code: string
  vat_percentage: string
  vat_amount: string
  total_excl_tax_amount: string
  total_incl_tax_amount: string
}

const rate_places = 10
const whole = 10n ** BigInt(rate_places)
const price_places = 4
/** As many digits before the point as a price may have. */
const price_digits_max = 16

/**
 * Works out all lines of an invoice by the rates of the administration, and by those that its lines have already;
 * reports every problem.
 */
export function computeLines(
  given: readonly GivenLine[],
  rates: ReadonlyMap<string, string>,
  kept: readonly Line[] = [],
): { lines: Line[]; problems: string[] } {
  const problems = orderProblems(given)
  const lines: Line[] = []
  const former = formerRates(kept, rates)
  for (const [index, line] of given.entries()) {
    const report = (member: string, problem: string): void => {
      problems.push(`invoice_lines[${index}].${member}: ${problem}`)
    }
    const line_order = line.line_order ?? index + 1
    const present = rates.get(line.vat_rate_code)
    const kept_lines = former.get(line.vat_rate_code)
    const computed =
      (kept_lines && atFormerRate(line, line_order, { present, ...kept_lines })) ??
      computeLine(line, line_order, present, report)
    if (computed) lines.push(computed)
  }
  return { lines: lines.sort((one, other) => one.line_order - other.line_order), problems }
}

/** Places are given for all lines or for none, and each once. */
function orderProblems(given: readonly GivenLine[]): string[] {
  const orders = given.map(({ line_order }) => line_order ?? null)
  const places = orders.filter((place) => place !== null)
  if (places.length > 0 && places.length < orders.length)
    return ['invoice_lines: line_order must be given for all or none']
  return new Set(places).size < places.length ? ['invoice_lines: line_order must be different on each line'] : []
}

type Report = (member: string, problem: string) => void

/** Rates that lines of a code have and the code has no more, and what its lines say. */
type Former = { former: readonly string[]; known: ReadonlySet<string> }

/** What kept lines have of rates that were changed since, by the code. */
function formerRates(kept: readonly Line[], rates: ReadonlyMap<string, string>): ReadonlyMap<string, Former> {
  const by_code = new Map<string, Former>()
  for (const [code, lines] of Map.groupBy(kept, (line) => line.vat_rate_code)) {
    const former = new Set(lines.map((line) => line.vat_percentage))
    const present = rates.get(code)
    if (present !== undefined) former.delete(plain(present))
    if (former.size > 0) by_code.set(code, { former: [...former], known: new Set(lines.map(lineText)) })
  }
  return by_code
}

/**
 * The rate of a code may have changed since the invoice came. A line that says what one says that is kept stays at the
 * rate of that one, and so does a line that does not fit the present rate. Null: the present rate counts.
 */
function atFormerRate(
  given: GivenLine,
  line_order: number,
  { present, former, known }: Former & { present: string | undefined },
): Line | null {
  const fitting = former.flatMap((rate) => fittingLine(given, line_order, rate) ?? [])
  const unchanged = fitting.find((one) => known.has(lineText(one)))
  if (unchanged) return unchanged
  return fittingLine(given, line_order, present) === null ? (fitting[0] ?? null) : null
}

/** The line at a rate; null when it does not fit. */
function fittingLine(given: GivenLine, line_order: number, rate: string | undefined): Line | null {
  let fits = true
  const line = computeLine(given, line_order, rate, () => {
    fits = false
  })
  return fits ? line : null
}

/** What a line says, wherever it stands. */
export const lineText = (line: Line): string =>
  JSON.stringify([
    line.description,
    line.product_unit,
    line.product_quantity,
    line.product_price,
    line.vat_rate_code,
    line.vat_percentage,
    line.vat_amount,
    line.total_excl_tax_amount,
    line.total_incl_tax_amount,
  ])

function computeLine(given: GivenLine, line_order: number, rate: string | undefined, report: Report): Line | null {
  if (rate === undefined) {
    report('vat_rate_code', `there is no VAT rate ${given.vat_rate_code} in this administration`)
    return null
  }
  if (given.vat_percentage != null && fixed(given.vat_percentage, rate_places) !== fixed(rate, rate_places)) {
    report('vat_percentage', `must be ${plain(rate)}, the rate of ${given.vat_rate_code}`)
  }
  const sums = computeSums(given, fixed(rate, rate_places), report)
  if (sums === null) return null
  const quantity = plain(given.product_quantity ?? '1')
  const product_price = given.product_price == null ? priceOf(sums.excl, quantity) : plain(given.product_price)
  if (product_price.replace(/^-|\..*$/g, '').length > price_digits_max) {
    report('product_price', 'is missing, and follows from no such quantity')
    return null
  }
  return {
    line_order,
    description: given.description,
    product_unit: given.product_unit || 'piece',
    product_quantity: quantity,
    product_price,
    vat_rate_code: given.vat_rate_code,
    vat_percentage: plain(rate),
    vat_amount: amountText(sums.vat),
    total_excl_tax_amount: amountText(sums.excl),
    total_incl_tax_amount: amountText(sums.incl),
  }
}

type Sums = { excl: bigint; vat: bigint; incl: bigint }

/** What was not given is computed; what was given may be one cent off, because others round elsewhere. */
function computeSums(given: GivenLine, rate: bigint, report: Report): Sums | null {
  const optionalCents = (text: string | null | undefined): bigint | null => (text == null ? null : cents(text))
  const given_excl = optionalCents(given.total_excl_tax_amount)
  const given_incl = optionalCents(given.total_incl_tax_amount)
  const given_vat = optionalCents(given.vat_amount)
  if (given_excl === null && given_incl === null) {
    report('total_excl_tax_amount', 'is missing, and so is total_incl_tax_amount')
    return null
  }
  const hundred = 100n * whole
  const excl =
    given_excl ??
    (given_vat === null ? quotient((given_incl ?? 0n) * hundred, hundred + rate) : (given_incl ?? 0n) - given_vat)
  const vat = given_vat ?? (given_incl === null ? quotient(excl * rate, hundred) : given_incl - excl)
  const incl = given_incl ?? excl + vat
  if (excl + vat !== incl) {
    report('total_incl_tax_amount', `must be ${amountText(excl + vat)}, the amount without VAT and the VAT`)
    return null
  }
  if (magnitude(excl) > amount_max || magnitude(incl) > amount_max) {
    report('total_incl_tax_amount', 'is too large')
    return null
  }
  const right = quotient(excl * rate, hundred)
  if (magnitude(vat - right) > 1n) {
    const member = given_vat === null ? 'total_incl_tax_amount' : 'vat_amount'
    report(member, `the VAT on ${amountText(excl)} is ${amountText(right)}, not ${amountText(vat)}`)
    return null
  }
  return { excl, vat, incl }
}

/** The price of one, when only the sum was given. */
function priceOf(excl: bigint, quantity: string): string {
  const count = fixed(quantity, rate_places)
  if (count === 0n) return plain(amountText(excl))
  // Cents times the extra places of the price, over a quantity that carries places of its own.
  const units = quotient(excl * 10n ** BigInt(price_places - 2) * whole, count)
  return plain(decimalText(units, price_places))
}

function decimalText(units: bigint, places: number): string {
  const digits = String(magnitude(units)).padStart(places + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** A number without useless zeros, as PostgreSQL prints it after `trim_scale`. */
export function plain(number: string): string {
  // Most come like this already.
  if (/^[1-9]\d*$/.test(number)) return number
  const [head = '0', decimals = ''] = number.replace('-', '').split('.')
  const whole_part = head.replace(/^0+(?=\d)/, '')
  const rest = decimals.replace(/0+$/, '')
  const text = rest === '' ? whole_part : `${whole_part}.${rest}`
  return number.startsWith('-') && text !== '0' ? `-${text}` : text
}
