import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import fc from 'fast-check'
import { openPage, startBrowser } from '../../../test/browser.ts'
import { letter_languages } from '../../settings/administration_settings.ts'
import { default_texts } from '../texts/letter_texts.ts'
import { type LetterFacts, letter_steps } from './facts.ts'
import { checkText, type WrittenLetter, writeLetter } from './letter.ts'
import { letterMail } from './mail.ts'
import { qrTextOf } from './payment.ts'
import * as paper from './pdf.ts'
import { parseTemplate } from './template.ts'
import { scopeOf, variable_names, variables } from './variables.ts'

const no_files = async () => null
const letterPdf = (letter: WrittenLetter) => paper.letterPdf(letter, no_files)

const facts: LetterFacts = {
  language: 'nl',
  day: '2026-11-24',
  channel: 'post',
  creditor: {
    name: 'Voorbeeld Techniek B.V.',
    address: ['Havenkade 12', '8861 AB Harlingen'],
    country_code: 'NL',
    email_address: 'debiteuren@example.com',
    registration_number: 'KvK 01234567',
    bank_account: { name: 'Voorbeeld Techniek B.V.', iban: 'NL91ABNA0417164300', bic: null },
  },
  debtor: {
    name: 'Groothandel Łódź & Søn',
    debtor_number: 'D000118',
    address: ['T.a.v. Marleen de Wit', 'Keizersdwarsstraat 8', '1017 AB Amsterdam'],
  },
  contact_name: 'Marleen',
  case_number: '123 456 789',
  owner_name: 'Mirte Hazelmeer',
  currency_code: 'EUR',
  invoices: [
    { invoice_number: 'T2026-000459', order_number: '4500-7802', due_date: '2026-10-01', open_amount: '1870.00' },
    { invoice_number: 'T2026-000498', order_number: null, due_date: '2026-11-10', open_amount: '960.50' },
  ],
  more_invoices: null,
  costs_amount: null,
  total_amount: '2830.50',
  credit_amount: null,
  stated_costs: null,
  term: { days: 14, ends_on: null },
  portal_url: null,
  legal: [],
}
const as_mail: Partial<LetterFacts> = {
  channel: 'mail',
  term: { days: 14, ends_on: '2026-12-08' },
  portal_url: 'https://dunlin.example.com/portal/1/debtors/7Q4K',
}
const written = (step: (typeof letter_steps)[number], change: Partial<LetterFacts> = {}) => {
  const all = { ...facts, ...change }
  return writeLetter(default_texts[all.language].steps[step], all)
}
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test('every default text is right, in every language, as mail and by post', () => {
  for (const language of letter_languages) {
    for (const step of letter_steps) {
      assert.deepEqual(checkText(default_texts[language].steps[step]), [], `${language} ${step}`)
      const mail = letterMail(written(step, { language, ...as_mail }))
      assert.doesNotMatch(`${mail.subject}${mail.text}`, /undefined|null|\{|\}|\*\*|NaN/, `${language} ${step}`)
      assert.ok(plain(mail.text).includes('T2026-000459') && mail.text.includes('Mirte Hazelmeer'))
      const letter = letterMail(written(step, { language }))
      assert.doesNotMatch(letter.text, /8 (december|December|décembre)|8\. Dezember/, 'by post no last day is named')
    }
  }
})

test('a reminder says who, what, how much and until when', () => {
  const { subject, text, html } = letterMail(written('reminder_1', as_mail))
  assert.equal(plain(subject), 'Herinnering: 2 facturen, € 2.830,50')
  assert.match(plain(text), /^Beste Marleen,\n\nMisschien is het u ontgaan: er staat nog € 2\.830,50 open\./)
  assert.match(plain(text), /uiterlijk 8 december 2026 betalen\?/)
  assert.match(plain(text), /T2026-000459, uw order 4500-7802, vervaldatum 1 oktober 2026: € 1\.870,00\n/)
  assert.match(plain(text), /Betaal € 2\.830,50:\nhttps:\/\/dunlin\.example\.com\/portal/)
  assert.match(text, /IBAN: NL91 ABNA 0417 1643 00\n/)
  assert.match(html, /<html lang="nl">/)
  const one = letterMail(
    written('reminder_1', { ...as_mail, invoices: facts.invoices.slice(0, 1), contact_name: null }),
  )
  assert.match(one.subject, /^Herinnering: 1 factuur,/)
  assert.match(one.text, /^Beste klant,/)
  const by_post = plain(letterMail(written('reminder_1')).text)
  assert.match(by_post, /binnen 14 dagen na de dag waarop u deze brief heeft ontvangen betalen\?/)
})

