import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { computeLines, type GivenLine, plain } from './invoice_lines.ts'
import { amountText, cents } from './money.ts'

const rates = new Map([
  ['H', '21.0000'],
  ['L', '9.0000'],
  ['Z', '0.0000'],
  ['X', '5.5000'],
])
const line = (members: Partial<GivenLine>): GivenLine => ({ description: 'Delivery', vat_rate_code: 'H', ...members })
const compute = (...lines: GivenLine[]) => computeLines(lines, rates)

test('members of a line that are not given are computed', () => {
  const cases: [Partial<GivenLine>, { excl: string; vat: string; incl: string; price?: string }][] = [
    [{ total_excl_tax_amount: '100.00' }, { excl: '100.00', vat: '21.00', incl: '121.00', price: '100' }],
    [{ total_incl_tax_amount: '121.00' }, { excl: '100.00', vat: '21.00', incl: '121.00' }],
    [{ total_incl_tax_amount: '100.00' }, { excl: '82.64', vat: '17.36', incl: '100.00' }],
    [{ total_excl_tax_amount: '0.02' }, { excl: '0.02', vat: '0.00', incl: '0.02' }],
    [{ total_excl_tax_amount: '0.03' }, { excl: '0.03', vat: '0.01', incl: '0.04' }],
    [{ total_excl_tax_amount: '-100.00' }, { excl: '-100.00', vat: '-21.00', incl: '-121.00' }],
    [
      { total_excl_tax_amount: '1.00', vat_rate_code: 'X' },
      { excl: '1.00', vat: '0.06', incl: '1.06' },
    ],
    [
      { total_excl_tax_amount: '10.00', vat_rate_code: 'Z' },
      { excl: '10.00', vat: '0.00', incl: '10.00' },
    ],
    [
      { total_excl_tax_amount: '10.00', product_quantity: '3' },
      { excl: '10.00', vat: '2.10', incl: '12.10', price: '3.3333' },
    ],
    [
      { total_excl_tax_amount: '10.00', product_quantity: '0' },
      { excl: '10.00', vat: '2.10', incl: '12.10', price: '10' },
    ],
    [
      { total_excl_tax_amount: '100.00', vat_amount: '21.01' },
      { excl: '100.00', vat: '21.01', incl: '121.01' },
    ],
    [
      { total_incl_tax_amount: '121.00', vat_amount: '20.99' },
      { excl: '100.01', vat: '20.99', incl: '121.00' },
    ],
    [
      { total_excl_tax_amount: '100.00', total_incl_tax_amount: '120.99' },
      { excl: '100.00', vat: '20.99', incl: '120.99' },
    ],
  ]
  for (const [members, { excl, vat, incl, price }] of cases) {
    const { lines, problems } = compute(line(members))
    assert.deepEqual(problems, [], JSON.stringify(members))
    const [one] = lines
    assert.deepEqual([one?.total_excl_tax_amount, one?.vat_amount, one?.total_incl_tax_amount], [excl, vat, incl])
    if (price !== undefined) assert.equal(one?.product_price, price)
  }
})

test('what is given must be right', () => {
  const cases: [Partial<GivenLine>, RegExp][] = [
    [{}, /total_excl_tax_amount: is missing/],
    [{ total_excl_tax_amount: '1.00', vat_rate_code: 'Q' }, /vat_rate_code: there is no VAT rate Q/],
    [{ total_excl_tax_amount: '1.00', vat_percentage: '20' }, /vat_percentage: must be 21, the rate of H/],
    [{ total_excl_tax_amount: '100.00', vat_amount: '21.02' }, /vat_amount: the VAT on 100.00 is 21.00, not 21.02/],
    [{ total_excl_tax_amount: '100.00', total_incl_tax_amount: '120.98' }, /the VAT on 100.00 is 21.00, not 20.98/],
    [
      { total_excl_tax_amount: '100.00', total_incl_tax_amount: '121.00', vat_amount: '20.99' },
      /total_incl_tax_amount: must be 120.99/,
    ],
    [{ total_excl_tax_amount: '9000000000000000.00' }, /is too large/],
    [{ total_excl_tax_amount: '90000000000.00', product_quantity: '0.0000000001' }, /product_price: is missing/],
  ]
  for (const [members, problem] of cases) assert.match(compute(line(members)).problems.join(), problem)
  const right = compute(line({ total_excl_tax_amount: '1.00', vat_percentage: '21.00' }))
  assert.deepEqual(right.problems, [])
})

test('lines have their place: in order of arrival, or as given for all of them, each once', () => {
  const amount = { total_excl_tax_amount: '1.00' }
  const places = (lines: GivenLine[]) => compute(...lines).lines.map((one) => one.line_order)
  assert.deepEqual(places([line(amount), line(amount)]), [1, 2])
  assert.deepEqual(places([line({ ...amount, line_order: 20 }), line({ ...amount, line_order: 10 })]), [10, 20])
  assert.match(compute(line({ ...amount, line_order: 1 }), line(amount)).problems.join(), /for all or none/)
  const same = line({ ...amount, line_order: 1 })
  assert.match(compute(same, same).problems.join(), /different on each line/)
})

test('a line that is kept stays at the rate of its time, and new ones come at the present rate', () => {
  const kept = computeLines([line({ total_excl_tax_amount: '100.00' })], new Map([['H', '19']])).lines
  const sent = (members: Partial<GivenLine>) => {
    const { lines, problems } = computeLines([line({ total_excl_tax_amount: '100.00', ...members })], rates, kept)
    return problems[0] ?? lines[0]?.vat_percentage
  }
  assert.equal(sent({}), '19')
  assert.equal(sent({ vat_percentage: '19.0', vat_amount: '19.00' }), '19')
  assert.equal(sent({ total_incl_tax_amount: '119.00', line_order: 4 }), '19')
  assert.equal(sent({ description: 'Delivery in two parts', vat_amount: '19.00' }), '19')
  assert.equal(sent({ vat_percentage: '21' }), '21')
  assert.equal(sent({ description: 'Another delivery' }), '21')
  assert.equal(sent({ vat_percentage: '20' }), 'invoice_lines[0].vat_percentage: must be 21, the rate of H')
  assert.match(String(sent({ vat_rate_code: 'L', vat_percentage: '19' })), /must be 9, the rate of L/)
})

test('numbers are returned as the database prints them', () => {
  for (const [given, shown] of [
    ['1.500', '1.5'],
    ['007', '7'],
    ['-0.0', '0'],
    ['-2.10', '-2.1'],
    ['0.25', '0.25'],
  ] as const) {
    assert.equal(plain(given), shown)
  }
})

test('a computed line always adds up, and computing it again changes nothing', () => {
  const amounts = fc.bigInt({ min: -10_000_000n, max: 10_000_000n }).map(amountText)
  const given = fc.record({
    vat_rate_code: fc.constantFrom(...rates.keys()),
    member: fc.constantFrom('total_excl_tax_amount', 'total_incl_tax_amount'),
    amount: amounts,
  })
  fc.assert(
    fc.property(given, ({ vat_rate_code, member, amount }) => {
      const [one] = compute(line({ vat_rate_code, [member]: amount })).lines
      assert.ok(one)
      assert.equal(cents(one.total_excl_tax_amount) + cents(one.vat_amount), cents(one.total_incl_tax_amount))
      assert.deepEqual(compute(one), { lines: [one], problems: [] })
    }),
  )
})
