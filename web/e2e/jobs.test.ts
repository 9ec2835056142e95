import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { business, follow, followed_now, overdue } from '../../server/test/followed.ts'
import { searchable } from '../../server/test/searchable.ts'
import { until } from '../../server/test/until.ts'
import { uploadDocument } from '../../server/test/upload_document.ts'
import { counting, sizes } from './counting.ts'
import { owing, startSite } from './site.ts'

// Everyday jobs that are counted nowhere else, each at both sizes: from the page where the person is, every click and
// every key.

const site = await startSite({ now: () => followed_now })
const { service, tenant, boss, open } = site
const { given, database } = service
await follow(service, tenant)
const here = `/administrations/${tenant.administration_id}`
const stamps = { created_at: 'stamp', updated_at: 'stamp' }
const ruben = await boss.send('POST /console/users', {
  ...{ first_name: 'Ruben', last_name: 'Oosterhout', email_address: 'ruben@example.com', company_role: 'standard' },
})
assert.equal(ruben.status, 201, ruben.text)
const { id: ruben_id } = ruben.body as { id: string }

let made = 0
/** A debtor with an invoice of its own, which is due for its first reminder next week. */
async function owes(name: string): Promise<{ debtor_id: string; invoice_id: string; invoice_number: string }> {
  const invoice_number = `J-${++made}`
  const debtor_id = await given.debtor(tenant, { ...business, name })
  const columns = { ...overdue, due_date: '2026-11-13', invoice_number, ...owing(`${100 + made}.00`) }
  return { debtor_id, invoice_number, invoice_id: await given.invoice(tenant, debtor_id, columns) }
}
const stateOf = async (debtor_id: string) =>
  (
    await database.db
      .selectFrom('conversations')
      .select('state')
      .where('debtor_id', '=', debtor_id)
      .executeTakeFirstOrThrow()
  ).state
const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') })
const within = (by: { count: () => number }, most: number) => assert.ok(by.count() <= most, `${by.count()} of ${most}`)

