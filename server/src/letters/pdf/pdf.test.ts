import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readPdf } from '../../../test/read_pdf.ts'
import type { LetterFacts } from '../rendering/facts.ts'
import { sayAmount, sayDay } from '../rendering/formats.ts'
import { type WrittenLetter, writeLetter } from '../rendering/letter.ts'
import * as paper from '../rendering/pdf.ts'
import { default_texts } from '../texts/letter_texts.ts'
import { layOut, plain, type Stretch, textBlocks } from './flow.ts'
import { page_size } from './pdf_file.ts'
import { makePen } from './pen.ts'
import { tableRows } from './table.ts'

const no_files = async () => null
const letterPdf = (letter: WrittenLetter) => paper.letterPdf(letter, no_files)
const lettersPdf = (letters: readonly WrittenLetter[]) => paper.lettersPdf(letters, no_files)

const facts: LetterFacts = {
  ...{ language: 'nl', day: '2026-11-24', channel: 'post' },
  creditor: {
    name: 'Voorbeeld Techniek B.V.',
    address: ['Havenkade 12', '8861 AB Harlingen'],
    country_code: 'NL',
    email_address: 'debiteuren@example.com',
    registration_number: '01234567',
    bank_account: { name: 'Voorbeeld Techniek B.V.', iban: 'NL91ABNA0417164300', bic: null },
  },
  debtor: { name: 'Groothandel Łódź & Søn', debtor_number: 'D118', address: ['Keizersgracht 8', '1017 AB Amsterdam'] },
  ...{ contact_name: 'Marleen', case_number: null, owner_name: null, currency_code: 'EUR' },
  invoices: [{ invoice_number: 'T2026-459', order_number: null, due_date: '2026-10-01', open_amount: '1870.00' }],
  ...{
    more_invoices: null,
    costs_amount: '40.00',
    total_amount: '1910.00',
    credit_amount: '12.50',
    stated_costs: null,
  },
  ...{ term: { days: 14, ends_on: null }, portal_url: null, legal: [] },
}
const letter = (own: Partial<LetterFacts> = {}) =>
  writeLetter(default_texts[own.language ?? 'nl'].steps.reminder_1, { ...facts, ...own })
const spaced = (page: readonly string[]): string => page.join(' ').replaceAll(/[\u00a0\u202f]/g, ' ')

test('what stands on paper can be read, searched and copied, whatever its letters', async () => {
  const [page = []] = readPdf(await letterPdf(letter()))
  const text = spaced(page)
  for (const said of [
    'Groothandel Łódź & Søn',
    'Beste Marleen,',
    'er staat nog € 1.910,00 open.',
    'binnen 14 dagen na de dag waarop u deze brief',
    'Kosten en rente € 40,00',
    'NL91 ABNA 0417 1643 00',
    'U heeft nog een tegoed van € 12,50.',
  ]) {
    assert.ok(text.includes(said), `${said} in ${text}`)
  }
})

test('letters of a batch follow each other, and each counts its own pages', async () => {
  const many = Array.from({ length: 60 }, (_, n) => ({ ...facts.invoices[0], invoice_number: `T-${n}` }) as never)
  const pages = readPdf(await lettersPdf([letter(), letter({ invoices: many }), letter({ contact_name: 'Robin' })]))
  assert.ok(spaced(pages[0] ?? []).includes('Beste Marleen'))
  assert.ok(spaced(pages.at(-1) ?? []).includes('Beste Robin'))
  const numbers = pages.map((page) => /Pagina \d van \d/.exec(spaced(page))?.[0] ?? null)
  assert.deepEqual(numbers, [null, 'Pagina 1 van 3', 'Pagina 2 van 3', 'Pagina 3 van 3', null])
  // The heading of the table stands on every page that it goes on.
  for (const page of pages.slice(1, 3)) assert.ok(page.includes('Vervaldatum'))
  const shown = pages.flat().filter((text) => /^T-\d+$/.test(text))
  assert.deepEqual(
    shown,
    many.map((_, n) => `T-${n}`),
  )
})

test('no name, however long or odd, breaks a page', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (name) => {
      const debtor = { ...facts.debtor, name, address: [name] }
      const pages = readPdf(await letterPdf(letter({ contact_name: name, debtor })))
      assert.ok(pages.length >= 1 && spaced(pages[0] ?? []).includes('Voorbeeld Techniek B.V.'))
    }),
    { numRuns: 30 },
  )
})

test('lines never leave their width, and words are only broken when they have to be', () => {
  const pen = makePen()
  const style = { size: 10 }
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 }), { maxLength: 30 }),
      (words) => {
        const text = words.join(' ').replaceAll(/\s+/g, ' ').trim()
        const lines = textBlocks(pen, [[{ text, bold: false }]], { ...style, width: 120 })
        const [page = []] = layOut([{ blocks: lines }], { x: 0, top: 0, bottom: 1e6, first_top: 0 })
        const drawn: string[] = [...page]
        assert.ok(drawn.every((line) => line.startsWith('BT ')))
        assert.equal(lines.length, Math.max(1, new Set(drawn.map((line) => / ([\d.-]+) Tm/.exec(line)?.[1])).size))
      },
    ),
  )
  const [one] = textBlocks(pen, plain('Donaudampfschifffahrtsgesellschaft'), { ...style, width: 60 })
  assert.ok(one)
  assert.equal(textBlocks(pen, plain('two words'), { ...style, width: 60 }).length, 1)
})

