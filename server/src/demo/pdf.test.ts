import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pdfOf } from './pdf.ts'

const texts = [
  { x: 20, y: 25, size: 16, text: 'Müller & Söhne (Köln) \\ €', bold: true },
  { x: 190, y: 30, size: 10, text: '-1234.56', right: true },
  { x: 20, y: 40, size: 10, text: '漢字 and \u0007' },
]
const bytes = pdfOf('Invoice 1', texts)
const file = bytes.toString('latin1')

test('every object is where the table says, and the table where the end says', () => {
  assert.ok(file.startsWith('%PDF-1.4\n'))
  assert.ok(file.endsWith('%%EOF\n'))
  const table = Number(/startxref\n(\d+)\n%%EOF/.exec(file)?.[1])
  assert.equal(file.slice(table, table + 5), 'xref\n')
  const [, count = '', entries = ''] = /^xref\n0 (\d+)\n((?:.{20})+)trailer/s.exec(file.slice(table)) ?? []
  const rows = entries.match(/.{20}/gs) ?? []
  assert.equal(rows.length, Number(count))
  for (const [number, row] of rows.entries()) {
    assert.match(row, /^\d{10} \d{5} [nf] \n$/)
    if (number > 0) assert.ok(file.startsWith(`${number} 0 obj\n`, Number(row.slice(0, 10))), `object ${number}`)
  }
  assert.match(file, new RegExp(`/Size ${count} /Root 1 0 R /Info ${Number(count) - 1} 0 R`))
})

test('what is drawn is as long as it says', () => {
  const [all = '', length = '', drawn = ''] = /<< \/Length (\d+) >>\nstream\n(.*?)\nendstream/s.exec(file) ?? []
  assert.ok(all)
  assert.equal(drawn.length, Number(length))
})

test('letters are those of the font, and what would end a text does not', () => {
  assert.ok(file.includes('(M\u00fcller & S\u00f6hne \\(K\u00f6ln\\) \\\\ \u0080)'))
  assert.ok(file.includes('(?? and ?)'))
  assert.match(file, /BT \/F2 16 Tf 56\.69 771\.02 Td/)
})

test('an amount ends where it is told to', () => {
  const [, left = ''] = /BT \/F1 10 Tf ([\d.]+) [\d.]+ Td \(-1234\.56\)/.exec(file) ?? []
  // A hyphen, six figures and a point, in Helvetica of ten points.
  assert.ok(Math.abs(Number(left) + 3.33 + 6 * 5.56 + 2.78 - (190 * 72) / 25.4) < 0.02, left)
})
