import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { bookParts, workbookOf } from '../../../test/workbook.ts'
import { readFileAt } from './read_file.ts'
import { FileProblem, rows_max, type Sheet } from './sheet.ts'
import { readStyles } from './workbook.ts'

const folder = await mkdtemp(join(tmpdir(), 'dunlin-import-'))
after(() => rm(folder, { recursive: true, force: true }))
let made = 0

async function read(content: string | Uint8Array, options = {}): Promise<Sheet> {
  const path = join(folder, String(++made))
  await writeFile(path, content)
  const { columns, rows } = await readFileAt(path, options)
  return { headings: columns.map(({ heading }) => heading), rows }
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const refused = (content: string | Uint8Array, problem: RegExp, options = {}): Promise<void> =>
  assert.rejects(read(content, options), (error) => {
    assert.ok(error instanceof FileProblem, String(error))
    assert.match(error.message, problem)
    return true
  })

const expected: Sheet = {
  headings: ['Nummer', 'Naam', 'Bedrag'],
  rows: [
    { line: 2, cells: ['1', 'Café "De Zon", Zoë', '12,50'] },
    { line: 4, cells: ['2', 'B\nC', '-3,00'] },
  ],
}

test('separators, line ends and encodings are seen from the file', async () => {
  const rows = (separator: string, end: string): string =>
    [['Nummer', 'Naam', 'Bedrag'], ['1', '"Café ""De Zon"", Zoë"', '"12,50"'], [], ['2', `"B${end}C"`, `"'-3,00"`]]
      .map((cells) => cells.join(separator))
      .join(end)
  for (const separator of [';', ',', '\t', '|']) {
    const { headings, rows: found } = await read(rows(separator, '\n'))
    assert.deepEqual(headings, expected.headings, separator)
    assert.deepEqual(
      found.map(({ cells }) => cells),
      expected.rows.map(({ cells }) => cells),
      separator,
    )
  }
  assert.equal((await read(`\u{feff}${rows(';', '\r\n')}`)).headings[0], 'Nummer')
  const windows = Buffer.from(rows(';', '\r\n'), 'latin1')
  assert.equal((await read(windows)).rows[0]?.cells[1], 'Café "De Zon", Zoë')
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(rows('\t', '\r\n'), 'utf16le')])
  assert.equal((await read(wide)).rows[0]?.cells[1], 'Café "De Zon", Zoë')
  assert.deepEqual((await read('sep=|\na|b,c;d\n1|2\n')).headings, ['a', 'b,c;d'])
})

test('titles above the headings are passed over, and lines keep their numbers', async () => {
  const { headings, rows } = await read('Open posten\n\nper 1 maart\nNummer;Naam\n7;A\n;\n8;B;extra\n')
  assert.deepEqual(headings, ['Nummer', 'Naam', ''])
  assert.deepEqual(rows, [
    { line: 5, cells: ['7', 'A'] },
    { line: 7, cells: ['8', 'B', 'extra'] },
  ])
})

test('the first sheet of a workbook that is shown is read: words, numbers, days and results of formulas', async () => {
  const sheet = await read(
    workbookOf([
      ['Nummer', 'Naam', 'Datum', 'Bedrag', 'Som'],
      [{ padded: 42 }, 'A & <B>', { day: 46085 }, 1234.57, { formula: 'SUM(D2:D9)', result: 0.30000000000000004 }],
      [null, '', null],
      ['x', null, '04-03-2026'],
    ]),
  )
  assert.deepEqual(sheet.headings, ['Nummer', 'Naam', 'Datum', 'Bedrag', 'Som'])
  assert.deepEqual(sheet.rows, [
    { line: 2, cells: ['00042', 'A & <B>', '2026-03-04', 1234.57, 0.30000000000000004] },
    { line: 4, cells: ['x', null, '04-03-2026'] },
  ])
})

test('an amount in another currency than the euro keeps its sign, by whichever format it is shown', async () => {
  const sheet = await read(
    workbookOf([
      ['Nummer', 'Bedrag'],
      ['1', { dollars: 12.5 }],
      ['2', { dollars: -0.30000000000000004 }],
    ]),
  )
  assert.deepEqual(
    sheet.rows.map(({ cells }) => cells[1]),
    ['$ 12.5', '$ -0.3'],
  )
  const shownBy = async (...codes: string[]) => {
    const styles = codes.map((code, at) => `<numFmt numFmtId="${170 + at}" formatCode="${code}"/>`).join('')
    const cells = codes.map((_, at) => `<xf numFmtId="${170 + at}"/>`).join('')
    const bytes = strToU8(`<styleSheet>${styles}<cellXfs>${cells}</cellXfs></styleSheet>`)
    return (await readStyles(pieces(bytes))).map(({ currency }) => currency)
  }
  const dollars = ['&quot;$&quot;#,##0.00', '\\$ #,##0', '$#,##0.00', '_(&quot;$&quot;* #,##0.00_)']
  assert.deepEqual(await shownBy(...dollars), ['$', '$', '$', '$'])
  assert.deepEqual(await shownBy('[$CHF-807] #,##0.00', '#,##0.00 &quot;USD&quot;', '[$£-809]#,##0'), [
    'CHF',
    'USD',
    '£',
  ])
  const others = [
    '[$€-413] #,##0.00',
    '#,##0.00 [$EUR]',
    '0.00 &quot;BTW&quot;',
    '[$-413]d mmm yyyy',
    '0.00E+00',
    'DD-MM-YYY',
  ]
  assert.deepEqual(await shownBy(...others), [null, null, null, null, null, null])
})

