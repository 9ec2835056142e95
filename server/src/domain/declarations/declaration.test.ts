import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  ap304_8,
  type DeclarationContent,
  declarationOf,
  fileOf,
  type Insured,
  mz301,
  writeDeclaration,
} from '../../../test/declarations.ts'
import { type Declaration, readDeclaration } from './declaration.ts'
import { layouts } from './layouts.ts'
import { cutLines } from './lines.ts'
import { type Problem, problems_max, problemText } from './problems.ts'

type Read = { declaration: Declaration } | { problems: Problem[] }

/** Reads bytes in pieces of a size, as they would come over the network. */
function read(bytes: Uint8Array, piece = 64 * 1024): Read {
  const reader = readDeclaration()
  const cutter = cutLines(reader.take)
  for (let from = 0; from < bytes.length; from += piece) cutter.take(bytes.subarray(from, from + piece))
  cutter.end()
  return reader.end()
}

const problemsOf = (lines: readonly string[]): string[] => {
  const outcome = read(fileOf(lines))
  assert.ok('problems' in outcome, 'the file was taken')
  return outcome.problems.map(problemText)
}

/** Puts a text at a position of a line; both are counted from 1. */
const changed = (lines: readonly string[], line: number, at: number, text: string): string[] =>
  lines.map((one, index) => (index === line - 1 ? one.slice(0, at - 1) + text + one.slice(at - 1 + text.length) : one))

const small = writeDeclaration(mz301, declarationOf(3))

test('a declaration of dental care becomes lines', () => {
  const outcome = read(fileOf(small))
  assert.ok('declaration' in outcome)
  const { lines, ...rest } = outcome.declaration
  assert.deepEqual(rest, {
    format: 'MZ301',
    invoice_number: 'D2026-001',
    invoice_date: '2026-11-01',
    amount: 7503n,
  })
  assert.deepEqual(lines[1], {
    line: 5,
    order_line_identifier: 'L2',
    product_identifier: 'M03',
    date: '2026-10-05',
    amount: 2501n,
    email_address: 'patient0@example.com',
  })
})

test('the values are read from the positions that the standards give them', () => {
  // Written by hand against the published layouts, not by the writer that the other tests use.
  const pad = (text: string) => text.padEnd(310)
  const lines = [
    pad(`011760103P${' '.repeat(70)}100         20261101${' '.repeat(14)}EUR`),
    pad('02000000000001123456782'),
    pad(
      `04000000000002123456782${' '.repeat(35)}20261005${' '.repeat(9)}C11   ${' '.repeat(41)}` +
        '00002000000200004000D00000000000000004000DREFERENCE-752',
    ),
    pad('99000001000000000001000000000000200000004000D'),
  ]
  assert.equal(lines[2]?.slice(155, 164), '00004000D')
  const outcome = read(fileOf(lines))
  assert.ok(
    'declaration' in outcome,
    JSON.stringify(outcome, (_, value) => String(value)),
  )
  const [line] = outcome.declaration.lines
  assert.equal(line?.amount, 4000n)
  assert.equal(line?.product_identifier, 'C11')
  assert.equal(line?.order_line_identifier, 'REFERENCE-752')
})