test('what stays together is never parted where it fits on a page', () => {
  const pen = makePen()
  const block = (height: number) => ({ height, draw: (page: string[]) => void page.push(String(height)) })
  const stretches: Stretch[] = [
    { blocks: [block(80)] },
    { blocks: [block(15), block(15)], together: true },
    { blocks: Array.from({ length: 9 }, () => block(30)), together: true },
  ]
  const pages = layOut(stretches, { x: 0, top: 0, bottom: 100, first_top: 0 })
  assert.deepEqual(pages, [['80'], ['15', '15', '30', '30'], ['30', '30', '30'], ['30', '30', '30'], ['30']])
  const rows = tableRows(pen, [[{ text: 'a' }, { text: 'long '.repeat(40) }]], ['own', 'rest'], {
    ...{ width: 200, gap: 5, padding: 2, line: null, style: { size: 10 } },
  })
  assert.ok((rows[0]?.height ?? 0) > 50)
})

test('a table never leaves its width: what is too wide breaks its lines, the widest first', () => {
  const pen = makePen()
  const look = { width: 300, gap: 5, padding: 0, line: null, style: { size: 10 } }
  const texts = ['2026-11-16', 'A filename that goes on and on '.repeat(9), 'the rest']
  const [row] = tableRows(pen, [texts.map((text) => ({ text }))], ['own', 'own', 'rest'], look)
  const page: string[] = []
  row?.draw(page, 0, 0)
  const places = page.map((one) => Number(/1 0 0 1 ([\d.]+) /.exec(one)?.[1]))
  assert.equal(page.filter((one) => one.includes('Tm')).length, page.length)
  assert.ok(Math.max(...places) <= 300 - 60 + 0.01, `the last column begins at ${Math.max(...places)}`)
  assert.ok((row?.height ?? 0) > 30, 'the long one has several lines')
})

test('every letter that we write is in the font, amounts and days of every language too', () => {
  const pen = makePen()
  for (const language of ['nl', 'en', 'de', 'fr'] as const) {
    const said = [
      sayAmount('1234567.89', 'EUR', language),
      sayAmount('1.50', 'GBP', language),
      sayDay('2026-08-01', language),
    ]
    const texts = JSON.stringify(default_texts[language])
    for (const text of [...said, texts]) for (const bold of [true, false]) pen.write([], text, 0, 0, { size: 10, bold })
  }
  const missing = pen.fonts.flatMap(({ glyphs, texts }) => texts.filter((_, at) => at > 0 && glyphs[at] === 0))
  assert.deepEqual(missing, [])
})

test('a row that is higher than a page goes on, on the next one', () => {
  const pen = makePen()
  const look = { width: 200, gap: 5, padding: 0, line: null, style: { size: 10 } }
  const blocks = tableRows(pen, [[{ text: 'a' }, { text: 'long '.repeat(2000) }]], ['own', 'rest'], look)
  const pages = layOut([{ blocks }], { x: 0, top: 0, bottom: 700, first_top: 0 })
  const lowest = pages.flat().map((one) => Number(/1 0 0 1 [\d.]+ ([-\d.]+) Tm/.exec(one)?.[1]))
  assert.ok(pages.length > 2 && Math.min(...lowest) > page_size.height - 700)
})

test('no paragraph is parted where it fits on a page, and the way back of an envelope is whole', async () => {
  const name = 'Stormvogel Techniek & Installatiebureau Noord-Nederland B.V.'
  const creditor = { ...facts.creditor, name }
  for (let count = 20; count < 32; count++) {
    const invoices = Array.from({ length: count }, () => ({ ...facts.invoices[0] }) as LetterFacts['invoices'][number])
    const pages = readPdf(await letterPdf(letter({ creditor, invoices })))
    const greeting = pages.find((page) => page.includes('Met vriendelijke groet,'))
    assert.ok(
      greeting?.[greeting.indexOf('Met vriendelijke groet,') + 1]?.startsWith('Stormvogel'),
      `${count} invoices`,
    )
    assert.ok(pages[0]?.includes('Havenkade 12, 8861 AB Harlingen'))
  }
})

test('days of being late are a column only where there are any', async () => {
  const days = async (day: LetterFacts['day']) => spaced(readPdf(await letterPdf(letter({ day })))[0] ?? [])
  assert.match(await days('2026-11-24'), /Dagen te laat .* 54 /)
  assert.doesNotMatch(await days('2026-09-24'), /Dagen te laat/)
})

test('a letter of one page takes a fraction of what it took with a library', async () => {
  await letterPdf(letter())
  const before = process.cpuUsage()
  const count = 20
  for (let index = 0; index < count; index++) await letterPdf(letter({ contact_name: `Debtor ${index}` }))
  const { user, system } = process.cpuUsage(before)
  const each_ms = (user + system) / 1000 / count
  assert.ok(each_ms < 60, `${each_ms} ms of the processor for each`)
})
