import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OAuth2Client } from '@badgateway/oauth2-client'
import * as webapi from 'oauth4webapi'
import * as openid from 'openid-client'
import simple from 'simple-oauth2'
import { startBrowser, watchWayBack, wayBack } from './browser.ts'
import { startService } from './harness.ts'
import { type Basic, challengeOf, partnerOf, redirect_uri } from './oauth.ts'
import { givenPerson, test_password } from './visitor.ts'

// Other people's clients, each driven the way its documentation says: what they understand, we speak.

const service = await startService()
const { app, given } = service
const partner = partnerOf(service, () => new Date())
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const state = 'a b&c'
const owner = await given.tenant()
const tenant = await given.tenant()
const person = await givenPerson(service, tenant.company_id)
const browser = await startBrowser()
const context = await browser.newContext({ locale: 'en-GB' })
watchWayBack(context, redirect_uri)
const page = await context.newPage()
page.setDefaultTimeout(60_000)

/** What a person does who comes along such a link: sign in the first time, give all administrations, and allow it. */
async function consentTo(url: string | URL): Promise<URL> {
  await page.goto(String(url))
  const allow = page.getByRole('button', { name: 'Allow' })
  const email = page.getByLabel('Email address')
  await allow.or(email).first().waitFor()
  if (await email.isVisible()) {
    await email.fill(person.email_address)
    await page.getByLabel('Password', { exact: true }).fill(test_password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await allow.waitFor()
  }
  await page.getByLabel('All, also those that come later').check()
  await allow.click()
  return wayBack(page)
}

const codeOf = (back: URL): string => back.searchParams.get('code') ?? assert.fail('nothing came back')

type Pair = { access_token: string; refresh_token?: string | undefined; expires_in?: unknown; scope?: unknown }
type Described = { active: boolean; scope?: string | undefined; exp?: number | undefined }

type Foreign = {
  /** The link that the software sends a person along. */
  authorizeUrl: (scope: string) => string | URL | Promise<string | URL>
  /** With the address at which the person came back. */
  exchange: (back: URL) => Promise<Pair>
  refresh: (pair: Pair) => Promise<Pair>
  machine: (scope: string) => Promise<Pair>
  introspect?: (token: string) => Promise<Described>
  revoke: (token: string) => Promise<void>
  /** What the client says was wrong. */
  error: (thrown: unknown) => unknown
}

async function oauth4webapi({ client_id, client_secret }: Basic): Promise<Foreign> {
  const insecure = { [webapi.allowInsecureRequests]: true }
  const issuer = new URL(app.base_url)
  const found = await webapi.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  const server = await webapi.processDiscoveryResponse(issuer, found)
  const client = { client_id }
  const basic = webapi.ClientSecretBasic(client_secret)
  return {
    authorizeUrl: async (scope) => {
      const code_challenge = await webapi.calculatePKCECodeChallenge(verifier)
      const pkce = { code_challenge, code_challenge_method: 'S256' }
      const asked = { client_id, redirect_uri, response_type: 'code', scope, state, ...pkce }
      return `${server.authorization_endpoint}?${new URLSearchParams(asked)}`
    },
    exchange: async (back) => {
      const valid = webapi.validateAuthResponse(server, client, back, state)
      return webapi.processAuthorizationCodeResponse(
        server,
        client,
        await webapi.authorizationCodeGrantRequest(server, client, basic, valid, redirect_uri, verifier, insecure),
      )
    },
    refresh: async ({ refresh_token = '' }) =>
      webapi.processRefreshTokenResponse(
        server,
        client,
        await webapi.refreshTokenGrantRequest(server, client, basic, refresh_token, insecure),
      ),
    machine: async (scope) =>
      webapi.processClientCredentialsResponse(
        server,
        client,
        await webapi.clientCredentialsGrantRequest(server, client, basic, { scope }, insecure),
      ),
    introspect: async (token) =>
      webapi.processIntrospectionResponse(
        server,
        client,
        await webapi.introspectionRequest(server, client, basic, token, insecure),
      ),
    revoke: async (token) =>
      webapi.processRevocationResponse(await webapi.revocationRequest(server, client, basic, token, insecure)),
    error: (thrown) => (thrown as webapi.ResponseBodyError).error,
  }
}

async function openidClient({ client_id, client_secret }: Basic): Promise<Foreign> {
  const config = await openid.discovery(
    new URL(app.base_url),
    client_id,
    client_secret,
    openid.ClientSecretBasic(client_secret),
    { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
  )
  return {
    authorizeUrl: async (scope) => {
      const code_challenge = await openid.calculatePKCECodeChallenge(verifier)
      const pkce = { code_challenge, code_challenge_method: 'S256' }
      return openid.buildAuthorizationUrl(config, { redirect_uri, scope, state, ...pkce })
    },
    exchange: (back) =>
      openid.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: state }),
    refresh: ({ refresh_token = '' }) => openid.refreshTokenGrant(config, refresh_token),
    machine: (scope) => openid.clientCredentialsGrant(config, { scope }),
    introspect: (token) => openid.tokenIntrospection(config, token),
    revoke: (token) => openid.tokenRevocation(config, token),
    error: (thrown) => (thrown as openid.ResponseBodyError).error,
  }
}

