import { test } from 'node:test'
import { signedIn } from '../../server/test/visitor.ts'
import { startSite } from './site.ts'

const { service, tenant, boss, open } = await startSite()
const { given } = service
const here = `/administrations/${tenant.administration_id}`
const debtor_id = await given.debtor(tenant, { name: 'Bakery Morning Star' })

test('a note and a task are added to a dossier, and stand in its timeline', async () => {
  const page = await open(`${here}/debtors/${debtor_id}`, { as: boss })
  await page.getByRole('button', { name: 'Write a note' }).click()
  const note = page.getByRole('dialog', { name: 'Write a note' })
  await note.getByRole('button', { name: 'Add' }).click()
  await note.locator('textarea[aria-invalid="true"]:focus').fill('Prefers to be called.')
  await note.getByRole('button', { name: 'Add' }).click()
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
  await page.getByRole('button', { name: 'Write a note' }).waitFor({ state: 'detached' })
})