test('a mail says for whom it is and of which day, and paper shows it in the window', () => {
  const mail = letterMail(written('reminder_1', as_mail))
  const sentence = 'Deze brief van 24 november 2026 is voor Groothandel Łódź & Søn (D000118).'
  assert.ok(mail.text.includes(sentence) && mail.html.includes(sentence.replace('&', '&amp;')))
  assert.ok(!letterMail(written('reminder_1')).text.includes('Deze brief van'))
})

test('a text that leaves the invoices out gets them at its end', () => {
  const { text } = letterMail(writeLetter({ title: 'X', subject: 'X', body: 'Hoi' }, { ...facts, ...as_mail }))
  assert.match(plain(text), /^Hoi\n\nT2026-000459, .*\nT2026-000498, .*\nTe betalen: € 2\.830,50/)
})

test('before they are due, several invoices are asked for on their own days, and one on its day', () => {
  for (const language of letter_languages) {
    for (const step of ['invoice', 'pre_reminder'] as const) {
      const sentences = (invoices: LetterFacts['invoices']): string =>
        written(step, { language, ...as_mail, invoices })
          .pieces.flatMap((piece) => (piece.is === 'paragraph' ? piece.lines.flat().map(({ text }) => text) : []))
          .join(' ')
      const [one, both] = [sentences(facts.invoices.slice(0, 1)), sentences(facts.invoices)]
      assert.match(one, /1(\.|er)? (oktober|October|Oktober|octobre) 2026/)
      assert.doesNotMatch(both, /2026/, `${language} ${step}`)
    }
  }
  assert.match(plain(letterMail(written('invoice', as_mail)).text), /Dit zijn onze facturen van/)
})

test('in French no line begins with a colon or a question mark', () => {
  for (const step of letter_steps) {
    const { subject, text } = letterMail(written(step, { ...as_mail, language: 'fr' }))
    assert.doesNotMatch(`${subject}\n${text}`, / [:;?!]|[a-zé€\d]:(?!\/\/)/, step)
    assert.match(text, /échéance le 1er octobre 2026/)
  }
})

test('a letter without a term asks for payment soon, and says nothing of days', () => {
  for (const [language, soon] of [
    ['nl', 'zo spoedig mogelijk'],
    ['en', 'as soon as possible'],
    ['de', 'möglichst bald'],
    ['fr', 'dès que possible'],
  ] as const) {
    const { text } = letterMail(written('reminder_2', { ...as_mail, language, term: { days: null, ends_on: null } }))
    assert.ok(text.includes(soon), text)
  }
})

test('costs have a line of their own, and credit is shown and not taken off', () => {
  const amounts = { costs_amount: '40.00', total_amount: '2870.50', credit_amount: '12.00', stated_costs: '75.00' }
  const { text, html } = letterMail(written('summons', { ...as_mail, ...amounts }))
  assert.match(plain(text), /Kosten en rente: € 40,00\nTe betalen: € 2\.870,50/)
  assert.match(plain(text), /tegoed van € 12,00/)
  assert.match(plain(text), /€ 75,00 aan incassokosten/)
  assert.match(plain(text), /dossier 123 456 789/)
  assert.ok(plain(html).includes('€ 40,00') && plain(html).includes('€ 2.870,50'))
  assert.doesNotMatch(letterMail(written('summons', as_mail)).text, /Kosten en rente|tegoed|incassokosten/)
})

