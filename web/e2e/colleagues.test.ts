import assert from 'node:assert/strict'
import { test } from 'node:test'
import { test_password } from '../../server/test/visitor.ts'
import { sessionOf, signInOn, startSite } from './site.ts'

const { service, tenant, boss, open } = await startSite()
const { given, database } = service
const here = `/administrations/${tenant.administration_id}`

const commentsOf = (task_id: string) =>
  database.db.selectFrom('task_comments').select('content').where('task_id', '=', task_id).execute()

test('the second person to complete a task sees how a colleague completed it, and loses nothing', async () => {
  const task_id = await given.task(tenant, { subject: 'Call back' })
  const page = await open(`${here}/tasks`, { as: boss })
  await page.getByRole('button', { name: 'Complete: Call back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Complete the task' })
  await dialog.getByLabel('Without result').check()
  await dialog.getByLabel('What came of it').fill('Nobody picked up the phone.')
  const first = await boss.send(`PATCH /console/tasks/${task_id}/mark_completed`, {
    administration_id: tenant.administration_id,
    completed_status: 'succeeded',
    completed_status_message: 'Promised to pay on Friday.',
  })
  assert.equal(first.status, 200, first.text)
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await dialog.getByText('It was completed already').waitFor()
  await dialog.getByText('Promised to pay on Friday.').waitFor()
  await dialog.getByText('It worked out').waitFor()
  assert.equal(await page.getByText('Completed: Call back').count(), 0)
  assert.equal(await dialog.getByRole('textbox', { name: 'Add a comment' }).inputValue(), 'Nobody picked up the phone.')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Call back' }).waitFor({ state: 'detached' })
  assert.deepEqual(await commentsOf(task_id), [{ content: 'Nobody picked up the phone.' }])
  const { completed_status_message } = await database.db
    .selectFrom('tasks')
    .select('completed_status_message')
    .where('id', '=', task_id)
    .executeTakeFirstOrThrow()
  assert.equal(completed_status_message, 'Promised to pay on Friday.')
})

for (const [where, signOut] of [
  ['another tab', 'tab'],
  ['another device', 'elsewhere'],
] as const) {
  test(`a session ended on ${where} is reported, and what was typed goes through after signing in`, async () => {
    const task_id = await given.task(tenant, { subject: `Ended on ${where}` })
    const own = await sessionOf(service, boss)
    const page = await open(`${here}/tasks/${task_id}`, { as: own })
    await page.getByLabel('Add a comment').last().fill('They are on holiday.')
    const other = await page.context().newPage()
    if (signOut === 'tab') {
      await other.goto(`${service.app.base_url}/account`)
      await other.getByRole('button', { name: /^Account:/ }).click()
      await other.getByRole('menuitem', { name: 'Sign out' }).click()
      await other.getByRole('heading', { name: 'Know who owes you' }).waitFor()
    } else {
      await own.send('POST /console/sign_out')
    }
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('alert').getByText('Your session has ended. Sign in again').waitFor()
    assert.equal(await page.getByText('You may not do this').count(), 0)
    assert.deepEqual(await commentsOf(task_id), [])
    const [again] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('alert').getByRole('link', { name: 'Sign in' }).click(),
    ])
    await signInOn(again, { ...boss, password: test_password })
    await again.getByRole('button', { name: /^Account:/ }).waitFor()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('listitem').filter({ hasText: 'They are on holiday.' }).waitFor()
    assert.deepEqual(await commentsOf(task_id), [{ content: 'They are on holiday.' }])
    await page.context().close()
  })
}

test('an administration without tasks says that there is nothing yet, and one with done ones that all is done', async () => {
  const fresh = await given.tenant({ company_id: tenant.company_id })
  const path = `/administrations/${fresh.administration_id}/tasks`
  const page = await open(path, { as: boss })
  await page.getByText('No tasks yet.').waitFor()
  await given.task(fresh, { completed_at: '2026-10-01T10:00:00Z', completed_status: 'succeeded' })
  await page.goto(`${service.app.base_url}${path}`)
  await page.getByText('Every task is done.').waitFor()
})

test('a wrong current password is called that', async () => {
  const page = await open('/account', { as: await sessionOf(service, boss) })
  await page.getByLabel('Current password').first().fill('not the right one')
  await page.getByLabel('New password').fill('seven sandpipers at low tide')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('This is not your current password.').waitFor()
})
