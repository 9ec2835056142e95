import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { startService } from '../../server/test/harness.ts'
import { partnerOf, redirect_uri } from '../../server/test/oauth.ts'
import { authorizeUrl, clientCredentials, createClient, DunlinError, exchangeCode, makePkce } from './client.ts'

const service = await startService()
const { base_url } = service.app
const partner = partnerOf(service, () => new Date())

test('a code becomes the tokens with which a client goes on', async () => {
  const connected = await partner.connect({ all: true })
  const { client_id, client_secret } = connected.application
  const code = await partner.code(connected.grant_id)
  const exchange = { base_url: `${base_url}/`, client_id, client_secret, code, redirect_uri }
  const { scope, ...tokens } = await exchangeCode(exchange)
  assert.ok(scope.split(' ').includes('debtors:read'))
  const dunlin = createClient({ base_url, oauth: { client_id, client_secret, tokens, store: () => {} } })
  const { data } = await dunlin.administrations.list({})
  assert.deepEqual(
    data.map(({ id }) => id),
    [connected.tenant.administration_id],
  )
  await assert.rejects(exchangeCode(exchange), (error) => error instanceof DunlinError && error.status === 400)
})

test('a code that was asked for with a challenge needs its verifier', async () => {
  const connected = await partner.connect()
  const { client_id, client_secret } = connected.application
  const { code_verifier, code_challenge } = await makePkce()
  assert.equal(createHash('sha256').update(code_verifier).digest('base64url'), code_challenge)
  const code = await partner.code(connected.grant_id, code_challenge)
  const exchange = { base_url, client_id, client_secret, code, redirect_uri }
  await assert.rejects(exchangeCode({ ...exchange, code_verifier: (await makePkce()).code_verifier }), DunlinError)
  const again = { ...exchange, code: await partner.code(connected.grant_id, code_challenge), code_verifier }
  assert.ok((await exchangeCode(again)).refresh_token)
})

test('the address of consent leads to the page that asks for it', async () => {
  const { application } = await partner.connect()
  const { code_challenge } = await makePkce()
  const { client_id } = application
  const address = authorizeUrl({
    base_url,
    client_id,
    redirect_uri,
    state: 'a b&c',
    scope: 'debtors:read',
    code_challenge,
  })
  const answer = await fetch(address, { redirect: 'manual' })
  assert.equal(answer.status, 200, await answer.text())
  assert.equal(new URL(address).searchParams.get('state'), 'a b&c')
})

test('an application of one company gets a token of its own', async () => {
  const tenant = await service.given.tenant()
  const machine = await service.given.machine(tenant, { ip_allow_list: ['127.0.0.1'] })
  const { access_token, scope } = await clientCredentials({ base_url, ...machine, scope: 'debtors:read' })
  assert.equal(scope, 'debtors:read')
  const { administration_id } = tenant
  assert.deepEqual(await createClient({ base_url, token: access_token }).debtors.list({ administration_id }), {
    data: [],
  })
  await assert.rejects(clientCredentials({ base_url, ...machine, client_secret: 'wrong' }), DunlinError)
})