test('an apostrophe that our own files put before words is no part of them, whoever saved them since', async () => {
  const cells = ["'+31 20 123", "' =1+1", "'s-Gravenhage", "'-12,50"]
  const plain = ['+31 20 123', ' =1+1', "'s-Gravenhage", '-12,50']
  const headings = ['a', 'b', 'c', 'd']
  assert.deepEqual((await read(workbookOf([headings, cells]))).rows[0]?.cells, plain)
  assert.deepEqual((await read(`${headings.join(';')}\n${cells.join(';')}\n`)).rows[0]?.cells, plain)
})

test('what is no list is refused with what to do', async () => {
  await refused('', /no line with headings/)
  await refused('just a letter\nto somebody\n', /no line with headings/)
  await refused('a;b\n', /no rows below/)
  await refused(Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 1, 2, 0]), /neither a CSV file nor an Excel workbook/)
  await refused(Buffer.from('\ufeffnumber;name\n1;\0', 'utf16le'), /neither a CSV file nor an Excel workbook/)
  await refused(zipSync({ 'word/document.xml': strToU8('<w/>') }), /neither a CSV file nor an Excel workbook/)
  await refused(`a;b\n1;"open${'x'.repeat(3000)}\n`, /not closed|too long/)
})

test('a file that is too much is refused, whatever makes it so', async () => {
  await refused(`a;b\n${'1;2\n'.repeat(rows_max + 1)}`, /more than 20000 rows/)
  assert.equal((await read(`a;b\n${'1;2\n'.repeat(rows_max)}`)).rows.length, rows_max)
  await refused(`${'a;'.repeat(101)}b\n1;2\n`, /more than 100 columns/)
  await refused(`${'a;'.repeat(1_000_000)}\n1;2\n`, /too long|more than 100 columns/)
  await refused(`a;b\n1;${'x'.repeat(6_000)}\n`, /line 2 has a cell of more than 5000/)
  await refused(`a;b\n${`1;${'x'.repeat(4_000)}\n`.repeat(9_000)}`, /more text than can be imported/)
})

test('a hostile workbook ends in a refusal, and takes no more than it may', async () => {
  const parts = bookParts([
    ['a', 'b'],
    ['1', '2'],
  ])
  const withPart = (name: string, content: string): Uint8Array => zipSync({ ...parts, [name]: strToU8(content) })
  await refused(zipSync({ ...parts, 'xl/bomb.bin': new Uint8Array(200_000_000) }), /unpacks to more than 160 MB/)
  const sheet = 'xl/worksheets/sheet2.xml'
  const entity = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><worksheet>&b;</worksheet>'
  await refused(withPart(sheet, entity), /damaged/)
  await refused(
    withPart(sheet, '<worksheet><sheetData><row r="1"><c r="XFD1" t="str"><v>x</v></c></row>'),
    /columns|damaged/,
  )
  await refused(withPart(sheet, '<worksheet><sheetData><row r="1"><c'), /damaged/)
  const long = `<worksheet><sheetData><row r="1"><c t="str"><v>${'x'.repeat(150_000_000)}</v></c></row></sheetData></worksheet>`
  await refused(withPart(sheet, long), /too much to read|characters|no line with headings/)
  const bytes = workbookOf([
    ['a', 'b'],
    ['1', '2'],
  ])
  await refused(bytes.subarray(0, bytes.length - 30), /cannot be unpacked/)
  await refused(zipSync({ ...parts, 'xl/workbook.xml': strToU8('<workbook><sheets/></workbook>') }), /without a sheet/)
})

test('a file that takes too long is given up, and the next one is read', async () => {
  await refused(`a;b\n${'1;2\n'.repeat(rows_max)}`, /too much to read/, { read_ms: 1 })
  assert.equal((await read('a;b\n1;2\n')).rows.length, 1)
})

test('a letter of two halves stays whole wherever it stands in a long file', async () => {
  for (const before of [65_534, 65_535, 65_536]) {
    const start = 'a;b\n'
    const filled = Math.floor((before - start.length - 2) / 1_000)
    const rows = `1;${'x'.repeat(997)}\n`.repeat(filled)
    const rest = before - start.length - rows.length - '2;'.length
    const { rows: found } = await read(`${start}${rows}2;${'y'.repeat(rest)}\u{1f426}!\n`)
    assert.equal(found.at(-1)?.cells[1], `${'y'.repeat(rest)}\u{1f426}!`)
  }
})
