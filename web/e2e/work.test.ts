import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addDays, dayIn } from '../../server/src/domain/days.ts'
import { signedIn } from '../../server/test/visitor.ts'
import { problemsOn } from './looks.ts'
import { startSite } from './site.ts'

const { service, tenant, boss, open } = await startSite()
const { given, database } = service
const stranger = await given.tenant()
const here = `/administrations/${tenant.administration_id}`
/** A day as the administration counts them, which is ahead of UTC around midnight. */
const day = (from_now: number): string => addDays(dayIn(new Date(), 'Europe/Amsterdam'), from_now)
const debtor_id = await given.debtor(tenant, { name: 'Bakery Morning Star', debtor_number: 'K-100' })
const invoice_id = await given.invoice(tenant, debtor_id, { invoice_number: 'F2026-0001', flow_code: 'direct_debit' })
const own = { assigned_to_user_id: boss.id, assigned_to_user_name: 'Robin', assigned_to_user_email_address: '' }
const task_id = await given.task(tenant, {
  subject: 'Check the delivery',
  description: 'Ask the warehouse for the signed delivery note.',
  expiry_date: day(-5),
  invoice_id,
  blocks_dossiers: true,
})
await given.task(tenant, { subject: 'Call back', expiry_date: day(-3), debtor_id, ...own })
await given.task(tenant, { subject: 'Look again', expiry_date: day(30) })
const message_id = await given.message(tenant, {
  subject: 'Wrong amount',
  content: 'Hello,\n\nThe amount is wrong.',
  received_at: '2026-10-01T10:00:00Z',
  debtor_id,
  invoice_id,
})
await given.message(tenant, {
  subject: 'Thank you',
  received_at: '2026-10-02T10:00:00Z',
  read_at: '2026-10-03T10:00:00Z',
})

async function plan(overrides: object, terms: [number, boolean][]): Promise<string> {
  const invoice = await given.invoice(tenant, debtor_id)
  const list = terms.map(([from_now, paid], index) => ({
    id: String(index + 1),
    total_amount: '60.50',
    amount_due: paid ? '0.00' : '60.50',
    due_date: day(from_now),
    payment_date: paid ? day(from_now) : null,
  }))
  const payment_plan_id = await given.row('payment_plans', tenant, {
    debtor_id,
    ...(await given.debtorKeys(tenant, debtor_id)),
    payment_terms: JSON.stringify(list),
    created_at: 'stamp',
    updated_at: 'stamp',
    ...overrides,
  })
  for (const { id: _, ...term } of list) await given.row('payment_plan_terms', tenant, { payment_plan_id, ...term })
  await given.row('payment_plan_invoices', tenant, { payment_plan_id, invoice_id: invoice })
  return payment_plan_id
}
const at = '2026-10-01T10:00:00Z'
const running = await plan({ active: true, approved_at: at }, [
  [-40, true],
  [-10, false],
])
const proposed = await plan({ proposed_at: at, reason: 'Short of cash' }, [
  [20, false],
  [50, false],
])

const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') })
const namesOf = (page: Page) => rowsOf(page).getByRole('rowheader').getByRole('link').allInnerTexts()

