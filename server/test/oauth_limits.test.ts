import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, startService } from './harness.ts'
import { type Basic, partnerOf, redirect_uri, refused, type Tokens, tokensOf } from './oauth.ts'
import { signedIn } from './visitor.ts'

// The clock stands still, so that a second has its limit and no more.

const limit = 15
let now = new Date('2026-11-14T09:30:00Z')
const later = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1000)
}
const service = await startService({ now: () => now, rate_limit: limit })
const { call, given } = service
const partner = partnerOf(service, () => now)
const { token, exchange, refresh, connect, code } = partner
const machine_request = { grant_type: 'client_credentials' }
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

const statuses = (answers: readonly Answer[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => String(status))).map(([status, all]) => [
      status,
      all?.length ?? 0,
    ]),
  )
const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

function limited(answer: Answer | undefined): void {
  assert.ok(answer)
  refused(answer, 429, 'too_many_requests')
  assert.equal(answer.headers.get('retry-after'), '1')
  assert.equal(answer.headers.get('ratelimit-limit'), String(limit))
  assert.equal(answer.headers.get('ratelimit-remaining'), '0')
}

test('an application has its limit on the endpoints of OAuth, over all of them', async () => {
  const tenant = await given.tenant()
  const [busy, calm] = [await given.machine(tenant), await given.machine(tenant)]
  const endpoints = ['/oauth/token', '/oauth/introspect', '/oauth/revoke'] as const
  const ask = (basic: Basic, index: number): Promise<Answer> =>
    partner.post(endpoints[index % 3] ?? '', basic, { ...machine_request, token: 'x' }, from(`192.0.2.${index}`))
  const answers = await times(limit + 5, (index) => ask(busy, index))
  assert.deepEqual(statuses(answers), { 200: limit, 429: 5 })
  limited(answers.find(({ status }) => status === 429))
  assert.ok(answers.some(({ headers }) => headers.get('ratelimit-remaining') === '3'))
  assert.equal((await ask(calm, 0)).status, 200)
  later(1)
  assert.equal((await ask(busy, 0)).status, 200)
})

test('a client that is out of breath on the interface can still get its next token', async () => {
  const connected = await connect()
  const { application, tenant } = connected
  const pair = tokensOf(await exchange(application, await code(connected.grant_id)))
  await times(limit + 5, () => partner.debtors(pair.access_token, tenant))
  assert.equal(await partner.debtors(pair.access_token, tenant), 429)
  tokensOf(await refresh(application, pair.refresh_token))
})

test('all tokens of an application, and its own credential, share one limit; static tokens have their own', async () => {
  const connected = await connect()
  const { application, tenant, grant_id } = connected
  const pairs: Tokens[] = []
  for (let count = 0; count < 3; count++) pairs.push(tokensOf(await exchange(application, await code(grant_id))))
  later(1)
  const path = `GET /v1/debtors?administration_id=${tenant.administration_id}`
  const answers = await times(limit, (index) => call(path, { token: pairs[index % 3]?.access_token ?? '' }))
  assert.deepEqual(statuses(answers), { 200: limit })
  for (const { access_token } of pairs) {
    const answer = await call(path, { token: access_token })
    assert.equal(answer.status, 429, answer.text)
    assert.equal((answer.body as { code: string }).code, 'too_many_requests')
    assert.equal(answer.headers.get('retry-after'), '1')
  }
  assert.equal((await call('GET /v1/companies', { basic: application })).status, 429)
  assert.equal((await call(path, { token: await given.token(tenant) })).status, 200)
  const other = await connect()
  const { access_token } = tokensOf(await exchange(other.application, await code(other.grant_id)))
  assert.equal(await partner.debtors(access_token, other.tenant), 200)
})

test('who cannot prove anything is limited by where it comes from, and the right secret gets through', async () => {
  const machine = await given.machine(await given.tenant())
  const stranger = (index: number) =>
    token({ client_id: `nobody${index}`, client_secret: 'x' }, machine_request, from('203.0.113.9'))
  const answers = await times(limit + 5, stranger)
  assert.deepEqual(statuses(answers), { 401: limit, 429: 5 })
  limited(answers.find(({ status }) => status === 429))
  // In the same count: the interface, and those who show nothing at all.
  const basic = { client_id: 'nobody', client_secret: 'x' }
  const companies = await call('GET /v1/companies', { basic, ...from('203.0.113.9') })
  assert.equal(companies.status, 429, companies.text)
  limited(await token(null, machine_request, from('203.0.113.9')))
  tokensOf(await token(machine, machine_request, from('203.0.113.9')))
  refused(await token(basic, machine_request, from('203.0.113.10')), 401, 'invalid_client')
  // One network of IPv6 is one place.
  later(1)
  const wide = await times(limit + 5, (index) => token(basic, machine_request, from(`2001:db8::${index + 1}`)))
  assert.equal(wide.filter(({ status }) => status === 429).length >= 5, true)
})

test('the page of consent is limited for a person, and for an address where nobody signed in', async () => {
  const owner = await given.tenant()
  const { client_id } = await given.application(owner)
  const link = `/oauth/authorize?${new URLSearchParams({ client_id, redirect_uri, response_type: 'code' })}`
  const visits = await times(limit + 5, () => call(`GET ${link}`, from('198.51.100.7')))
  assert.deepEqual(statuses(visits), { 200: limit, 429: 5 })
  const person = await signedIn(service, (await given.tenant()).company_id)
  later(1)
  const headers = person.headers()
  assert.deepEqual(statuses(await times(limit + 5, () => call(`GET ${link}`, { headers }))), { 200: limit, 429: 5 })
  const form = `client_id=${client_id}&decision=allow`
  assert.equal((await call('POST /oauth/authorize', { form, headers })).status, 429)
})

test('43: wrong secrets are slowed down wherever an application shows one, for one client and place', async () => {
  const machine = await given.machine(await given.tenant())
  const wrong = { ...machine, client_secret: 'wrong' }
  const companies = (basic: Basic, address = '192.0.2.7') => call('GET /v1/companies', { basic, ...from(address) })
  later(1)
  for (let count = 0; count < 10; count++) assert.equal((await companies(wrong)).status, 401)
  const slowed = await companies(wrong)
  assert.equal(slowed.status, 429, slowed.text)
  assert.equal((slowed.body as { code: string }).code, 'too_many_requests')
  assert.equal(slowed.headers.get('retry-after'), '60')
  refused(await token(wrong, machine_request, from('192.0.2.7')), 429, 'too_many_requests')
  // The client itself is never kept out, from the same place or another one.
  assert.equal((await companies(machine, '127.0.0.1')).status, 200)
  tokensOf(await token(machine, machine_request, from('192.0.2.7')))
  assert.equal((await companies(wrong, '192.0.2.8')).status, 401)
  assert.equal((await companies({ ...wrong, client_id: 'another' })).status, 401)
  later(60)
  const again = await companies(wrong)
  assert.equal(again.status, 401)
  assert.match(again.headers.get('www-authenticate') ?? '', /^Basic realm="Dunlin"/)
})