function simpleOauth2({ client_id, client_secret }: Basic, bodyFormat: 'json' | 'form'): Foreign {
  const config = {
    client: { id: client_id, secret: client_secret },
    auth: { tokenHost: app.base_url, tokenPath: '/oauth/token', revokePath: '/oauth/revoke' },
    options: { bodyFormat, authorizationMethod: 'header' as const },
  }
  const client = new simple.AuthorizationCode(config)
  const pairOf = ({ token }: simple.AccessToken): Pair => token as Pair
  return {
    // It passes on whatever else is given, and its types do not know of that.
    authorizeUrl: async (scope) => {
      const pkce = { code_challenge: await challengeOf(verifier), code_challenge_method: 'S256' }
      return client.authorizeURL({ redirect_uri, scope, state, ...pkce } as Parameters<typeof client.authorizeURL>[0])
    },
    exchange: async (back) => {
      const code = codeOf(back)
      return pairOf(
        await client.getToken({ code, redirect_uri, code_verifier: verifier } as simple.AuthorizationTokenConfig),
      )
    },
    refresh: async (pair) => pairOf(await client.createToken({ ...pair }).refresh()),
    machine: async (scope) => pairOf(await new simple.ClientCredentials(config).getToken({ scope })),
    revoke: async (token) => client.createToken({ access_token: token }).revoke('access_token'),
    error: (thrown) => (thrown as { data: { payload: { error: string } } }).data.payload.error,
  }
}

function badgateway(
  { client_id, client_secret }: Basic,
  authenticationMethod: 'client_secret_basic' | undefined,
): Foreign {
  const client = new OAuth2Client({
    server: app.base_url,
    clientId: client_id,
    clientSecret: client_secret,
    ...(authenticationMethod ? { authenticationMethod } : {}),
    discoveryEndpoint: '/.well-known/oauth-authorization-server',
  })
  type Own = { accessToken: string; refreshToken: string | null; expiresAt: number | null }
  const own = (pair: Pair): Own => ({
    accessToken: pair.access_token,
    refreshToken: pair.refresh_token ?? null,
    expiresAt: null,
  })
  const pairOf = ({ accessToken, refreshToken, expiresAt }: Own): Pair => ({
    access_token: accessToken,
    refresh_token: refreshToken ?? undefined,
    expires_in: expiresAt === null ? undefined : Math.round((expiresAt - Date.now()) / 1000),
  })
  return {
    authorizeUrl: (scope) =>
      client.authorizationCode.getAuthorizeUri({
        redirectUri: redirect_uri,
        codeVerifier: verifier,
        scope: scope.split(' '),
        state,
      }),
    exchange: async (back) =>
      pairOf(
        await client.authorizationCode.getTokenFromCodeRedirect(back, {
          redirectUri: redirect_uri,
          codeVerifier: verifier,
          state,
        }),
      ),
    refresh: async (pair) => pairOf(await client.refreshToken(own(pair))),
    machine: async (scope) => pairOf(await client.clientCredentials({ scope: [scope] })),
    introspect: async (token) => client.introspect(own({ access_token: token })),
    revoke: async (token) => client.revoke(own({ access_token: token })),
    error: (thrown) => (thrown as { oauth2Code: string }).oauth2Code,
  }
}

const clients: { readonly [name: string]: (basic: Basic) => Foreign | Promise<Foreign> } = {
  oauth4webapi,
  'openid-client': openidClient,
  'simple-oauth2 with forms': (basic) => simpleOauth2(basic, 'form'),
  'simple-oauth2 with JSON': (basic) => simpleOauth2(basic, 'json'),
  '@badgateway/oauth2-client': (basic) => badgateway(basic, undefined),
  '@badgateway/oauth2-client, encoding everything': (basic) => badgateway(basic, 'client_secret_basic'),
}

for (const [name, make] of Object.entries(clients)) {
  test(`${name} asks a person, exchanges, refreshes, introspects and revokes`, async () => {
    const application = await given.application(owner, { permissions: ['debtors:read', 'tasks:read', 'tasks:write'] })
    const client = await make(application)
    const first = await client.exchange(await consentTo(await client.authorizeUrl('debtors:read tasks:read')))
    assert.ok(first.expires_in === undefined || Math.abs(Number(first.expires_in) - 7200) <= 1)
    assert.equal(await partner.debtors(first.access_token, tenant), 200)
    const second = await client.refresh(first)
    assert.notEqual(second.access_token, first.access_token)
    assert.notEqual(second.refresh_token, first.refresh_token)
    const third = await client.refresh(second)
    assert.equal(await partner.debtors(third.access_token, tenant), 200)
    if (client.introspect) {
      const introspected = await client.introspect(third.access_token)
      assert.equal(introspected.active, true)
      assert.equal(introspected.scope, 'debtors:read tasks:read')
      assert.deepEqual((await client.introspect('nonsense')).active, false)
    }
    await client.revoke(third.access_token)
    assert.equal(await partner.debtors(third.access_token, tenant), 401)
  })

  test(`${name} gets a token for a machine`, async () => {
    const client = await make(await given.machine(tenant))
    const made = await client.machine('debtors:read')
    assert.equal(made.expires_in, undefined)
    assert.equal(made.refresh_token, undefined)
    assert.equal(await partner.debtors(made.access_token, tenant), 200)
    const introspected = await client.introspect?.(made.access_token)
    assert.ok(introspected === undefined || (introspected.active && introspected.exp === undefined))
  })

  test(`${name} understands what was wrong`, async () => {
    const { application } = await partner.connect()
    const client = await make(application)
    const errorOf = async (work: Promise<unknown>): Promise<unknown> =>
      work.then(
        () => assert.fail('it should be refused'),
        (thrown) => client.error(thrown),
      )
    const back = new URL(`${redirect_uri}?${new URLSearchParams({ code: 'nonsense', state, iss: app.base_url })}`)
    assert.equal(await errorOf(client.exchange(back)), 'invalid_grant')
    assert.equal(await errorOf(client.refresh({ access_token: 'x', refresh_token: 'nonsense' })), 'invalid_grant')
    assert.equal(await errorOf(client.machine('debtors:read')), 'unauthorized_client')
  })
}
