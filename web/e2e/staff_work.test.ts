import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedIn } from '../../server/test/visitor.ts'
import { problemsOf } from './looks.ts'
import { startSite } from './site.ts'

const { service, tenant, boss, open } = await startSite()
const { given } = service
const here = `/administrations/${tenant.administration_id}`
const debtor_id = await given.debtor(tenant, { name: 'Bakery Morning Star' })

test('a note and a task are added to a dossier, and stand in its timeline', async () => {
  const page = await open(`${here}/debtors/${debtor_id}`, { as: boss })
  await page.getByRole('region', { name: 'Write', exact: true }).getByText('Note', { exact: true }).click()
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.locator('textarea[aria-invalid="true"]').fill('Prefers to be called.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Prefers to be called.' }).waitFor()
  await page.getByRole('toolbar').getByRole('button', { name: /Task/ }).click()
  const task = page.getByRole('form', { name: 'Task' })
  await task.getByLabel('Subject').fill('Call back')
  await task.getByLabel('Nothing is sent while it is open').check()
  await task.getByRole('button', { name: /Save/ }).click()
  await page.getByRole('listitem').filter({ hasText: 'Call back' }).first().waitFor()
  // It holds the debtor, and the page says so at once.
  await page.getByText(/^Waits for a task since /).waitFor()
  await page.getByRole('link', { name: 'Call back' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Call back' }).waitFor()
})

test('who only reads there adds nothing', async () => {
  const reader = await signedIn(service, tenant.company_id, {
    company_role: null,
    rights: { [tenant.administration_id]: 'restricted' },
  })
  const page = await open(`${here}/debtors/${debtor_id}`, { as: reader })
  await page.getByRole('listitem').filter({ hasText: 'Prefers to be called.' }).waitFor()
  await page.getByRole('region', { name: 'Write', exact: true }).waitFor({ state: 'detached' })
})

test('a task is taken over and put off by keys, two each once it is chosen', async () => {
  const colleague = await boss.send('POST /console/users', {
    ...{ first_name: 'Ruben', last_name: 'Oosterhout', email_address: 'ruben@example.com', company_role: 'standard' },
  })
  assert.equal(colleague.status, 201, colleague.text)
  const taskOf = () =>
    service.database.db.selectFrom('tasks').selectAll().where('subject', '=', 'Ask for the slip').executeTakeFirst()
  const { id: user_id } = colleague.body as { id: string }
  const task = { subject: 'Ask for the slip', expiry_date: '2026-11-16', assigned_to_user_id: user_id, debtor_id }
  const { administration_id } = tenant
  assert.equal((await boss.send('POST /console/tasks', { administration_id, ...task })).status, 201)
  const made = await taskOf()
  assert.equal(made?.assigned_to_user_name, 'Ruben Oosterhout')

  const page = await open(`${here}/tasks?whose=everybody`, { as: boss })
  const link = page.getByRole('link', { name: 'Ask for the slip' })
  await link.waitFor()
  while (!(await link.evaluate((one) => one === document.activeElement))) await page.keyboard.press('j')
  await page.keyboard.press('a')
  await page
    .locator('[role="menu"]:focus-within')
    .getByRole('menuitem', { name: /Take it over myself/ })
    .waitFor()
  await page.keyboard.press('1')
  await page.getByText(/^1 task is for /).waitFor()
  assert.equal((await taskOf())?.assigned_to_user_id, boss.id)
  await link.focus()
  await page.keyboard.press('z')
  await page.locator('[role="menu"]:focus-within').getByRole('menuitem').nth(2).waitFor()
  await page.keyboard.press('3')
  await page.getByText(/^1 task was put off until /).waitFor()
  assert.ok(((await taskOf())?.expiry_date ?? '') > (made?.expiry_date ?? ''))
  assert.deepEqual(await problemsOf(page, 'tasks'), [])
})
