import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { test } from 'node:test'
import { readPdf } from '../../../test/read_pdf.ts'
import { nothing_agreed } from '../../law/pack.ts'
import { packs } from '../../law/packs.ts'
import { law_languages } from '../../law/words/law_words.ts'
import { calculateCase } from '../case_claim/calculation.ts'
import { claimOf } from './claim.ts'
import { casePdf } from './pdf.ts'
import type { CaseFile } from './read.ts'

const invoice = {
  ...{ id: '1', invoice_number: 'T2026-000459', order_number: '4500-7802', invoice_date: '2026-09-01' },
  ...{ due_date: '2026-10-01', total_amount: '1870.00', open_amount: '1370.00' },
}
/** What the law makes of it, worked out from the same invoice. */
const calculation = calculateCase(
  [
    {
      ...{ id: '1', invoice_number: 'T2026-000459', due_date: '2026-05-01', total: 187_000n, fees_open: 0n },
      waived: { interest: 0n, costs: 0n },
    },
  ],
  {
    ...{ party: 'business', currency_code: 'EUR', step: 'opening', on: '2026-11-16', opened_on: '2026-11-02' },
    ...{ payments_known_until: '2026-11-12', agreed: nothing_agreed },
    invoices: [
      {
        ...{
          id: '1',
          open: 137_000n,
          due_date: '2026-05-01',
          letters: [],
          posted: { interest: 5_000n, costs: 20_550n },
        },
        paid: [{ date: '2026-10-20', amount: 50_000n }],
      },
    ],
  },
  { law: packs.nl, party: 'business', party_assumed: true },
)

const file: CaseFile = {
  ...{ language: 'nl', today: '2026-11-16', credit_case_number: '260 741 002', currency_code: 'EUR' },
  creditor: {
    name: 'Voorbeeld Techniek',
    address: ['Havenkade 12'],
    numbers: { register: '01234567', vat: null },
    email_address: 'a@b.example',
  },
  debtor: {
    name: 'Łódź & Søn',
    debtor_number: 'D118',
    address: ['Kade 8'],
    numbers: { register: null, vat: null },
    contact: ['c@d.example'],
  },
  started_on: '2026-11-02',
  calculation,
  claim: claimOf(
    [invoice],
    Array.from({ length: 90 }, (_, n) => ({
      ...{
        kind: 'payment' as const,
        invoice_number: 'T2026-000459',
        day: '2026-10-20',
        cost_type: 'principal' as const,
      },
      ...{ transaction_type: 'payment' as const, amount: '-5.00', description: `Term ${n + 1}` },
    })),
  ),
  documents: [
    {
      about: 'T2026-000459',
      kind: 'document',
      filename: `${'long '.repeat(40)}.pdf`,
      checksum: 'a'.repeat(88),
      byte_size: 1,
    },
  ],
  letters: [
    {
      ...{
        id: '1',
        step: 'statement',
        channel: 'mail',
        day: '2026-11-03',
        status: 'sent',
        sent_at: '2026-11-03T09:00:00Z',
      },
      ...{ received_on: null, recipients: [{ kind: 'to', email_address: 'c@d.example' }], subject: 'Overzicht' },
      ...{ text: `${'Een regel.\n'.repeat(80)}Het einde.`, html: null, proof: { answer: '250 accepted' } },
      ...{
        message_header_id: '<1@dunlin.example>',
        filename: null,
        file_checksum: null,
        invoice_numbers: 'F-1, F-2, F-3',
      },
    },
  ],
  messages: [],
  happenings: [],
}
const said = (page: readonly string[]): string => page.join(' ').replaceAll(/[\u00a0\u202f]/g, ' ')

