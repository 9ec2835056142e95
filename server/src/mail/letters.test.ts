import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import fc from 'fast-check'
import { openPage, startBrowser } from '../../test/browser.ts'
import { isMailKind, type Letters, type MailKind, wordsFor, writeLetter } from './letters.ts'
import { oneLine, render } from './render.ts'

const link: Letters['sign_up']['link'] = { purpose: 'sign_up', user_id: '7' }
const at = '2026-11-14T09:30:00.000Z'
const told: Letters = {
  invitation: { link, inviter_name: 'Robin Example', company_name: 'Example Trading', valid_days: 7 },
  password_reset: { link, valid_minutes: 60 },
  password_changed: { at, address: '198.51.100.9' },
  sign_up: { link, company_name: 'Example Trading', application_name: 'Bookkeeper', valid_days: 30 },
  sign_up_reminder: { link, company_name: 'Example Trading', application_name: 'Bookkeeper', days_left: 1 },
  address_blocked: { application_name: 'Bookkeeper', company_name: 'Example Trading', address: '198.51.100.9', at },
  two_step_changed: { enabled: false, at, address: null },
  message: {
    subject: 'Your invoice',
    text: 'Dear customer,\r\n\r\nTwo <lines>\nhere.',
    sender_name: 'Example Trading',
    reply_to: 'office@example.com',
    cc: [],
    bcc: [],
    attachments: [],
  },
  payment_plan: {
    numbers: ['2026-0117', '123 456 789'],
    currency_code: 'EUR',
    terms: [
      { amount: '1250.50', due_date: '2026-12-31' },
      { amount: '90071992547409.93', due_date: '2027-01-31' },
    ],
    portal_url: 'https://dunlin.example.com/portal/1/payment_plans/x',
    sender_name: 'Example Trading',
    reply_to: 'office@example.com',
    cc: [],
    bcc: [],
    attachments: [],
  },
}
// The keys of a record of all kinds; a message is not in our words.
const kinds = (Object.keys(told) as MailKind[]).filter((kind) => kind !== 'message')
const url = 'https://dunlin.example.com/links/abc?x=1&y=2'
const dressed = (kind: MailKind, locale: string) => render(writeLetter(kind, locale, told[kind], url), wordsFor(locale))

test('every kind of letter says what it was told, in English and in Dutch', () => {
  for (const kind of kinds) {
    assert.ok(isMailKind(kind))
    const english = dressed(kind, 'en-GB')
    const dutch = dressed(kind, 'nl-BE')
    assert.notEqual(english.subject, dutch.subject, kind)
    assert.equal(dressed(kind, 'de').text, english.text)
    for (const { text, html } of [english, dutch]) {
      for (const [name, value] of Object.entries(told[kind])) {
        if (typeof value !== 'string' || name === 'at' || name === 'reply_to') continue
        assert.ok(text.includes(value) && html.includes(value), `${kind} tells ${name}`)
      }
      if ('at' in told[kind]) assert.match(text, /14 november 2026 (at|om) 09:30 UTC/i, kind)
      assert.equal(text.includes(url), 'link' in told[kind], kind)
      assert.equal(html.includes(url.replace('&', '&amp;')), 'link' in told[kind], kind)
      assert.doesNotMatch(`${text}${html}`, /undefined|null|\[object|NaN/, kind)
    }
  }
  assert.match(dressed('password_reset', 'en-GB').text, /works once, for one hour\. If it was not you, ignore/)
  assert.match(dressed('sign_up', 'nl').text, /gedurende 30 dagen/)
  assert.match(dressed('sign_up_reminder', 'en-GB').text, /In one day it will be deleted/)
})

test('a message keeps its lines, and says who sent it', () => {
  const { subject, text, html } = dressed('message', 'nl')
  assert.equal(subject, 'Your invoice')
  assert.equal(text, 'Dear customer,\n\nTwo <lines>\nhere.\n\n-- \nVerstuurd door Example Trading met Dunlin.\n')
  assert.ok(html.includes('white-space:pre-wrap">Dear customer,\n\nTwo &lt;lines&gt;\nhere.</p>'))
})

test('a payment plan is told with every term, exactly, and where to see it', () => {
  const plain = (locale: string) => dressed('payment_plan', locale).text.replaceAll('\u00a0', ' ')
  assert.match(plain('en-GB'), /for 2026-0117, 123 456 789\./)
  assert.match(plain('en-GB'), /\n31 December 2026: EUR 1,250\.50\n31 January 2027: EUR 90,071,992,547,409\.93\n/)
  assert.match(plain('nl'), /\n31 december 2026: EUR 1\.250,50\n31 januari 2027: EUR 90\.071\.992\.547\.409,93\n/)
  const many = { ...told.payment_plan, portal_url: null, numbers: Array.from({ length: 23 }, (_, n) => `F${n}`) }
  const { paragraphs, action } = writeLetter('payment_plan', 'en-GB', many, '')
  assert.match(String(paragraphs[0]), /F18, F19 and 3 more\./)
  assert.equal(action, undefined)
})

test('two-step sign-in is told as it is', () => {
  const on = { enabled: true, at, address: '198.51.100.9' }
  assert.match(writeLetter('two_step_changed', 'en-GB', on, '').subject, /switched on/)
  assert.match(writeLetter('two_step_changed', 'nl', on, '').subject, /ingeschakeld/)
  assert.match(dressed('two_step_changed', 'en-GB').subject, /switched off/)
  assert.match(dressed('two_step_changed', 'nl').subject, /uitgeschakeld/)
})

test('no name breaks a header or a page', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.constantFrom('en-GB', 'nl'), (name, locale) => {
      const hostile = { ...told.invitation, inviter_name: name, company_name: `${name}\r\n<img src=x>"'` }
      const { subject, html } = render(writeLetter('invitation', locale, hostile, url), wordsFor(locale))
      assert.doesNotMatch(subject, /[\p{Cc}\p{Zl}\p{Zp}]/u)
      assert.ok(subject.length <= 200)
      const plain = render(writeLetter('invitation', locale, told.invitation, url), wordsFor(locale)).html
      const tags = (page: string): string[] => page.match(/<[^>]*>/g) ?? []
      assert.deepEqual(tags(html), tags(plain))
    }),
  )
  assert.equal(oneLine('a\r\nBcc: b\u2028c\u0000'), 'a Bcc: b c')
})

test('the name of a company that is a domain is no link, and an IP address stays as it is', () => {
  const named = { ...told.address_blocked, company_name: 'example.com', application_name: 'Books.nl' }
  const { text, html } = render(writeLetter('address_blocked', 'en-GB', named, ''), wordsFor('en-GB'))
  for (const one of [text, html.slice(html.indexOf('<body'))]) {
    assert.doesNotMatch(one, /example\.com|Books\.nl/)
    assert.ok(one.includes('example.\u2060com') && one.includes('Books.\u2060nl') && one.includes('198.51.100.9'))
  }
})

test('a letter can be read by everybody, on a light and a dark screen, and asks for nothing', async () => {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  const browser = await startBrowser()
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, complaints } = await openPage(browser, { colorScheme, viewport: { width: 720, height: 800 } })
    for (const kind of kinds) {
      await page.setContent(dressed(kind, 'en-GB').html)
      await page.addScriptTag({ content: axe })
      const broken = await page.evaluate(
        'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
      )
      assert.deepEqual(broken, [], `${kind} on a ${colorScheme} screen`)
      if (process.env.SCREENSHOTS) {
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/mail-${kind}-${colorScheme}.png` })
      }
    }
    assert.deepEqual(complaints, [])
    await page.close()
  }
})
