import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { amountText } from '../money.ts'
import { decimal_marks, markIn, readAmount } from './amounts.ts'
import type { Cell } from './cell.ts'
import { type Choices, problemsOf, propose } from './choices.ts'
import { orderIn, readDate } from './dates.ts'
import { countryNamed, languageNamed } from './names.ts'
import { findColumns, kindOf, recognise } from './recognise.ts'
import { readRow } from './row.ts'

test('a day is read in every way that accounting software writes it', () => {
  const cases: [Cell, 'day_first' | 'month_first' | null, string | null][] = [
    ['2026-03-04', null, '2026-03-04'],
    ['2026/3/4', null, '2026-03-04'],
    ['2026-03-04T00:00:00', null, '2026-03-04'],
    ['2026-03-04 00:00', null, '2026-03-04'],
    ['20260304', null, '2026-03-04'],
    [46085, null, '2026-03-04'],
    ['46085', null, '2026-03-04'],
    [46085.75, null, '2026-03-04'],
    ['04-03-2026', 'day_first', '2026-03-04'],
    ['4/3/2026', 'day_first', '2026-03-04'],
    ['04.03.2026', 'day_first', '2026-03-04'],
    ['03/04/2026', 'month_first', '2026-03-04'],
    ['03/04/2026', null, null],
    ['04-03-26', 'day_first', '2026-03-04'],
    ['3/4/26', 'month_first', '2026-03-04'],
    ['04-03-98', 'day_first', '1998-03-04'],
    ['04-03-26', null, null],
    ['04-03-026', 'day_first', null],
    ['4 mrt 2026', null, '2026-03-04'],
    ['4 Mar 2026', 'month_first', '2026-03-04'],
    ['04-mrt-26', null, '2026-03-04'],
    ['04MAR2026', null, '2026-03-04'],
    ['4. März 2026', null, '2026-03-04'],
    ['4 mars 2026 00:00', null, '2026-03-04'],
    ['1er août 2026', null, '2026-08-01'],
    ['4 mei 2026', null, '2026-05-04'],
    ['March 4th, 2026', null, '2026-03-04'],
    ['Mar. 4, 2026', 'day_first', '2026-03-04'],
    ['31 feb. 2026', null, null],
    ['4 maa 2026', null, null],
    ['31-02-2026', 'day_first', null],
    ['13/13/2026', 'day_first', null],
    ['2026-13-01', null, null],
    ['9999', null, null],
    ['0044-03-15', null, null],
    ['next week', 'day_first', null],
    [null, 'day_first', null],
  ]
  for (const [cell, order, day] of cases) assert.equal(readDate(cell, order), day, `${cell} ${order}`)
})

test('the column shows which comes first, day or month; it is never guessed', () => {
  assert.equal(orderIn(['01-02-2026', '28-02-2026']), 'day_first')
  assert.equal(orderIn(['01/02/2026', '02/28/2026']), 'month_first')
  assert.equal(orderIn(['01-02-2026', '03-04-2026']), 'unclear')
  assert.equal(orderIn(['28-02-2026', '02-28-2026']), 'unclear')
  assert.equal(orderIn(['2026-02-28', 46085, '', '3 mrt 2026', 'Mar 3, 2026']), 'none')
  assert.equal(orderIn(['01-02-26', '28-02-26']), 'day_first')
  assert.equal(orderIn(['01-02-26', '03-04-26']), 'unclear')
})