test('what the law asks for stands in every letter, whatever the text is', async () => {
  const legal = ['Deze zin moet erin staan.']
  const letter = writeLetter({ title: 'X', subject: 'X', body: 'Hoi' }, { ...facts, legal })
  const { text, html } = letterMail(letter)
  assert.ok(text.includes('Deze zin moet erin staan.') && html.includes('Deze zin moet erin staan.'))
  assert.ok(text.includes('Al betaald?') && text.includes('Niet eens met een factuur?'))
})

test('an unknown variable is refused with its line and the nearest name', () => {
  assert.deepEqual(parseTemplate('Hello\n\n{{ portal.lnk }}'), {
    problems: [{ line: 3, problem: 'portal.lnk is not known', meant: 'portal.link' }],
  })
  for (const wrong of [
    '{{ creditor }}',
    '{{ debtor.name.length }}',
    '{{ constructor }}',
    '{% if nobody.knows %}x{% endif %}',
  ]) {
    assert.ok('problems' in parseTemplate(wrong), wrong)
  }
})

test('nothing but the own words of a letter can be used', () => {
  for (const wrong of [
    "{% include 'x' %}",
    "{% render 'x' %}",
    "{% layout 'x' %}",
    '{% assign x = 1 %}',
    '{% for x in (1..1000000000) %}x{% endfor %}',
    '{% tablerow x in (1..9) %}x{% endtablerow %}',
    '{% increment x %}',
    "{{ 'x' | append: 'y' }}",
    '{{ debtor.name | json }}',
    '{% if debtor.name %}never closed',
    '{{ debtor.name',
    'x'.repeat(20_001),
    '{{ (1..100000) }}',
    '{% if (1..1000000000) contains 3 %}x{% endif %}',
    `{{ "\\"" | otherwise: (1..9) | otherwise: "x" }}`,
    '{{ debtor.name }}'.repeat(201),
    '{{ invoices.table }}'.repeat(4),
    `{{ invoices["table"] }}{% if debtor.name %}${'{{ invoices.table }}'.repeat(3)}{% endif %}`,
  ]) {
    const parsed = parseTemplate(wrong)
    assert.ok('problems' in parsed, wrong.slice(0, 60))
    for (const { problem, line } of parsed.problems) assert.ok(problem.length > 5 && line >= 1)
  }
})

test('a text that is nested without an end is refused, and breaks nothing', () => {
  const nested = [
    `{{ ${'a['.repeat(4_000)}1${']'.repeat(4_000)} }}`,
    `{{ ${'a['.repeat(9_000)} }}`,
    `{{ ${'debtor['.repeat(1_200)}"name"${']'.repeat(1_200)} }}`,
  ]
  for (const text of nested) {
    const parsed = parseTemplate(text)
    assert.ok('problems' in parsed)
    assert.doesNotMatch(parsed.problems[0]?.problem ?? '', /call stack/)
  }
})

test('what comes of a text is bounded, however long names are, and no half of a letter is left', () => {
  const names = 'é🙂'.repeat(50_000)
  const text = { title: 'T', subject: '{{ debtor.name }}', body: '{{ debtor.name }} {{ "wait.." }}\n\n'.repeat(200) }
  assert.deepEqual(checkText(text), [])
  for (const name of [names, `x${names}`, `xx${names}`]) {
    const letter = writeLetter(text, { ...facts, ...as_mail, debtor: { ...facts.debtor, name } })
    const { subject, text: plain, html } = letterMail(letter)
    assert.ok(plain.length < 300_000 && html.length < 300_000, `${plain.length} and ${html.length}`)
    for (const one of [subject, plain, html]) assert.ok(one.isWellFormed())
  }
})

test('nobody can write a block by its mark', () => {
  const text = { title: 'T', subject: 'S', body: 'a\u0001invoices.table\u0001b {{ "\\u0001pay.button\\u0001" }}' }
  assert.deepEqual(
    writeLetter(text, { ...facts, ...as_mail }).pieces.map(({ is }) => is),
    // The invoices are only there because no text goes without them.
    ['paragraph', 'invoices.table'],
  )
})

