import assert from 'node:assert/strict'
import { test } from 'node:test'
import { business, follow, followed_now, overdue } from '../../server/test/followed.ts'
import { signedIn } from '../../server/test/visitor.ts'
import { problemsOf } from './looks.ts'
import { owing, startSite } from './site.ts'

const { service, tenant, boss, open } = await startSite({ now: () => followed_now })
const { given } = service
await follow(service, tenant)
const here = `/administrations/${tenant.administration_id}`
const wide = { viewport: { width: 1280, height: 800 } }
const worker = await signedIn(service, tenant.company_id, { company_role: 'standard' })

const debtor_id = await given.debtor(tenant, { ...business, name: 'Pellhorn Retail B.V.' })
const invoice_id = await given.invoice(tenant, debtor_id, {
  ...{ ...overdue, invoice_number: 'T2026-000459', ...owing('1870.00') },
})
const letter = (columns: object = {}) =>
  given.row('letters', tenant, {
    ...{ debtor_id, step: 'reminder_1', channel: 'mail', language_code: 'en', status: 'sent', day: '2026-11-09' },
    ...{ subject: 'Reminder: 1 invoice, €1,870.00', text: 'Dear customer,', html: '<p>Dear customer,</p>' },
    ...{ sent_at: '2026-11-09T09:15:00Z', sent_on: '2026-11-09', term_days: 14, flow_code: 'business' },
    data: JSON.stringify({ amount: '1870.00', currency_code: 'EUR' }),
    recipients: JSON.stringify([{ kind: 'to', email_address: 'office@debtor.example.com' }]),
    flow_version: 1,
    proof: JSON.stringify({
      ...{ answer: '250 2.0.0 accepted for delivery', accepted: ['office@debtor.example.com'] },
      refused: { 'gone@debtor.example.com': '550 no such user' },
    }),
    created_at: 'stamp',
    updated_at: 'stamp',
    ...columns,
  })
const letter_id = await letter()
await given.row('letter_items', tenant, { letter_id, invoice_id, amount: '1870.00', performs: 'reminder_1' })
await given.row('steps', tenant, {
  ...{ debtor_id, invoice_id, step: 'reminder_1', day: '2026-11-09', performed_at: 'stamp', letter_id },
  reasons: JSON.stringify([
    { reason: 'flow', code: 'business', version: '1' },
    { reason: 'due_date', day: '2026-11-02', days: '7' },
  ]),
  ...{ origin: 'engine', created_at: 'stamp', updated_at: 'stamp' },
})
await letter({ status: 'bounced', status_reason: '550 no such user', step: 'reminder_2' })
const withdrawn_id = await letter({ status: 'withdrawn', status_reason: 'amount_changed', step: 'reminder_3' })
await letter({ step: 'statement', subject: 'Statement of 16 November' })

test('a text that is not saved is not left without a question, nor for another language', async () => {
  const page = await open(`${here}/letter_texts`, { as: boss, ...wide })
  const row = page.getByRole('row').filter({ hasText: 'Second reminder' })
  await row.getByRole('link', { name: 'English' }).click()
  const subject = page.getByLabel('Subject')
  await subject.fill('Half of a subject, and')
  const question = page.getByRole('dialog', { name: 'Go on without saving?' })
  await page.getByText('Dutch', { exact: true }).click()
  await question.waitFor()
  assert.deepEqual(await problemsOf(page, 'the question before leaving'), [])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  assert.equal(await subject.inputValue(), 'Half of a subject, and')
  // What is seen beside it changes with each word, and one step back is still the page before.
  await page.getByRole('textbox', { name: 'Text' }).fill('Dear reader, this is half of a text')
  await page.frameLocator('iframe:not([aria-hidden])').getByText('this is half of a text').waitFor()
  await page.evaluate('history.back()')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  assert.equal(await subject.inputValue(), 'Half of a subject, and')
  await page.getByText('Dutch', { exact: true }).click()
  await question.getByRole('button', { name: 'Go on without saving' }).click()
  await page.waitForURL(/language=nl$/)
  await page.getByRole('link', { name: 'Letters' }).first().click()
  await page.waitForURL(/\/letters$/)
})

