import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailTo } from '../../server/test/mail_client.ts'
import { signedIn } from '../../server/test/visitor.ts'
import { problemsOf } from './looks.ts'
import { startSite } from './site.ts'

const receiver = { host: '127.0.0.1', port: 0, tls: null }
const { service, tenant, boss, open } = await startSite({
  mail_in: { address: 'replies@in.example.com', receiver, imap_url: null },
})
const { administration_id } = tenant
const here = `/administrations/${administration_id}`
const port = service.app.mail_in_port() ?? assert.fail('no port')
await service.given.debtor(tenant, { name: 'Bakery Morning Star', debtor_number: 'D-77' })
const { address } = (await boss.get(`/console${here}/inbox`)).body as { address: string }

async function strangerWrites(subject: string): Promise<void> {
  const attachments = [{ filename: 'proof.txt', content: 'paid' }]
  const mail = { from: 'Ann Stranger <ann@stranger.example>', to: address, subject, text: 'We paid.', attachments }
  assert.match(await mailTo(port, mail), /^250/)
}

test('a message of a stranger waits in the tray, is found its debtor, and stands in that dossier', async () => {
  const page = await open(`${here}/messages`, { as: boss })
  await page.getByText('No messages.').waitFor()
  assert.equal(
    await page.getByRole('region', { name: 'From senders that are not known' }).count(),
    0,
    'an empty tray is not shown',
  )
  await page.getByText(address).waitFor()
  await strangerWrites('About your reminder')
  const tray = page.getByRole('region', { name: 'From senders that are not known' })
  await tray.getByText('ann@stranger.example').waitFor()
  assert.deepEqual(await problemsOf(page, 'the tray'), [])
  await tray.getByRole('link', { name: 'About your reminder' }).click()
  await page.getByRole('heading', { level: 1, name: 'About your reminder' }).waitFor()
  await page.getByLabel(/^Name or number of a debtor/).fill('Bakery')
  await page.getByRole('button', { name: 'Bakery Morning Star (D-77)' }).waitFor()
  assert.deepEqual(await problemsOf(page, 'a message without a debtor'), [])
  await page.getByRole('button', { name: 'Bakery Morning Star (D-77)' }).click()
  await page.getByRole('link', { name: 'Bakery Morning Star' }).first().click()
  await page.getByRole('listitem').filter({ hasText: 'We paid.' }).waitFor()
  await page.goBack()
  await page.goBack()
  await page.getByRole('link', { name: 'About your reminder' }).waitFor()
  await tray.waitFor({ state: 'detached' })
})

test('what is not wanted is thrown away, and who only reads can do neither', async () => {
  await strangerWrites('You have won')
  const reader = await signedIn(service, tenant.company_id, {
    company_role: null,
    rights: { [administration_id]: 'restricted' },
  })
  const theirs = await open(`${here}/messages`, { as: reader })
  await theirs.getByRole('link', { name: 'You have won' }).click()
  await theirs.getByRole('heading', { level: 1, name: 'You have won' }).waitFor()
  assert.equal(await theirs.getByLabel(/^Name or number of a debtor/).count(), 0)
  const page = await open(`${here}/messages`, { as: boss })
  await page.getByRole('link', { name: 'You have won' }).click()
  await page.getByRole('button', { name: 'Throw it away' }).click()
  await page.waitForURL(`**${here}/messages`)
  await page.getByRole('region', { name: 'From senders that are not known' }).waitFor({ state: 'detached' })
})
