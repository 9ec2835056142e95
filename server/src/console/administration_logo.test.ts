import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { portalDebts } from '../../test/portal_debts.ts'
import { until } from '../../test/until.ts'
import { givenPerson, signedIn, visitor } from '../../test/visitor.ts'

const service = await startService({ now: () => new Date('2026-11-16T09:00:00Z') })
const { given } = service
const tenant = await given.tenant()
const { administration_id } = tenant
const boss = await signedIn(service, tenant.company_id)
const { debt, look } = portalDebts(service, tenant)
const path = `/console/administrations/${administration_id}/logo`

const picture = (bytes = 200): File =>
  new File([Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(bytes)])], 'logo.png')

async function put(by: typeof boss, logo: File): Promise<Response> {
  const form = new FormData()
  form.append('logo', logo)
  const { csrf_token } = (await by.get('/console/session')).body as { csrf_token: string }
  const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return fetch(`${service.app.base_url}${path}`, {
    ...{ method: 'POST', body: form, headers: { cookie, 'x-csrf-token': csrf_token, origin: service.app.base_url } },
  })
}

test('the logo of an administration stands above what its debtors see', async () => {
  const { link } = await debt()
  assert.equal((await look(link)).creditor.logo_url, null)
  const answer = await put(boss, picture())
  assert.equal(answer.status, 200, await answer.text())
  const shown = await fetch(String((await look(link)).creditor.logo_url))
  assert.equal(shown.headers.get('content-type'), 'image/png')
  assert.equal((await put(boss, new File(['<svg onload="alert(1)"/>'], 'logo.png'))).status, 422)
  assert.equal((await put(boss, picture(600 * 1024))).status, 422)
  const person = await givenPerson(service, tenant.company_id, {
    ...{ company_role: null, rights: { [administration_id]: 'standard' } },
  })
  const colleague = visitor(service)
  await colleague.signIn(person)
  assert.equal((await put(colleague as typeof boss, picture())).status, 403)
  assert.equal((await boss.send(`DELETE ${path}`, {})).status, 200)
  assert.equal((await look(link)).creditor.logo_url, null)
})

test('a logo goes out with every mail from then on, and one before it stays with the letters that had it', async () => {
  assert.equal((await put(boss, picture(100))).status, 200)
  const debtor_id = await given.debtor(tenant, { name: 'Bakery', reminder_email_address: 'bakery@example.com' })
  await given.invoice(tenant, debtor_id, { sent_at: '2026-09-01T08:00:00Z' })
  const sent = await boss.send('POST /console/statements', { administration_id, debtor_id })
  assert.equal(sent.status, 200, sent.text)
  const shown = (await boss.get(path)).body as { url: string; cid: string }
  await until('the mail is written', async () => {
    const mail = await service.database.db
      .selectFrom('mails')
      .selectAll()
      .where('kind', '=', 'letter')
      .executeTakeFirst()
    return mail !== undefined && JSON.stringify(mail).includes(`"cid":"${shown.cid}"`)
  })
  const letter = await service.database.db
    .selectFrom('letters')
    .selectAll()
    .where('debtor_id', '=', debtor_id)
    .executeTakeFirst()
  assert.match(letter?.html ?? '', new RegExp(`src="cid:${shown.cid}"`))
  // Another logo is another file: the first is still held by its row, and is not removed as one that nobody uses.
  assert.equal((await put(boss, picture(101))).status, 200)
  assert.notEqual(((await boss.get(path)).body as { cid: string }).cid, shown.cid)
  const logos = service.database.db.selectFrom('administration_logos').select('id')
  assert.equal((await logos.where('administration_id', '=', administration_id).execute()).length, 2)
})
