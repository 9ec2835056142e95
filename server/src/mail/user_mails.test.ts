import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import fc from 'fast-check'
import { openPage, startBrowser } from '../../test/browser.ts'
import { render, subjectLine } from './render.ts'
import { isUserMailKind, type UserMailKind, type UserMails, writeUserMail } from './user_mails.ts'

const link: UserMails['sign_up']['link'] = { purpose: 'sign_up', user_id: '7' }
const at = '2026-11-14T09:30:00.000Z'
const parameters: UserMails = {
  invitation: { link, inviter_name: 'Robin Example', company_name: 'Example Trading', valid_days: 7 },
  password_reset: { link, valid_minutes: 60 },
  password_changed: { at, address: '198.51.100.9' },
  sign_up: { link, company_name: 'Example Trading', application_name: 'Bookkeeper', valid_days: 30 },
  sign_up_reminder: { link, company_name: 'Example Trading', application_name: 'Bookkeeper', days_left: 1 },
  address_blocked: { application_name: 'Bookkeeper', company_name: 'Example Trading', address: '198.51.100.9', at },
  application_connected: {
    ...{ person_name: 'Robin Example', application_name: 'Bookkeeper', maker_name: 'Software House' },
    ...{ company_name: 'Example Trading', at, address: '198.51.100.9' },
    url: 'https://dunlin.example.com/settings/connections',
  },
  two_step_changed: { enabled: false, at, address: null },
  notifications: {
    administration_name: 'Example Trading',
    sentences: ['A letter came back.', 'An import failed.'],
    more: 3,
    url: 'https://dunlin.example.com/administrations/1',
  },
  weekly_report: {
    administration_name: 'Example Trading',
    figures: {
      ...{ day: '2026-11-16', currency_code: 'EUR', open: '192683.46', overdue: '140582.00', over_90: '9265.00' },
      ...{ dso: 41, dso_before: 43, expected_this_week: '11300.00', expected: '123000.00' },
      ...{ said: '182400.00', came: '176745.60' },
    },
    url: 'https://dunlin.example.com/administrations/1',
  },
  webhook_deactivated: {
    owner_name: 'Example Trading',
    host: '198.51.100.9:8443',
    url: 'https://dunlin.example.com/administrations/1/webhooks/2',
  },
}
// The keys of a record of all kinds.
const kinds = Object.keys(parameters) as UserMailKind[]
const url = 'https://dunlin.example.com/links/abc?x=1&y=2'
const dressed = (kind: UserMailKind, locale: string) => render(writeUserMail(kind, locale, parameters[kind], url))

test('every kind of mail contains what it was given, in English and in Dutch', () => {
  for (const kind of kinds) {
    assert.ok(isUserMailKind(kind))
    const english = dressed(kind, 'en-GB')
    const dutch = dressed(kind, 'nl-BE')
    assert.notEqual(english.subject, dutch.subject, kind)
    assert.equal(dressed(kind, 'de').text, english.text)
    for (const { text, html } of [english, dutch]) {
      for (const [name, value] of Object.entries(parameters[kind])) {
        if (typeof value !== 'string' || name === 'at') continue
        assert.ok(text.includes(value) && html.includes(value), `${kind} contains ${name}`)
      }
      if ('at' in parameters[kind]) assert.match(text, /14 november 2026 (at|om) 09:30 UTC/i, kind)
      assert.equal(text.includes(url), 'link' in parameters[kind], kind)
      assert.equal(html.includes(url.replace('&', '&amp;')), 'link' in parameters[kind], kind)
      assert.doesNotMatch(`${text}${html}`, /undefined|null|\[object|NaN/, kind)
    }
  }
  assert.match(dressed('weekly_report', 'en-GB').subject, /€192,683\.46 open on 16 November$/)
  assert.match(dressed('weekly_report', 'en-GB').text, /€176,745\.60 came in \(-3\.1%\)/)
  assert.match(dressed('weekly_report', 'nl').text, /DSO: 41 dagen \(eind vorige maand 43\)/)
  assert.match(dressed('password_reset', 'en-GB').text, /works once, for one hour\. If it was not you, ignore/)
  assert.match(dressed('sign_up', 'nl').text, /gedurende 30 dagen/)
  assert.match(dressed('sign_up_reminder', 'en-GB').text, /In one day it will be deleted/)
})

test('a mail says whether two-step sign-in was switched on or off', () => {
  const on = { enabled: true, at, address: '198.51.100.9' }
  assert.match(writeUserMail('two_step_changed', 'en-GB', on, '').subject, /switched on/)
  assert.match(writeUserMail('two_step_changed', 'nl', on, '').subject, /ingeschakeld/)
  assert.match(dressed('two_step_changed', 'en-GB').subject, /switched off/)
  assert.match(dressed('two_step_changed', 'nl').subject, /uitgeschakeld/)
})

test('no name breaks a header or a page', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.constantFrom('en-GB', 'nl'), (name, locale) => {
      const hostile = { ...parameters.invitation, inviter_name: name, company_name: `${name}\r\n<img src=x>"'` }
      const { subject, html } = render(writeUserMail('invitation', locale, hostile, url))
      assert.doesNotMatch(subject, /[\p{Cc}\p{Zl}\p{Zp}]/u)
      assert.ok(subject.length <= 200)
      const plain = render(writeUserMail('invitation', locale, parameters.invitation, url)).html
      const tags = (page: string): string[] => page.match(/<[^>]*>/g) ?? []
      assert.deepEqual(tags(html), tags(plain))
    }),
  )
  assert.equal(subjectLine('a\r\nBcc: b\u2028c\u0000'), 'a Bcc: b c')
})

test('the name of a company that is a domain is no link, and an IP address stays as it is', () => {
  const named = { ...parameters.address_blocked, company_name: 'example.com', application_name: 'Books.nl' }
  const { text, html } = render(writeUserMail('address_blocked', 'en-GB', named, ''))
  for (const one of [text, html.slice(html.indexOf('<body'))]) {
    assert.doesNotMatch(one, /example\.com|Books\.nl/)
    assert.ok(one.includes('example.\u2060com') && one.includes('Books.\u2060nl') && one.includes('198.51.100.9'))
  }
})

test('a mail can be read by everybody, on a light and a dark screen, and asks for nothing', async () => {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  const browser = await startBrowser()
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, complaints } = await openPage(browser, { colorScheme, viewport: { width: 720, height: 800 } })
    for (const kind of kinds) {
      await page.setContent(dressed(kind, 'en-GB').html)
      await page.addScriptTag({ content: axe })
      const broken = await page.evaluate(
        'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
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
