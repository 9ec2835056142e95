import assert from 'node:assert/strict'
import { test } from 'node:test'
import { render } from '../mail/render.ts'
import { planContent } from './payment_plan.ts'
import { type Language, languageFor, letterWords } from './words/letter_words.ts'

const languages: Language[] = ['nl', 'en', 'de', 'fr']
const plan = {
  sender_name: 'Example Trading',
  numbers: ['2026-0117', '123 456 789'],
  currency_code: 'EUR',
  terms: [
    { amount: '1250.50', due_date: '2026-12-31' },
    { amount: '90071992547409.93', due_date: '2027-01-31' },
  ],
}
const portal_url = 'https://dunlin.example.com/portal/1/payment_plans/x'
const written = (language: Language) => render(planContent(language, plan, portal_url))
// Between a currency and its amount stands a space that does not break, of one width or another.
const plain = (language: Language) => written(language).text.replaceAll(/[\u00a0\u202f]/g, ' ')

test('a message keeps its lines, and says who sent it', () => {
  const body = 'Dear customer,\r\n\r\nTwo <lines>\nhere.'
  const signature = letterWords('nl').signature('Example Trading')
  const { subject, text, html } = render({ language: 'nl', subject: 'Your invoice', paragraphs: [], body, signature })
  assert.equal(subject, 'Your invoice')
  assert.equal(text, 'Dear customer,\n\nTwo <lines>\nhere.\n\n-- \nVerstuurd door Example Trading met Dunlin.\n')
  assert.ok(html.includes('white-space:pre-wrap">Dear customer,\n\nTwo &lt;lines&gt;\nhere.</p>'))
  assert.ok(html.includes('<html lang="nl">'))
})

test('a payment plan names every term, exactly, and where to see it, in each language', () => {
  for (const [language, first, second] of [
    ['en', '31 December 2026: EUR 1,250.50', '31 January 2027: EUR 90,071,992,547,409.93'],
    ['nl', '31 december 2026: EUR 1.250,50', '31 januari 2027: EUR 90.071.992.547.409,93'],
    ['de', '31. Dezember 2026: 1.250,50 EUR', '31. Januar 2027: 90.071.992.547.409,93 EUR'],
    ['fr', '31 décembre 2026 : 1 250,50 EUR', '31 janvier 2027 : 90 071 992 547 409,93 EUR'],
  ] as const) {
    assert.ok(plain(language).includes(`\n${first}\n${second}\n`), plain(language))
    assert.ok(plain(language).includes('2026-0117, 123 456 789') && plain(language).includes(portal_url))
    assert.ok(written(language).html.includes(`<html lang="${language}">`))
  }
  assert.equal(new Set(languages.map((language) => written(language).subject)).size, 4)
})

test('a plan for very many invoices names the first of them, and one without a page has no button', () => {
  const many = { ...plan, numbers: Array.from({ length: 23 }, (_, n) => `F${n}`) }
  for (const language of languages) {
    const { paragraphs, action } = planContent(language, many, null)
    assert.match(String(paragraphs[0]), /F18, F19 \D+ 3|F18, F19 \D*3 /)
    assert.equal(action, undefined)
  }
})

test('a debtor is written to in the own language, and in that of the administration where we have no words', () => {
  const codes = ['nl', 'nl-BE', 'de', 'FR', 'en-GB', 'es', '', null, 'constructor']
  const languages = codes.map((code) => languageFor(code, 'fr'))
  assert.deepEqual(languages, ['nl', 'nl', 'de', 'fr', 'en', 'fr', 'fr', 'fr', 'fr'])
})