test('a task is completed from the list by keyboard alone, and the keyboard goes on at the next one', async () => {
  const page = await open(`${here}/overview`, { as: boss })
  await page.getByRole('link', { name: 'Open tasks' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
  await page.getByRole('link', { name: 'Check the delivery' }).waitFor()
  assert.deepEqual(await namesOf(page), ['Check the delivery', 'Call back', 'Look again'])
  await rowsOf(page).first().getByText('5 days late').waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Tasks 2 are late or due today' }).waitFor()
  await page.getByRole('button', { name: 'Complete: Check the delivery' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Complete the task' })
  await dialog.getByLabel('Without result').check()
  await dialog.getByLabel('What came of it').fill('Nobody knows.')
  await dialog.getByRole('button', { name: 'Complete' }).press('Enter')
  await page.getByRole('link', { name: 'Check the delivery' }).waitFor({ state: 'detached' })
  await page.locator('button[aria-label="Complete: Call back"]:focus').waitFor()
  // One key opens the dialogue, one more completes the task as it most often ends.
  await page.keyboard.press('Enter')
  await dialog.locator('button:focus', { hasText: 'Complete' }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('button[aria-label="Complete: Look again"]:focus').waitFor()
  const rows = await database.db
    .selectFrom('tasks')
    .select(['completed_status', 'completed_status_message', 'blocks_dossiers'])
    .where('completed_at', 'is not', null)
    .orderBy('id')
    .execute()
  assert.deepEqual(rows, [
    { completed_status: 'failed', completed_status_message: 'Nobody knows.', blocks_dossiers: false },
    { completed_status: 'succeeded', completed_status_message: null, blocks_dossiers: false },
  ])
})

test('what was completed can be opened again, from the list and from its page', async () => {
  const page = await open(`${here}/tasks?show=done`, { as: boss })
  await page.getByRole('button', { name: 'Open again: Check the delivery' }).click()
  await page.getByRole('link', { name: 'Check the delivery' }).waitFor({ state: 'detached' })
  await page.locator('button[aria-label="Open again: Call back"]:focus').waitFor()
  await page.getByRole('link', { name: 'Call back' }).click()
  await page.getByRole('link', { name: 'Open the page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Call back' }).waitFor()
  await page.getByText('Task completed').waitFor()
  await page.getByRole('button', { name: 'Open again' }).click()
  await page.getByText('Open task').waitFor()
  await page.locator('h1:focus').waitFor()
  // An empty comment is none.
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.locator('textarea[aria-invalid="true"]:focus').fill('They are on holiday.')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('listitem').filter({ hasText: 'They are on holiday.' }).waitFor()
  assert.equal(await page.getByLabel('Add a comment').last().inputValue(), '')
  await page.getByRole('link', { name: 'Bakery Morning Star' }).click()
  await page.getByRole('heading', { level: 1, name: 'Bakery Morning Star' }).waitFor()
  // The timeline leads back.
  await page.getByRole('link', { name: 'Open task' }).first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
})

test('a long list of tasks goes on where the reader was, by keyboard', async () => {
  const many = await given.tenant({ company_id: tenant.company_id })
  const debtor = await given.debtor(many)
  for (let n = 0; n < 60; n++) await given.task(many, { subject: `Task ${n}`, debtor_id: debtor, expiry_date: day(n) })
  const page = await open(`/administrations/${many.administration_id}/tasks`, { as: boss })
  await rowsOf(page).first().waitFor()
  for (let n = 0; n <= 50; n++) await page.keyboard.press('j')
  await page.locator('a:focus', { hasText: 'Task 50' }).waitFor()
  await page.getByText('60 / 60').waitFor()
})

test('a list without tasks says what that means, and the way to others', async () => {
  const person = await signedIn(service, tenant.company_id, { company_role: 'standard' })
  const page = await open(`${here}/tasks?whose=mine`, { as: person })
  await page.getByText('Nothing to do for you.').waitFor()
  await page.getByRole('button', { name: 'Show those of everybody' }).click()
  await page.getByRole('link', { name: 'Look again' }).waitFor()
  await page.getByRole('link', { name: 'Done', exact: true }).click()
  await page.waitForURL('**/tasks?show=done')
})

test('a message leads to its conversation, and looking at it reads nothing', async () => {
  const page = await open(`${here}/messages/${message_id}`, { as: boss })
  await page.waitForURL(/\/inbox\?conversation=/)
  await page.getByRole('heading', { name: 'Wrong amount' }).waitFor()
  await page.getByText('The amount is wrong.').first().waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Inbox 1 waits for an answer' }).waitFor()
  await page.getByRole('link', { name: 'Invoice F2026-0001' }).click()
  await page.getByRole('heading', { level: 1, name: 'Invoice F2026-0001' }).waitFor()
  await page.getByText('Direct debit', { exact: true }).waitFor()
  const message = await database.db.selectFrom('messages').selectAll().where('id', '=', message_id).executeTakeFirst()
  assert.equal(message?.read_at, null)
})

test('whoever may only look changes nothing by looking', async () => {
  const unread = await given.message(tenant, { subject: 'Still unread', debtor_id })
  const conversations = () => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
  const reader = await signedIn(service, tenant.company_id, {
    company_role: null,
    rights: { [tenant.administration_id]: 'restricted' },
  })
  const page = await open(`${here}/messages/${unread}`, { as: reader })
  await page.getByRole('heading', { name: 'Still unread' }).waitFor()
  await page.goto(`${service.app.base_url}${here}/inbox`)
  await conversations().first().getByRole('img', { name: 'Unread' }).waitFor()
  for (const path of ['inbox', 'tasks', `payment_plans/${proposed}`]) {
    await page.goto(`${service.app.base_url}${here}/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
    assert.equal(
      await page.getByRole('button', { name: /^(Mark|Complete|Approve|Reject|Done|Assign|Send)/ }).count(),
      0,
      path,
    )
  }
})

test('a plan shows how far it is and who is late, and a proposal is approved on its page', async () => {
  const page = await open(`${here}/overview`, { as: boss })
  await page.getByRole('link', { name: 'Running payment plans' }).click()
  await rowsOf(page).first().getByText('1 of 2 terms paid').waitFor()
  await rowsOf(page).first().getByText('1 term late').waitFor()
  await page.getByRole('link', { name: 'Waiting for a decision 1' }).click()
  await page.waitForURL('**/payment_plans?show=proposed')
  await page.getByRole('link', { name: 'Bakery Morning Star' }).click()
  await page.getByRole('link', { name: 'Open the page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Payment plan of Bakery Morning Star' }).waitFor()
  await page.getByText('Short of cash').waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve this payment plan?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Approve' }).click()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('The payment plan was approved.').waitFor()
  await page.getByRole('button', { name: 'End the plan' }).waitFor()
  await page.locator('h1:focus').waitFor()
  const row = await database.db.selectFrom('payment_plans').selectAll().where('id', '=', proposed).executeTakeFirst()
  assert.equal(row?.active, true)
  // Its invoice leads back to it.
  await page.getByRole('link', { name: /^What it is about/ }).click()
  await page.getByRole('table', { name: 'Invoices of the plan' }).getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: /^Invoice/ }).waitFor()
  await page.getByRole('link', { name: 'Running' }).click()
  await page.getByRole('button', { name: 'End the plan' }).waitFor()
})

test('what somebody else decided meanwhile is said, and not done twice', async () => {
  const other = await plan({ proposed_at: at }, [[20, false]])
  const page = await open(`${here}/payment_plans/${other}`, { as: boss })
  await page.getByRole('button', { name: 'Reject' }).click()
  const verb = `PATCH /console/payment_plans/${other}/approve`
  const approved = await boss.send(verb, { administration_id: tenant.administration_id })
  assert.equal(approved.status, 200, approved.text)
  const dialog = page.getByRole('dialog', { name: 'Reject this payment plan?' })
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await dialog.getByText('The plan is not in this state any more.').waitFor()
})

test('what is out of reach, and what is gone, says so', async () => {
  const foreign = await given.task(stranger)
  for (const family of ['tasks', 'messages', 'payment_plans']) {
    const page = await open(`/administrations/${stranger.administration_id}/${family}`, { as: boss })
    await page.getByRole('heading', { name: 'This administration is not open to you' }).waitFor()
    for (const id of ['999999', ...(family === 'tasks' ? [foreign] : [])]) {
      await page.goto(`${service.app.base_url}${here}/${family}/${id}`)
      await page.getByRole('heading', { name: 'This record is not here' }).waitFor()
    }
    await page.context().close()
  }
})

// Light and dark at the widths of phones is what every_page.test.ts looks at; here the states of the lists, and Dutch,
// whose words are longer.
for (const [scheme, width, locale] of [
  ['light', 320, 'en-GB'],
  ['dark', 1024, 'nl-NL'],
] as const) {
  test(`everybody can use the pages of work in ${scheme} colours, ${width} wide, in ${locale}`, async () => {
    const viewport = { width, height: 700 }
    const page = await open('/favicon.svg', { as: boss, colorScheme: scheme, viewport, locale })
    const paths = [
      'tasks',
      'tasks?show=done',
      `tasks/${task_id}`,
      'inbox',
      `messages/${message_id}`,
      'payment_plans',
      'payment_plans?show=proposed',
      'payment_plans?show=ended',
      `payment_plans/${running}`,
    ]
    const problems = await problemsOn(
      page,
      paths.map((path) => `${service.app.base_url}${here}/${path}`),
    )
    assert.deepEqual(problems, [])
  })
}

test('a block stays where whoever completes its task does not want follow-up to go on', async () => {
  const blocks = { subject: 'Wait for the carrier', expiry_date: day(-9), invoice_id, blocks_dossiers: true }
  const id = await given.task(tenant, blocks)
  const page = await open(`${here}/tasks`, { as: boss })
  await page.getByRole('button', { name: 'Complete: Wait for the carrier' }).click()
  const dialog = page.getByRole('dialog', { name: 'Complete the task' })
  await dialog.getByLabel('Resume follow-up').uncheck()
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('link', { name: 'Wait for the carrier' }).waitFor({ state: 'detached' })
  const task = await database.db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  assert.deepEqual([task.completed_status, task.block_stays], ['succeeded', true])
  const invoice = await database.db.selectFrom('invoices').selectAll().where('id', '=', invoice_id).executeTakeFirst()
  assert.deepEqual(invoice?.block_reasons, ['task'])
})
