import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { csvLine } from './csv.ts'
import { xlsxFile } from './xlsx.ts'

const english = { separator: ',', decimal: '.' }
const dutch = { separator: ';', decimal: ',' }

test('a line of CSV quotes what it must, and lets nothing be calculated but amounts', () => {
  assert.equal(
    csvLine(['a,b', 'say "hi"', null, { number: '-12.50' }, { day: '2026-11-16' }], english),
    '"a,b","say ""hi""",,-12.50,2026-11-16\r\n',
  )
  assert.equal(csvLine(['a,b', { number: '1234.50' }], dutch), 'a,b;1234,50\r\n')
  for (const text of ['=1+1', '+1', '-1+1', '-x', '@sum', '\tx', '\rx', '\nx', ' =1+1', '\u{a0}@sum', '＝1+1', '-']) {
    assert.match(csvLine([text], english), /^"?'/, JSON.stringify(text))
  }
  for (const text of ['-12.50', '-1.234,50', '-1', "it's -1", 'a=b']) {
    assert.equal(csvLine([text], { ...english, separator: ';' }), `${text}\r\n`)
  }
})

test('a spreadsheet holds amounts as numbers, days as days, and words as words', () => {
  const file = xlsxFile('Invoices & more', ['Number', 'Open'])
  file.add([['=HYPERLINK("x")', { number: '1234.50' }, { day: '2026-11-16' }, null]])
  file.add([['<b>\u0001', { number: '7' }]])
  const bytes = new Uint8Array(file.end().flatMap((piece) => [...piece]))
  const parts = Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)]))
  assert.deepEqual(Object.keys(parts).length, 6)
  const sheet = parts['xl/worksheets/sheet1.xml'] ?? ''
  assert.ok(sheet.includes('<c s="4" t="inlineStr"><is><t xml:space="preserve">=HYPERLINK(&quot;x&quot;)</t></is></c>'))
  assert.ok(sheet.includes('<c s="2"><v>1234.50</v></c><c s="3"><v>46342</v></c><c/></row>'), sheet)
  assert.ok(sheet.includes('&lt;b&gt;</t>') && sheet.includes('<c s="0"><v>7</v></c>') && !sheet.includes('<f>'))
  assert.ok(parts['xl/workbook.xml']?.includes('name="Invoices &amp; more"'))
})