for (const [size, options] of Object.entries(sizes)) {
  const at = { as: boss, ...options }

  test(`who to contact first and why stands on the first page, ${size}`, async () => {
    await owes(`Late Retail ${size}`)
    const page = await open('/', at)
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    const first = page.getByRole('main').getByRole('listitem').or(rowsOf(page)).first()
    assert.match(await first.innerText(), /€\d/)
  })

  test(`a message is answered with a template and its document within four, ${size}`, async () => {
    const { debtor_id, invoice_id } = await owes(`Copy Retail ${size}`)
    await uploadDocument(service, tenant, { invoice_id, bytes: Buffer.from(`%PDF-1.7 ${size}`), filename: 'copy.pdf' })
    const message = { debtor_id, invoice_id, subject: `Where is it, ${size}?`, content: 'We have lost it.' }
    await given.message(tenant, { ...message, received_at: '2026-11-16T09:00:00Z', email: 'ann@example.com' })
    const page = await open(`${here}/inbox`, at)
    const composer = page.getByRole('region', { name: 'Write' })
    // A phone shows one thing at a time: the person is where the message is read.
    if (size === 'phone') await page.getByText(`Where is it, ${size}?`).first().click()
    await page.getByRole('heading', { name: `Where is it, ${size}?` }).waitFor()
    const by = counting(page)
    if (size === 'phone') await by.click(composer.getByRole('textbox', { name: 'Write to the debtor' }))
    await by.click(composer.getByRole('button', { name: /^Template/ }))
    await by.click(page.getByRole('option', { name: 'Copy of the invoice' }))
    await composer.getByText('copy.pdf').waitFor()
    await by.click(composer.getByRole('button', { name: /^Send, done, next/ }))
    await until('it is done', async () => (await stateOf(debtor_id)) === 'done')
    within(by, 4)
  })

  for (const [verb, button, choice, said] of [
    ['taken over', /^Hand on|^For/, /Take it over/, /is for /],
    ['handed on', /^Hand on|^For/, /Ruben/, /is for Ruben/],
    ['put off', /^Put off/, /./, /put off until/],
  ] as const) {
    test(`a task is ${verb} within four, ${size}`, async () => {
      const { debtor_id } = await owes(`Task Retail ${verb} ${size}`)
      const task = { subject: `To be ${verb}, ${size}`, expiry_date: '2026-11-16', debtor_id }
      const assigned = { assigned_to_user_id: verb === 'handed on' ? boss.id : ruben_id }
      const { administration_id } = tenant
      const answer = await boss.send('POST /console/tasks', { administration_id, ...task, ...assigned })
      assert.equal(answer.status, 201, answer.text)
      const page = await open(`${here}/tasks?whose=everybody`, at)
      const row = rowsOf(page).filter({ hasText: task.subject })
      const by = counting(page)
      await by.click(row.getByRole('checkbox'))
      await by.click(page.getByRole('toolbar').getByRole('button', { name: button }))
      await by.click(page.getByRole('menuitem', { name: choice }).first())
      await page.getByText(said).first().waitFor()
      within(by, 4)
    })
  }

  test(`why a reminder was sent stands on the dossier, and the letter itself is one away, ${size}`, async () => {
    const { debtor_id, invoice_id } = await owes(`Reminded Retail ${size}`)
    const letter_id = await given.row('letters', tenant, {
      ...{ debtor_id, step: 'reminder_1', channel: 'mail', language_code: 'en', status: 'sent', day: '2026-11-02' },
      ...{ subject: 'Reminder', text: `Please pay, ${size}.`, data: '{}', recipients: '[]' },
      ...{ sent_on: '2026-11-02', sent_at: '2026-11-02T09:00:00Z', ...stamps },
    })
    await given.row('letter_items', tenant, { letter_id, invoice_id, amount: '100.00', performs: 'reminder_1' })
    await given.row('steps', tenant, {
      ...{ debtor_id, invoice_id, step: 'reminder_1', day: '2026-11-02', performed_at: '2026-11-02T09:00:00Z' },
      ...{ channel: 'mail', letter_id, origin: 'engine', flow_code: 'business', flow_version: 1, ...stamps },
      reasons: JSON.stringify([{ reason: 'due_date', day: '2026-10-26', days: '7' }]),
    })
    const page = await open(`${here}/invoices/${invoice_id}`, at)
    await page.getByText('7 days after 26 Oct 2026, the due date.').first().waitFor()
    const by = counting(page)
    await by.click(page.getByRole('listitem').getByRole('button', { name: 'See the letter' }).first())
    await page.getByRole('dialog').getByText(`Please pay, ${size}.`).waitFor()
    within(by, 1)
  })

  test(`the next letter is seen before it goes out, one away from the facts of the dossier, ${size}`, async () => {
    const { invoice_id, invoice_number } = await owes(`Next Retail ${size}`)
    // On a phone the facts of a dossier are a view of their own.
    const page = await open(`${here}/invoices/${invoice_id}${size === 'phone' ? '?tab=facts' : ''}`, at)
    const next = page.getByRole('region', { name: 'What comes next' })
    await next.getByText('First reminder on').waitFor()
    const by = counting(page)
    await by.click(next.getByRole('button', { name: 'See the letter' }))
    const letter = page.getByRole('dialog', { name: 'The next letter' })
    await letter.frameLocator('iframe:not([aria-hidden])').getByText(invoice_number).first().waitFor()
    within(by, 1)
  })

  test(`a wording is changed, seen and used within six, ${size}`, async () => {
    const { invoice_number } = await owes(`Worded Retail ${size}`)
    assert.ok(invoice_number)
    const step = size === 'phone' ? 'reminder_2' : 'reminder_1'
    const page = await open(`${here}/letter_texts/${step}`, at)
    const preview = page.getByRole('region', { name: 'Preview' }).frameLocator('iframe:not([aria-hidden])')
    await preview.getByText(/./).first().waitFor()
    const by = counting(page)
    await by.fill(page.getByRole('textbox', { name: 'Text' }), 'Dear {{ debtor.name }},\n\nPlease pay soon.')
    await preview.getByText('Please pay soon.').waitFor()
    await by.click(page.getByRole('button', { name: 'Use this text' }))
    await page.getByText('Your own text is in use, version 1.').waitFor()
    within(by, 6)
  })

  test(`forty invoices are acted on at once within three, ${size}`, async () => {
    const debtor_id = await given.debtor(tenant, { ...business, name: `Forty Retail ${size}` })
    for (let n = 1; n <= 40; n++) {
      await given.invoice(tenant, debtor_id, { ...overdue, invoice_number: `${size}-${n}`, ...owing(`${n}.00`) })
    }
    await searchable(database.db, tenant.administration_id)
    const page = await open(`${here}/invoices?text=${size}-`, at)
    await rowsOf(page).first().waitFor()
    await page.getByText(/^40 invoices/).waitFor()
    const by = counting(page)
    await by.click(page.getByRole('checkbox', { name: 'Select all rows' }))
    await page.getByText('40 selected').waitFor()
    await by.click(page.getByRole('toolbar').getByRole('button', { name: /^Pause/ }))
    await by.click(page.getByRole('menuitem').first())
    await page.getByText(/^40 paused until/).waitFor()
    within(by, 3)
  })

  test(`a dossier is found by a part of its number within two and a line to choose, ${size}`, async () => {
    const { invoice_number } = await owes(`Found Retail ${size}`)
    await searchable(database.db, tenant.administration_id)
    const page = await open(`${here}/tasks`, at)
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
    const by = counting(page)
    if (size === 'phone') await by.click(page.getByRole('banner').getByRole('button', { name: /Find/ }))
    else await by.press('Control+k')
    await by.fill(page.getByRole('dialog').getByRole('combobox'), `found retail ${size}`)
    await page
      .getByRole('option', { name: new RegExp(`Found Retail ${size}`) })
      .first()
      .waitFor()
    within(by, 2)
    assert.ok(invoice_number)
  })
}