test('a dossier has everything, and tables that go over pages say on each of them what they are', async () => {
  const bytes = await casePdf(file)
  const pages = readPdf(bytes).map(said)
  const all = pages.join(' ')
  for (const text of [
    '260 741 002',
    'Łódź & Søn (D118)',
    '€ 1.870,00',
    '250 accepted',
    'Het einde.',
    'F-1, F-2, F-3',
    'Term 90',
  ]) {
    assert.ok(all.includes(text), text)
  }
  assert.doesNotMatch(all, /undefined|null|\{/)
  assert.ok(all.includes('Overzicht van wat openstaat'), 'what somebody sent by hand has a name')
  const with_terms = pages.filter((page) => /Term \d+/.test(page))
  assert.ok(with_terms.length > 1)
  for (const page of with_terms) assert.match(page, /Omschrijving/)
  for (const [index, page] of pages.entries()) assert.ok(page.endsWith(`Pagina ${index + 1} van ${pages.length}`))
  assert.ok(bytes.equals(await casePdf(file)), 'the same dossier is the same bytes')
})

test('a case with 3,000 invoices and their documents keeps nobody in the process waiting', async () => {
  const numbers = Array.from({ length: 3_000 }, (_, n) => `T2026-${n}`)
  const claim = claimOf(
    numbers.map((invoice_number) => ({ ...invoice, invoice_number })),
    numbers.map((invoice_number) => ({
      ...({
        kind: 'payment',
        invoice_number,
        day: '2026-10-20',
        cost_type: 'principal',
        transaction_type: 'payment',
      } as const),
      ...{ amount: '-5.00', description: 'A part of it' },
    })),
  )
  const documents = numbers.map((about) => ({
    ...{ about, kind: 'document', filename: `Invoice ${about}.pdf`, checksum: 'a'.repeat(88), byte_size: 1 },
  }))
  const large = { ...file, claim, documents }
  await casePdf(file)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const started = performance.now()
  const bytes = await casePdf(large)
  const taken_ms = performance.now() - started
  delay.disable()
  assert.ok(readPdf(bytes).length > 200)
  assert.ok(delay.max / 1e6 < taken_ms / 3, `${delay.max / 1e6} of ${taken_ms} ms at once`)
})

test('the claim is worked out part by part, with rules and sources, in each language', async () => {
  const all = await Promise.all(
    law_languages.map(async (language) =>
      readPdf(await casePdf({ ...file, language }))
        .map(said)
        .join(' '),
    ),
  )
  const [dutch = '', english = '', german = '', french = ''] = all
  for (const text of all) assert.doesNotMatch(text, /undefined|\{|nl\.(wik|trade)/)
  // 1,870.00 × 10.15 % × 60/365 = 31.20, × 10.40 % × 112/365 = 59.68; the payment left 1,460.88.
  // By 1 November × 12/365, then 27 days in all up to the 16th: 11.24. The scale on 1,460.88 is 219.13.
  for (const figure of [
    '60 10,15 % € 1.870,00 € 31,20',
    '112 10,40 % € 1.870,00 € 59,68',
    '27 10,40 % € 1.460,88 € 11,24',
  ]) {
    assert.ok(dutch.includes(figure), `${figure} in ${dutch}`)
  }
  assert.match(dutch, /Naar Nederlands recht, tussen bedrijven, is op 16 november 2026 € 1\.691,25 te betalen/)
  assert.match(dutch, /20-10-2026 T2026-000459 € 500,00 € 0,00 € 90,88 € 409,12/)
  assert.match(dutch, /Rente: van € 102,12 is € 50,00 geboekt; € 52,12 is nog niet geboekt\./)
  assert.match(dutch, /Openbare bestanden; een officiële publicatie is niet gevonden/)
  assert.match(english, /Collection costs by scale \(art\. 6:96 BW, Besluit BIK\)/)
  assert.match(german, /Eine Zahlung tilgt zuerst die Kosten, dann die Zinsen, dann die Hauptforderung\./)
  assert.match(french, /Intérêts commerciaux légaux \(art\. 6:119a BW\)/)
})
