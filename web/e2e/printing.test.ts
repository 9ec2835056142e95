import assert from 'node:assert/strict'
import { test } from 'node:test'
import { letterRow, performLetter, switchOn } from '../../server/test/given_letters.ts'
import { readPdf } from '../../server/test/read_pdf.ts'
import { until } from '../../server/test/until.ts'
import { signedIn } from '../../server/test/visitor.ts'
import { problemsOf } from './looks.ts'
import { startSite } from './site.ts'

// The day of the browser is that of the machine, so the letters are of today as well.
const { service, tenant, boss, open } = await startSite()
const { given, database } = service
const { db } = database
await switchOn(db, tenant)
const here = `/administrations/${tenant.administration_id}`
const address = { postal_address_street_1: 'Keizersgracht 8', postal_address_postal_code: '1017 AB' }

async function byPost(name: string): Promise<string> {
  const debtor_id = await given.debtor(tenant, { ...address, name })
  const invoice_ids = [await given.invoice(tenant, debtor_id)]
  const letter_id = await performLetter(db, tenant, { invoice_ids, at: new Date(), channel: 'post', queued: true })
  await until('it lies ready', async () => (await letterRow(db, tenant, letter_id)).status === 'underway')
  return letter_id
}

test('letters by post are gathered in a batch, printed from one PDF, and marked as posted', async () => {
  const empty = await open(`${here}/letters?show=to_print`, { as: boss })
  await empty.getByText('No letter waits for the post.').waitFor()
  await empty.getByText('No batches yet.').waitFor()
  assert.deepEqual(await problemsOf(empty, 'nothing to print'), [])
  const letter_ids = [await byPost('Pellhorn Retail B.V.'), await byPost('Tess Stenegard')]
  const page = await open(`${here}/letters`, { as: boss })
  const part = page.getByRole('region', { name: 'To print' })
  await part.getByText('2 letters wait for the post.').waitFor()
  await part.getByRole('button', { name: 'Make a batch' }).click()
  await page.getByText('The batch holds 2 letters.').waitFor()
  await part.getByText('No letter waits for the post.').waitFor()
  const href = await part.getByRole('link', { name: 'Download' }).getAttribute('href')
  const pages = readPdf(Buffer.from(await (await fetch(href ?? '')).arrayBuffer()))
  assert.deepEqual(
    ['Pellhorn Retail B.V.', 'Tess Stenegard'].map((name) => pages.findIndex((one) => one.includes(name))),
    [0, 1],
  )
  assert.deepEqual(await problemsOf(page, 'a batch'), [])
  await part.getByRole('button', { name: 'Mark as posted' }).click()
  const day = page.getByLabel('Day of posting')
  const today = await day.inputValue()
  assert.equal(today, (await letterRow(db, tenant, letter_ids[0] ?? '')).day, 'it is today unless somebody says so')
  await day.fill('2020-01-01')
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Mark as posted' }).click()
  await form.getByText('On this day not every letter of it was written.').waitFor()
  await day.fill(today)
  await form.getByRole('button', { name: 'Mark as posted' }).click()
  await page.getByText('2 letters are marked as posted.').waitFor()
  for (const id of letter_ids) {
    const { status, sent_on } = await letterRow(db, tenant, id)
    assert.deepEqual([status, sent_on], ['sent', today])
  }
  await page.goto(`${service.app.base_url}${here}/letters/${letter_ids[0]}`)
  await page.getByText('Marked as posted by').waitFor()
  await page.goto(`${service.app.base_url}/settings/audit`)
  await page.getByRole('row').filter({ hasText: 'Marked a batch of letters as posted' }).waitFor()
  await page.getByRole('row').filter({ hasText: 'Made a batch of letters to print' }).waitFor()
})

test('on a dark phone in Dutch it can be read, and who only reads has no buttons', async () => {
  await byPost('Holdinova Textiles Ltd')
  const reader = await signedIn(service, tenant.company_id, {
    company_role: null,
    rights: { [tenant.administration_id]: 'restricted' },
  })
  await database.pool.query(`update users set locale = 'nl' where id = any($1)`, [[reader.id, boss.id]])
  const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const
  const page = await open(`${here}/letters`, { as: reader, ...phone })
  const part = page.getByRole('region', { name: 'Te printen' })
  await part.getByText('Er wacht 1 brief op de post.').waitFor()
  assert.equal(await part.getByRole('button', { name: 'Stapel maken' }).count(), 0)
  assert.deepEqual(await problemsOf(page, 'printing on a phone'), [])
  const own = await open(`${here}/outbox?show=print`, { as: boss, ...phone })
  await own.getByRole('button', { name: 'Stapel maken' }).click()
  await own.getByText('In de stapel zit 1 brief.').waitFor()
  assert.deepEqual(await problemsOf(own, 'the outbox on a phone'), [])
})