test('what is wrong is reported with its line and position', () => {
  const cases: readonly [string, readonly string[], RegExp][] = [
    ['another message', changed(small, 1, 3, '107'), /^line 1, position 3: expected one of MZ301 1\.3, AP304 7\.2/],
    ['another version', changed(small, 1, 6, '02'), /^line 1, position 3: expected one of .*found message «1760203»/],
    ['a test message', changed(small, 1, 10, 'T'), /^line 1, position 10: this is a test message/],
    ['no invoice number', changed(small, 1, 81, ' '.repeat(12)), /^line 1, position 81: expected the invoice number/],
    ['a day that does not exist', changed(small, 1, 93, '20260230'), /^line 1, position 93: expected a day/],
    ['another currency', changed(small, 1, 115, 'USD'), /^line 1, position 115: expected EUR, found «USD»/],
    ['no header', small.slice(1), /^line 1, position 1: expected a header \(record 01\), found «02»/],
    ['a second header', [...small.slice(0, 2), small[0] ?? '', ...small.slice(2)], /^line 3, position 1: expected/],
    ['a record that is not known', changed(small, 4, 1, '05'), /^line 4, position 1: expected .*found «05»/],
    ['a debtor without a person', [small[0] ?? '', ...small.slice(2)], /^line 2, position 1: expected a record 02, 99/],
    ['letters in a number', changed(small, 4, 3, 'A'), /^line 4, position 3: expected the 12 digits/],
    ['another person', changed(small, 4, 15, '999999999'), /^line 4, position 15: expected the citizen service number/],
    ['no code', changed(small, 4, 76, ' '.repeat(6)), /^line 4, position 76: expected the code of the service/],
    [
      'letters in an amount',
      changed(small, 4, 160, 'A'),
      /^line 4, position 156: expected 8 digits .*found «0000A500D»/,
    ],
    ['neither D nor C', changed(small, 4, 164, 'X'), /^line 4, position 156: expected 8 digits of cents/],
    ['no reference', changed(small, 4, 165, ' '.repeat(20)), /^line 4, position 165: expected the reference/],
    ['a reference twice', changed(small, 5, 165, 'L1'), /^line 5, position 165: the reference number «L1» is in this/],
    [
      'a line too short',
      changed(small, 9, 1, '').map((one, at) => (at === 3 ? one.slice(1) : one)),
      /^line 4: expected 310/,
    ],
    ['a tabulator', changed(small, 4, 50, '\t'), /^line 4, position 50: expected a printable character/],
    ['no trailer', small.slice(0, -1), /^line 7: the file ends without a trailer/],
    [
      'something after the trailer',
      [...small, small[1] ?? ''],
      /^line 9, position 1: expected nothing after the trailer/,
    ],
    [
      'a service too few',
      small.filter((_, at) => at !== 3),
      /^line 7, position 15: says 3 records of services, but there are 2/,
    ],
    [
      'another total',
      changed(small, 8, 34, '00000007504D'),
      /^line 8, position 34: says 75\.04, but the lines add up to 75\.03/,
    ],
    ['a total of the other sign', changed(small, 8, 45, 'C'), /says -75\.03, but the lines add up to 75\.03/],
  ]
  for (const [name, lines, expected] of cases) {
    const [first = ''] = problemsOf(lines)
    assert.match(first, expected, name)
  }
})

test('a problem never reveals whose line it is', () => {
  const problems = problemsOf(changed(small, 4, 15, '987654321')).join(' ')
  assert.doesNotMatch(problems, /987654321|100000000/)
})

test('an amount that is changed in a line is found by the trailer', () => {
  const [problem = ''] = problemsOf(changed(small, 4, 156, '00002600'))
  assert.match(problem, /^line 8, position 34: says 75\.03, but the lines add up to 76\.03$/)
})

test('an empty file, and lines without an end, are reported and not kept', () => {
  assert.deepEqual(read(Buffer.alloc(0)), { problems: [{ line: 1, position: null, problem: 'the file is empty' }] })
  const endless = read(Buffer.alloc(5_000_000, 'x'))
  assert.ok('problems' in endless)
  const long = [...small]
  long[3] = `${long[3]}${'x'.repeat(10_000)}`
  assert.match(problemsOf(long)[0] ?? '', /^line 4: expected 310 characters, found more$/)
})

test('no more problems are reported than somebody would read', () => {
  const lines = writeDeclaration(mz301, declarationOf(200)).map((one) => (one.startsWith('04') ? `${one} ` : one))
  assert.equal(problemsOf(lines).length, problems_max)
})

const insured: fc.Arbitrary<Omit<Insured, 'services'> & { services: { amount: bigint; product: string }[] }> =
  fc.record({
    citizen_number: fc.integer({ min: 0, max: 999_999_999 }).map((one) => String(one).padStart(9, '0')),
    email_address: fc.option(
      fc.emailAddress({ size: 'small' }).filter((one) => one.length <= 50 && !/[^ -~]/.test(one)),
    ),
    comments: fc.integer({ min: 0, max: 2 }),
    services: fc.array(
      fc.record({
        amount: fc.bigInt({ min: -99_999_999n, max: 99_999_999n }),
        product: fc.stringMatching(/^[A-Z0-9]{1,6}$/),
      }),
      { maxLength: 6 },
    ),
  })