test('every variable has a sentence, and a value for the editor to show', () => {
  const scope = scopeOf({ ...facts, ...as_mail })
  for (const name of variable_names) {
    const [group = '', member = ''] = name.split('.')
    assert.match(variables[name]?.description ?? '', /^[A-Z].*\.$/, name)
    assert.notEqual(scope[group]?.[member] ?? null, null, name)
  }
})

test('no name breaks a header, a paragraph, a block or a page', () => {
  const tags = (page: string): string[] => page.match(/<[^>]*>/g) ?? []
  const usual = tags(letterMail(written('reminder_1', as_mail)).html)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
      const hostile = `x${name}\n\n<b>\u0001pay.button\u0001{{ debtor.number }}`.replaceAll('*', '')
      const { subject, html } = letterMail(written('reminder_1', { ...as_mail, contact_name: hostile }))
      assert.doesNotMatch(subject, /[\p{Cc}\p{Zl}\p{Zp}]/u)
      assert.deepEqual(tags(html), usual)
      assert.ok(html.includes('{{ debtor.number }}'), 'a value is no template')
    }),
  )
})

test('the code for banking apps carries exactly what is asked for, and only euros have one', () => {
  const lines = qrTextOf(facts)?.split('\n')
  assert.deepEqual(lines?.slice(5), [
    'Voorbeeld Techniek B.V.',
    'NL91ABNA0417164300',
    'EUR2830.50',
    '',
    '',
    'D000118 T2026-000459 T2026-000498',
  ])
  assert.equal(qrTextOf({ ...facts, currency_code: 'GBP' }), null)
  assert.equal(qrTextOf({ ...facts, creditor: { ...facts.creditor, bank_account: null } }), null)
})

test('the same letter is the same bytes as paper and as mail, and another letter is not', async () => {
  const hash = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
  const letter = written('reminder_1')
  const [one, again] = [await letterPdf(letter), await letterPdf(written('reminder_1'))]
  assert.equal(one.subarray(0, 5).toString(), '%PDF-')
  assert.equal(hash(one), hash(again))
  assert.notEqual(hash(one), hash(await letterPdf(written('reminder_1', { total_amount: '2830.51' }))))
  assert.equal(hash(letterMail(letter).html), hash(letterMail(written('reminder_1')).html))
  const many = Array.from({ length: 70 }, (_, n) => ({ ...facts.invoices[0], invoice_number: `T-${n}` }) as never)
  const long = await letterPdf(written('final_reminder', { invoices: many, language: 'de' }))
  if (process.env.SCREENSHOTS) {
    await writeFile(`${process.env.SCREENSHOTS}/letter.pdf`, one)
    await writeFile(`${process.env.SCREENSHOTS}/letter-long.pdf`, long)
  }
  assert.equal(long.toString('latin1').match(/\/Type \/Page\b/g)?.length, 3)
})

test('a letter by mail can be read by everybody, on a phone and on a dark screen', async () => {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  const browser = await startBrowser()
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, complaints } = await openPage(browser, { colorScheme, viewport: { width: 360, height: 740 } })
    await page.setContent(letterMail(written('reminder_2', as_mail)).html)
    await page.addScriptTag({ content: axe })
    const found = await page.evaluate(
      'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
    )
    assert.deepEqual(found, [], colorScheme)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, 'it fits the screen')
    if (process.env.SCREENSHOTS) {
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/letter-${colorScheme}.png`, fullPage: true })
    }
    assert.deepEqual(complaints, [])
    await page.close()
  }
})

test('a mail shows the logo that travels with it and has buttons in the colour of the creditor', () => {
  const logo = { file_id: '1', checksum: 'abcdef0123456789abcdef', filename: 'logo.png', content_type: 'image/png' }
  const creditor = { ...facts.creditor, look: { colour: '#7a2048', logo } }
  const { html } = letterMail(written('reminder_1', { ...as_mail, creditor }))
  assert.match(html, /<img src="cid:logo\.abcdef0123456789" alt="Voorbeeld Techniek B\.V\."/)
  assert.match(html, /background-color:#7a2048/)
  // A letter of an earlier release says nothing of its look.
  assert.doesNotMatch(letterMail(written('reminder_1', as_mail)).html, /<img|7a2048/)
})