test('letters are listed, narrowed down, and each is shown as it was sent', async () => {
  const page = await open(`${here}/letters`, { as: boss, ...wide })
  await page.getByRole('row').filter({ hasText: 'First reminder' }).waitFor()
  assert.deepEqual(await problemsOf(page, 'letters'), [])
  await page.getByRole('link', { name: /^Not arrived/ }).click()
  await page.getByRole('row').filter({ hasText: '550 no such user' }).waitFor()
  await page.getByRole('link', { name: 'First reminder' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /^All / }).click()
  await page.getByRole('link', { name: 'First reminder' }).click()
  await page.frameLocator('iframe:not([aria-hidden])').getByText('Dear customer,').waitFor()
  assert.deepEqual(await problemsOf(page, 'letter beside its list'), [])
  await page.getByRole('link', { name: 'Open the page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Reminder: 1 invoice, €1,870.00' }).waitFor()
  await page.getByText('250 2.0.0 accepted for delivery').waitFor()
  await page.getByText('gone@debtor.example.com: 550 no such user').waitFor()
  await page.getByText('office@debtor.example.com').first().waitFor()
  const why = page.getByRole('region', { name: 'Why it was sent' })
  await why.getByText(/Flow “Businesses”, version 1\. 7 days after 2 Nov\w* 2026, the due date\./).waitFor()
  await page.getByText('Businesses, version 1').waitFor()
  await page.frameLocator('iframe:not([aria-hidden])').getByText('Dear customer,').waitFor()
  await page.getByRole('link', { name: 'T2026-000459' }).waitFor()
  assert.deepEqual(await problemsOf(page, 'letter'), [])
})

test('a letter that was withdrawn says why, and what somebody sent by hand has a name', async () => {
  const page = await open(`${here}/letters/${withdrawn_id}`, { as: boss, ...wide })
  await page.getByText('Another amount was open by then than the letter said.').waitFor()
  await page.goto(`${service.app.base_url}${here}/letters?step=statement`)
  await page.getByRole('link', { name: 'Statement of what is open' }).click()
  await page.getByText('Somebody sent it by hand').waitFor()
})

test('a text is edited beside its preview, what is wrong is said with the nearest, and it is used', async () => {
  const page = await open(`${here}/letter_texts`, { as: boss, ...wide })
  await page.getByRole('link', { name: 'First reminder' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.frameLocator('iframe:not([aria-hidden])').getByText('Perhaps it escaped your attention').waitFor()
  await page.getByText('Seen with Pellhorn Retail B.V. · T2026-000459').waitFor()
  await page.getByRole('row').filter({ hasText: 'total.open' }).getByText('€1,870.00').waitFor()
  assert.match(
    (await preview.getByRole('link', { name: '1 letter', exact: true }).getAttribute('href')) ?? '',
    /\/letters\?show=sent&step=reminder_1$/,
  )
  const body = page.getByRole('textbox', { name: 'Text' })
  await body.fill('Dear {{ debtor.name }},\n\nPlease go to {{ portal.lnk }}.')
  await page.getByText('portal.lnk is not known; portal.link must have been meant.').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Use this text' }).isDisabled())
  await body.fill('Dear {{ debtor.name }},\n\nPlease pay **{{ total.open }}**. ')
  await preview.frameLocator('iframe:not([aria-hidden])').getByText('Dear Pellhorn Retail B.V.,').waitFor()
  await page.getByRole('button', { name: 'Insert creditor.name' }).click()
  assert.match(await body.inputValue(), /\{\{ creditor\.name \}\}/)
  const paper = preview.getByRole('img', { name: 'Paper, page 1 of 1' })
  await paper.getByText('Dear Pellhorn Retail B.V.,').waitFor()
  assert.deepEqual(await problemsOf(page, 'text'), [])
  await page.getByRole('button', { name: 'Send me a proof' }).click()
  await page.getByText(`A proof is on its way to ${boss.email_address}.`).waitFor()
  await preview.getByText('Plain text', { exact: true }).click()
  await preview.getByText('Please pay €1,870.00').waitFor()
  await preview.getByText('Mail', { exact: true }).click()
  await page.getByRole('button', { name: 'Use this text' }).click()
  await page.getByText('Your own text is in use, version 1.').waitFor()
  await page.getByRole('button', { name: 'Take the standard text' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take the standard text' }).click()
  await page.getByText('The standard text is in use.', { exact: true }).waitFor()
  await preview.frameLocator('iframe:not([aria-hidden])').getByText('Perhaps it escaped your attention').waitFor()
  assert.equal(await page.getByRole('listitem').filter({ hasText: 'version 1' }).count(), 1)
})

test('who is no administrator reads texts on a dark phone and changes none', async () => {
  const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const
  const page = await open(`${here}/letter_texts/reminder_2?language=nl`, { as: worker, ...phone })
  await page.frameLocator('iframe:not([aria-hidden])').getByText('Beste').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Use this text' }).count(), 0)
  assert.deepEqual(await problemsOf(page, 'text on a phone'), [])
  await page.goto(`${service.app.base_url}${here}/letters/${letter_id}`)
  await page.getByRole('heading', { level: 1, name: 'Reminder: 1 invoice' }).waitFor()
  assert.deepEqual(await problemsOf(page, 'letter on a phone'), [])
})