const declarations: fc.Arbitrary<DeclarationContent> = fc
  .record({
    invoice_number: fc.stringMatching(/^[A-Z0-9-]{1,12}$/),
    invoice_date: day(),
    date: day(),
    people: fc.array(insured, { maxLength: 8 }),
  })
  .map(({ invoice_number, invoice_date, date, people }) => {
    let reference = 0
    return {
      invoice_number,
      invoice_date,
      insured: people.map((one) => ({
        ...one,
        services: one.services.map((service) => ({ ...service, date, reference: `R-${++reference}` })),
      })),
    }
  })

function day(): fc.Arbitrary<string> {
  return fc
    .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
    .map((one) => one.toISOString().slice(0, 10))
}

const any_layout = fc.constantFrom(...layouts)

test('whatever can be written is read back as it was meant, however the bytes come in', () => {
  fc.assert(
    fc.property(
      any_layout,
      declarations,
      fc.constantFrom('\n', '\r\n'),
      fc.integer({ min: 1, max: 900 }),
      (...given) => {
        const [layout, content, newline, piece] = given
        const outcome = read(fileOf(writeDeclaration(layout, content), newline), piece)
        assert.ok(
          'declaration' in outcome,
          JSON.stringify(outcome, (_, value) => String(value)),
        )
        const { declaration } = outcome
        const services = content.insured.flatMap((one) =>
          one.services.map((service) => ({
            order_line_identifier: service.reference,
            product_identifier: service.product,
            date: service.date,
            amount: service.amount,
            email_address: one.email_address,
          })),
        )
        assert.deepEqual(
          declaration.lines.map(({ line: _, ...rest }) => rest),
          services,
        )
        assert.equal(declaration.format, layout.name)
        assert.equal(declaration.invoice_number, content.invoice_number)
        assert.equal(declaration.invoice_date, content.invoice_date)
        assert.equal(
          declaration.amount,
          services.reduce((sum, one) => sum + one.amount, 0n),
        )
      },
    ),
    { numRuns: 300 },
  )
})

test('a damaged file is read, or its problems are reported; its lines always add up to its amount', () => {
  const damage = fc.record({
    place: fc.nat(),
    byte: fc.integer({ min: 0, max: 255 }),
    doing: fc.constantFrom('change', 'insert', 'remove', 'cut', 'repeat'),
  })
  fc.assert(
    fc.property(
      any_layout,
      declarations,
      fc.array(damage, { minLength: 1, maxLength: 4 }),
      (layout, content, damages) => {
        const whole = fileOf(writeDeclaration(layout, content))
        const bytes = damages.reduce((so_far, { place, byte, doing }) => {
          const at = so_far.length === 0 ? 0 : place % so_far.length
          if (doing === 'cut') return so_far.subarray(0, at)
          const middle = doing === 'remove' ? Buffer.alloc(0) : doing === 'repeat' ? so_far : Buffer.of(byte)
          return Buffer.concat([so_far.subarray(0, at), middle, so_far.subarray(doing === 'insert' ? at : at + 1)])
        }, whole)
        const outcome = read(bytes)
        if ('problems' in outcome) {
          assert.ok(outcome.problems.length > 0 && outcome.problems.length <= problems_max)
          for (const { line, problem } of outcome.problems) assert.ok(line >= 1 && problem.length > 0)
          return
        }
        const { lines, amount } = outcome.declaration
        assert.equal(
          lines.reduce((sum, one) => sum + one.amount, 0n),
          amount,
        )
      },
    ),
    { numRuns: 500 },
  )
})

test('100,000 lines are read quickly, and the rest of the file is not kept', () => {
  const bytes = fileOf(writeDeclaration(ap304_8, declarationOf(100_000)))
  assert.ok(bytes.length > 30_000_000)
  // Time of the processor, and not of a clock on the wall: the machine may have other things to do.
  const started = process.cpuUsage()
  const outcome = read(bytes)
  const { user, system } = process.cpuUsage(started)
  const took_ms = (user + system) / 1000
  assert.ok('declaration' in outcome)
  assert.equal(outcome.declaration.lines.length, 100_000)
  assert.ok(took_ms < 5_000, `it took ${Math.round(took_ms)} ms`)
})
