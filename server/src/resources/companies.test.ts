import assert from 'node:assert/strict'
import { test } from 'node:test'
import { data, nextCursor, startService } from '../../test/harness.ts'

const { call, given } = await startService()
const owner = await given.tenant()
const connected = [await given.tenant(), await given.tenant()]
const left = await given.tenant()
const basic = await given.application(owner)
for (const { company_id } of connected) await given.grant(basic.id, company_id)
await given.grant(basic.id, left.company_id, { revoked: true })

test('an application sees the companies that are connected to it, and no others', async () => {
  const companies = data(await call('GET /v1/companies', { basic }))
  assert.deepEqual(
    companies.map((one) => one.id),
    connected.map((one) => one.company_id),
  )
  assert.deepEqual(Object.keys(companies[0] ?? {}), ['id', 'name', 'status', 'trial', 'trial_ends_on'])
  assert.equal((await call(`GET /v1/companies/${connected[0]?.company_id}`, { basic })).status, 200)
  assert.equal((await call(`GET /v1/companies/${left.company_id}`, { basic })).status, 404)
})

test('companies come in pages, with chosen fields', async () => {
  const fields = encodeURIComponent('{"only":["name"]}')
  const page = await call(`GET /v1/companies?per_page=1&fields=${fields}`, { basic })
  assert.deepEqual(
    data(page).map((one) => Object.keys(one)),
    [['name']],
  )
  assert.equal(nextCursor(page), connected[0]?.company_id)
  const last = await call(`GET /v1/companies?per_page=1&cursor=${nextCursor(page)}`, { basic })
  assert.equal(data(last).length, 1)
  assert.equal(nextCursor(last), null)
})

test('another credential, or a token, is refused with the scheme to use', async () => {
  const token = await given.token(owner)
  for (const attempt of [
    {},
    { token },
    { basic: { ...basic, client_secret: 'wrong' } },
    { basic: { client_id: 'x', client_secret: 'y' } },
  ]) {
    const answer = await call('GET /v1/companies', attempt)
    assert.equal(answer.status, 401)
    assert.equal((answer.body as { code: string }).code, 'unauthorized')
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic realm=/)
  }
})

test('credentials may be form-encoded first, as the standard says', async () => {
  const encoded = [...basic.client_id].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
  assert.equal((await call('GET /v1/companies', { basic: { ...basic, client_id: encoded } })).status, 200)
})

test('an application with an allow list is refused from elsewhere', async () => {
  const guarded = await given.application(owner, { ip_allow_list: ['192.0.2.0/24'] })
  const from = (address: string) =>
    call('GET /v1/companies', { basic: guarded, headers: { 'x-forwarded-for': address } })
  assert.equal((await from('192.0.2.77')).status, 200)
  assert.equal((await from('198.51.100.1')).status, 403)
})
