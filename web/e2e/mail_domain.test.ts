import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '../../server/src/files/store.ts'
import { makeMailDomain } from '../../server/src/mail/dkim.ts'
import { dkimLine } from '../../server/src/mail/domain_check.ts'
import { startTextServer } from '../../server/test/name_server.ts'
import { startSmtp } from '../../server/test/smtp.ts'
import { problemsOf } from './looks.ts'
import { startSite } from './site.ts'

const texts = new Map<string, string[]>()
const smtp = await startSmtp()
const { service, boss, open } = await startSite({
  smtp_url: smtp.url,
  dns_servers: [await startTextServer(texts)],
})
const { database, data_dir } = service

test('the mail page says which lines the domain lacks, and when they are right', async () => {
  texts.set('example.com', ['v=spf1 +all', 'something else'])
  const page = await open('/settings/mail', { as: boss })
  const part = page.getByRole('region', { name: 'Whether mail from example.com is believed' })
  await part.getByText('Mails are not signed.').waitFor()
  const line = (name: string) => part.getByRole('listitem').filter({ hasText: name })
  await line('SPF').getByText('is not right. Put this line in its place:').waitFor()
  await line('SPF').getByText('Now there: v=spf1 +all').waitFor()
  await line('SPF').getByText('v=spf1 a:127.0.0.1 ~all', { exact: true }).waitFor()
  await line('DMARC').getByText('is missing. Add this line:').waitFor()
  await line('DMARC').getByText('_dmarc.example.com', { exact: true }).waitFor()
  await line('DMARC').getByText('v=DMARC1; p=none; rua=mailto:postmaster@example.com', { exact: true }).waitFor()
  assert.deepEqual(await problemsOf(page, 'a domain without lines'), [])

  const now = new Date()
  const { link_key } = await openStore({ data_dir, files_url: null, now })
  const made = await makeMailDomain(database.db, link_key, { domain: 'example.com', renew: false, now })
  await page.reload()
  await line('DKIM').getByText(dkimLine(made), { exact: true }).waitFor()
  assert.deepEqual(await problemsOf(page, 'a domain with a key'), [])
  texts.set('example.com', ['v=spf1 a:127.0.0.1 ~all'])
  texts.set(`${made.selector}._domainkey.example.com`, [dkimLine(made)])
  texts.set('_dmarc.example.com', ['v=DMARC1; p=quarantine'])
  await page.reload()
  for (const name of ['SPF', 'DKIM', 'DMARC']) await line(name).getByText('is right.').waitFor()
  assert.equal(await part.getByText('v=spf1').count(), 0, 'what is right needs no line')
})