test('an amount is read to the cent, or not at all', () => {
  const cases: [Cell, 'comma' | 'point' | null, bigint | null][] = [
    ['1.234,56', 'comma', 123456n],
    ['1,234.56', 'point', 123456n],
    ['€ 1.234,56', 'comma', 123456n],
    ['EUR 12,5', 'comma', 1250n],
    ['EUR12,50', 'comma', 1250n],
    ['12,50 sek', 'comma', 1250n],
    ['12,50 xyz', 'comma', null],
    ['1 234,56', 'comma', 123456n],
    ["1'234.56", 'point', 123456n],
    ['-12,50', 'comma', -1250n],
    ['12,50-', 'comma', -1250n],
    ['(12.50)', 'point', -1250n],
    ['− 12,50', 'comma', -1250n],
    ['1.234,-', 'comma', 123400n],
    ['1.234,--', 'comma', 123400n],
    ['1250', null, 125000n],
    ['12,50', null, null],
    ['1.234', 'comma', 123400n],
    ['1.2345', 'comma', null],
    ['12.34.567', 'comma', null],
    ['1.234', 'point', null],
    ['12,3400', 'comma', 1234n],
    [12.5, null, 1250n],
    [0.1 + 0.2, null, 30n],
    [1234.57, 'comma', 123457n],
    [10.005, null, null],
    [1e21, null, null],
    ['', 'comma', null],
    ['abc', 'comma', null],
    ['12,34,56', 'comma', null],
    ['9'.repeat(40), null, null],
  ]
  for (const [cell, mark, cents] of cases) assert.equal(readAmount(cell, mark), cents, `${cell} ${mark}`)
})

test('what was written with a mark is read with it, whatever the amount', () => {
  const written = fc.record({ cents: fc.bigInt(-(10n ** 14n), 10n ** 14n), mark: fc.constantFrom(...decimal_marks) })
  fc.assert(
    fc.property(written, fc.boolean(), ({ cents, mark }, grouped) => {
      const [whole = '', parts] = amountText(cents).split('.')
      const [group, point] = mark === 'comma' ? ['.', ','] : [',', '.']
      const shown = grouped ? whole.replaceAll(/\B(?=(\d{3})+$)/g, group) : whole
      assert.equal(readAmount(`${shown}${point}${parts}`, mark), cents)
      assert.ok([mark, 'unclear'].includes(markIn([`${shown}${point}${parts}`])))
    }),
  )
})

test('the column shows the mark before the cents', () => {
  assert.equal(markIn(['1.234', '12,50']), 'comma')
  assert.equal(markIn(['1,234', '1,234,567']), 'point')
  assert.equal(markIn(['1.234', '2.500']), 'unclear')
  assert.equal(markIn(['12,50', '12.50']), 'unclear')
  assert.equal(markIn(['1250', 12.5]), 'none')
})

test('columns are known by English and Dutch headings, each once', () => {
  const dutch = [
    'Debiteurnr.',
    'Naam',
    'Factuurnummer',
    'Factuur­datum',
    'Vervaldatum',
    'Bedrag',
    'Openstaand',
    'E-mail',
  ]
  assert.deepEqual(recognise(dutch, 'invoices'), {
    ...{ debtor_number: 0, name: 1, invoice_number: 2, invoice_date: 3, due_date: 4 },
    ...{ amount_total: 5, amount_open: 6, default_email_address: 7 },
  })
  const english = ['Invoice no', 'Customer', 'Customer number', 'Date', 'Due date', 'Amount due']
  assert.deepEqual(recognise(english, 'invoices'), {
    ...{ invoice_number: 0, name: 1, debtor_number: 2, invoice_date: 3, due_date: 4, amount_open: 5 },
  })
  assert.deepEqual(recognise(['Klant', 'Saldo', 'Saldo'], 'invoices'), { debtor_number: 0, amount_open: 1 })
  assert.equal(kindOf(english), 'invoices')
  assert.equal(kindOf(['Nummer', 'Naam', 'Plaats']), 'debtors')
})

const headings = ['Debiteur', 'Naam', 'Factuur', 'Datum', 'Vervaldatum', 'Bedrag', 'Openstaand']

test('what one column leaves open, another shows; what none shows is asked', () => {
  const clear = findColumns(headings, [['1', 'A', 'F1', '01-02-2026', '28-02-2026', '1.000', '12,50']])
  assert.deepEqual(clear.map(({ date_order, decimal_mark }) => [date_order, decimal_mark]).slice(3), [
    ['day_first', 'none'],
    ['day_first', 'none'],
    ['none', 'comma'],
    ['none', 'comma'],
  ])
  assert.deepEqual(problemsOf(propose(clear), clear), [])
  const open = findColumns(headings, [['1', 'A', 'F1', '01-02-2026', '02-03-2026', '1.000', '1.000']])
  const proposed = propose(open)
  assert.deepEqual(problemsOf(proposed, open), [
    { field: 'invoice_date', problem: 'unclear' },
    { field: 'due_date', problem: 'unclear' },
    { field: 'amount_total', problem: 'unclear' },
    { field: 'amount_open', problem: 'unclear' },
  ])
  const formats: Choices['formats'] = {
    invoice_date: 'day_first',
    due_date: 'day_first',
    amount_total: 'comma',
    amount_open: 'comma',
  }
  assert.deepEqual(problemsOf({ ...proposed, formats }, open), [])
  const wrong = { ...proposed, formats: { ...formats, due_date: 'comma' as const } }
  assert.deepEqual(problemsOf(wrong, open), [{ field: 'due_date', problem: 'unclear' }])
})

