import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '../../server/src/api/principal.ts'
import { until } from '../../server/test/until.ts'
import { signedIn } from '../../server/test/visitor.ts'
import { problemsOf } from './looks.ts'
import { startSite } from './site.ts'

const { service, tenant, boss, open } = await startSite()
const { administration_id } = tenant
const path = `/administrations/${administration_id}/settings`

async function stored(): Promise<object> {
  const { rows } = await service.database.pool.query('select settings from administrations where id = $1', [
    administration_id,
  ])
  return rows[0].settings
}

test('settings of every kind are changed, kept, and shown again', async () => {
  const page = await open(path, { as: boss })
  await page.getByLabel('Letters a day').fill('40')
  await page.getByLabel('Minimum amount').fill('12,50')
  await page.getByLabel('Opening credit cases').selectOption('The case waits for approval')
  await page.getByRole('form', { name: 'Following up' }).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()

  const sending = page.getByRole('form', { name: 'Sending days and hours' })
  await sending.getByLabel('Saturday').check()
  await sending.getByLabel('Monday').uncheck()
  await sending.getByLabel('Until').fill('09:30')
  await sending.getByLabel('Own free days').fill('2026-12-24\n2026-02-30')
  await sending.getByRole('button', { name: 'Save' }).click()
  await sending.getByText('Each line must be a day like 2026-12-24.').waitFor()
  await sending.getByLabel('Own free days').fill('2026-12-24\n2026-12-31')
  await sending.getByRole('button', { name: 'Save' }).click()
  await sending.getByText('Must be at least an hour after the beginning.').waitFor()
  await sending.getByLabel('Until').fill('12:00')
  await sending.getByRole('button', { name: 'Save' }).click()
  await until('it is kept', async () => 'sending_ends_at' in (await stored()))

  const expected = {
    letters_per_day: 40,
    minimum_amount: '12.50',
    case_opening: 'approval',
    sending_days: ['tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
    sending_ends_at: '12:00',
    own_holidays: ['2026-12-24', '2026-12-31'],
  }
  assert.deepEqual(await stored(), expected)
  await page.reload()
  assert.equal(await page.getByLabel('Letters a day').inputValue(), '40')
  assert.equal(await page.getByLabel('Monday').isChecked(), false)
  assert.equal(await page.getByLabel('Own free days').inputValue(), '2026-12-24\n2026-12-31')
  assert.deepEqual(await problemsOf(page, path), [])
  const audit = await open('/settings/audit', { as: boss })
  await audit
    .getByText(/letters_per_day: 250 → 40/)
    .first()
    .waitFor()
})

test('who may not change a setting reads it, and what they may change they can', async () => {
  const withRole = (role: Role) =>
    signedIn(service, tenant.company_id, { company_role: null, rights: { [administration_id]: role } })
  const page = await open(path, { as: await withRole('standard') })
  assert.equal(await page.getByLabel('Letters a day').isDisabled(), true)
  assert.equal(await page.getByLabel('Stop everything').isEnabled(), true)
  const reader = await open(path, { as: await withRole('restricted') })
  await reader.getByText('Your role lets you read these settings, not change them.').first().waitFor()
  assert.equal(await reader.getByRole('button', { name: 'Save' }).count(), 0)
})

test('who an administration is and where debtors pay are changed, and another open page follows', async () => {
  const page = await open(path, { as: boss })
  const other = await open(path, { as: boss })
  const general = page.getByRole('form', { name: 'General' })
  await general.getByLabel('City', { exact: true }).fill('Harlingen')
  await general.getByLabel('Name for colleagues').fill('Boats of the north')
  await general.getByLabel('Phone number').fill('call me')
  await general.getByRole('button', { name: 'Save' }).click()
  await general.getByText('Must be a phone number like +31 20 123 4567.').waitFor()
  await general.getByLabel('Phone number').fill('+31 517 123456')
  await general.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  // It is the name by which colleagues find it.
  await page.getByText('Boats of the north').first().waitFor()

  const bank = page.getByRole('form', { name: 'Bank account' })
  await bank.getByLabel('IBAN').fill('NL90ABNA0417164300')
  await bank.getByRole('button', { name: 'Save' }).click()
  await bank.getByText('This is not an IBAN.').waitFor()
  await bank.getByLabel('IBAN').fill('nl91abna0417164300')
  await bank.getByLabel('BIC').fill('INGBNL2A')
  await bank.getByRole('button', { name: 'Save' }).click()
  await bank.getByText('This BIC is not of the bank of the IBAN.').waitFor()
  await bank.getByLabel('BIC').fill('')
  await bank.getByRole('button', { name: 'Save' }).click()
  await until('it is written as people read it', async () => {
    return (await bank.getByLabel('IBAN').inputValue()) === 'NL91 ABNA 0417 1643 00'
  })

  const modules = page.getByRole('form', { name: 'Modules' })
  await modules.getByLabel('Credit limits from payment behaviour').check()
  assert.equal(await modules.getByLabel(/^Creditworthiness monitoring/).isChecked(), true)
  await modules.getByRole('button', { name: 'Save' }).click()
  await until('the other page shows all of it', async () => {
    const city = await other.getByRole('form', { name: 'General' }).getByLabel('City', { exact: true }).inputValue()
    const iban = await other.getByLabel('IBAN').inputValue()
    const on = await other.getByLabel(/^Creditworthiness monitoring/).isChecked()
    return city === 'Harlingen' && iban === 'NL91 ABNA 0417 1643 00' && on
  })
  const { rows } = await service.database.pool.query(
    'select bank_account_number, modules, internal_name from administrations where id = $1',
    [administration_id],
  )
  assert.deepEqual(rows[0], {
    bank_account_number: 'NL91ABNA0417164300',
    modules: ['autogenerated_credit_limits', 'credit_monitoring'],
    internal_name: 'Boats of the north',
  })
  assert.deepEqual(await problemsOf(page, path), [])
})

test('the parts stand in the order in which people look for them', async () => {
  const page = await open(path, { as: boss })
  await page.getByRole('form', { name: 'General' }).waitFor()
  assert.deepEqual(await page.getByRole('heading', { level: 2 }).allTextContents(), [
    ...['General', 'Sending days and hours', 'Follow up invoices by itself', 'Following up', 'Modules'],
    ...['Look of portal and letters', 'Logo', 'Bank account', 'Delivery', 'Portal', 'Law and charges'],
    'Arranged elsewhere',
  ])
})

test('a part of the settings is an address: it is gone to, and marked in the list', async () => {
  const page = await open(`${path}#bank`, { as: boss, viewport: { width: 1280, height: 800 } })
  const list = page.getByRole('navigation', { name: 'Parts of the settings' })
  await list.locator('[aria-current="location"]', { hasText: 'Bank account' }).waitFor()
  const box = await page.getByRole('heading', { name: 'Bank account' }).boundingBox()
  assert.ok(box && box.y > 40 && box.y < 300, `it stands at ${box?.y}`)
  await list.getByRole('link', { name: 'Portal', exact: true }).click()
  await list.locator('[aria-current="location"]', { hasText: 'Portal' }).waitFor()
  assert.match(page.url(), /#portal$/)
})

test('settings that are not saved are not left without a question', async () => {
  const page = await open(path, { as: boss })
  await page.getByLabel('Letters a day').fill('77')
  await page.getByRole('link', { name: 'Flows' }).first().click()
  const question = page.getByRole('dialog', { name: 'Go on without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel('Letters a day').inputValue(), '77')
  await page.getByRole('form', { name: 'Following up' }).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('link', { name: 'Flows' }).first().click()
  await page.waitForURL(/\/flows$/)
})