test('a column that is missing, or taken twice, is reported', () => {
  const columns = findColumns(['Naam', 'Plaats'], [['A', 'B']])
  assert.deepEqual(problemsOf(propose(columns), columns), [{ field: 'debtor_number', problem: 'missing' }])
  const twice = { ...propose(columns), places: { debtor_number: 0, name: 0, coc_number: 7 } }
  assert.deepEqual(problemsOf(twice, columns), [
    { field: 'name', problem: 'twice' },
    { field: 'coc_number', problem: 'unknown' },
  ])
})

test('a row reports everything that is wrong with it at once', () => {
  const columns = findColumns(headings, [['1', 'A', 'F1', '01-02-2026', '28-02-2026', '1.000,00', '12,50']])
  const read = (cells: Cell[]) => readRow(2, cells, propose(columns), 'EUR')
  const good = read(['1', ' A  B ', 'F1', '01-02-2026', '28-02-2026', '1.000,00', '12,50'])
  assert.deepEqual(good.problems, [])
  assert.deepEqual(good.values, {
    ...{ debtor_number: '1', name: 'A B', invoice_number: 'F1', invoice_date: '2026-02-01', due_date: '2026-02-28' },
    ...{ amount_total: '1000.00', amount_open: '12.50' },
  })
  const bad = read(['1', 'A', '', '31-02-2026', '', '1.000,00', '2.000,00'])
  assert.deepEqual(
    bad.problems.map(({ field, problem, value }) => [field, problem, value]),
    [
      ['invoice_date', 'date', '31-02-2026'],
      ['invoice_number', 'missing', undefined],
      ['due_date', 'missing', undefined],
      ['amount_open', 'beyond_total', '2000.00'],
    ],
  )
})

test('an amount beside the sign of another currency than that of the books is refused', () => {
  const columns = findColumns(headings, [['1', 'A', 'F1', '01-02-2026', '28-02-2026', '1.000,00', '12,50']])
  const problemsOf = (open: Cell, book_currency: string) =>
    readRow(
      2,
      ['1', 'A', 'F1', '01-02-2026', '28-02-2026', '100,00', open],
      propose(columns),
      book_currency,
    ).problems.map(({ field, problem, value }) => [field, problem, value].join(' '))
  const refused: [Cell, string, string][] = [
    ['$ 12,50', 'EUR', '$'],
    ['12,50 £', 'EUR', '£'],
    ['CHF 12,50', 'EUR', 'CHF'],
    ['€ 12,50', 'USD', '€'],
    ['usd12,50', 'EUR', 'usd'],
  ]
  for (const [open, book_currency, sign] of refused)
    assert.deepEqual(problemsOf(open, book_currency), [`amount_open currency ${sign}`], String(open))
  const taken: [Cell, string][] = [
    ['€ 12,50', 'EUR'],
    ['12,50 EUR', 'EUR'],
    ['$ 12,50', 'CAD'],
    ['£12,50', 'GBP'],
    ['Chf 12,50', 'CHF'],
    [12.5, 'USD'],
  ]
  for (const [open, book_currency] of taken) assert.deepEqual(problemsOf(open, book_currency), [], String(open))
})

test('countries and languages are known by code and by name', () => {
  assert.deepEqual(['nl', 'Nederland', 'Pays-Bas', 'BELGIË', 'UK', 'Atlantis'].map(countryNamed), [
    ...['NL', 'NL', 'NL', 'BE', 'GB', null],
  ])
  assert.deepEqual(['Nederlands', 'EN', 'Duits', 'nl-NL'].map(languageNamed), ['nl', 'en', 'de', 'nl'])
})
