import assert from 'node:assert/strict'
import type { NewCredential } from '../src/auth/applications.ts'
import { createCode } from '../src/auth/oauth/codes.ts'
import { createGrant } from '../src/auth/oauth/family.ts'
import { createSystemUser } from '../src/auth/people.ts'
import { permission_names } from '../src/auth/permissions.ts'
import type { Tenant } from './given.ts'
import type { Answer, CallOptions, Service } from './harness.ts'

export type Basic = { client_id: string; client_secret: string }
export type Tokens = { access_token: string; refresh_token: string; scope: string; created_at: number }
export type Connected = { tenant: Tenant; application: NewCredential; grant_id: string }
type Consent = {
  permissions?: string[]
  ip_allow_list?: string[]
  notification_email_addresses?: string[]
  all?: boolean
}
type Fields = { readonly [name: string]: string }

export const redirect_uri = 'https://app.example.com/callback'

/** What a partner does with the service: connect a company, exchange, refresh, ask, end. */
export function partnerOf({ call, given, database }: Service, now: () => Date) {
  /** Everything secret that went over the wire, for the test that looks whether it stayed anywhere. */
  const secrets = new Set<string>()

  function note(answer: Answer): Answer {
    const { access_token, refresh_token } = (answer.body ?? {}) as Partial<Tokens>
    for (const one of [access_token, refresh_token]) if (one) secrets.add(one)
    return answer
  }

  const post = async (path: string, basic: Basic | null, fields: Fields, options: CallOptions = {}): Promise<Answer> =>
    note(
      await call(`POST ${path}`, {
        ...(basic ? { basic } : {}),
        form: new URLSearchParams(fields).toString(),
        ...options,
      }),
    )

  const token = (basic: Basic | null, fields: Fields, options?: CallOptions) =>
    post('/oauth/token', basic, fields, options)
  const exchange = (basic: Basic, code: string, more: Fields = {}) =>
    token(basic, { grant_type: 'authorization_code', code, redirect_uri, ...more })
  const refresh = (basic: Basic, refresh_token: string, more: Fields = {}) =>
    token(basic, { grant_type: 'refresh_token', refresh_token, ...more })
  const introspect = (basic: Basic | null, one: string) => post('/oauth/introspect', basic, { token: one })
  const revoke = (basic: Basic | null, one: string) => post('/oauth/revoke', basic, { token: one })

  /** A company that consented, with the first administration of it or with all. */
  async function connect(consent: Consent = {}) {
    const tenant = await given.tenant()
    const owner = await given.tenant()
    const application = await given.application(owner, consent)
    const user_id = await createSystemUser(database.db, tenant.company_id, 'Consenting user', now())
    const grant_id = await createGrant(database.db, {
      application_id: application.id,
      company_id: tenant.company_id,
      user_id,
      permissions: consent.permissions ?? permission_names,
      administration_ids: consent.all ? null : [tenant.administration_id],
      address: '192.0.2.9',
      now: now(),
    })
    secrets.add(application.client_secret)
    return { tenant, application, grant_id } satisfies Connected
  }

  async function code(grant_id: string, code_challenge: string | null = null): Promise<string> {
    const made = await createCode(database.db, { grant_id, redirect_uri, code_challenge, now: now() })
    secrets.add(made)
    return made
  }

  async function tokens(connected: Connected): Promise<Tokens> {
    return tokensOf(await exchange(connected.application, await code(connected.grant_id)))
  }

  /** What the interface says to a token: 200, 401 or 403. */
  const debtors = async (access_token: string, tenant: Tenant, headers: Record<string, string> = {}) =>
    (await call(`GET /v1/debtors?administration_id=${tenant.administration_id}`, { token: access_token, headers }))
      .status

  return { secrets, post, token, exchange, refresh, introspect, revoke, connect, code, tokens, debtors }
}

export type Partner = ReturnType<typeof partnerOf>

export function tokensOf(answer: Answer): Tokens {
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Tokens
}

/** An error of the standard in the envelope of both, in no cache, and with a challenge only where one belongs. */
export function refused(answer: Answer, status: number, error: string, says?: RegExp): void {
  assert.equal(answer.status, status, answer.text)
  const body = answer.body as { error: string; error_description: string; code: string; message: string }
  assert.deepEqual(Object.keys(body), ['error', 'error_description', 'code', 'message'])
  assert.equal(body.error, error, answer.text)
  assert.equal(body.error_description, body.message)
  assert.match(body.error_description, /^[ !#-[\]-~]+$/, 'the standard allows no other characters')
  if (says) assert.match(body.message, says)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.equal(answer.headers.get('pragma'), 'no-cache')
  assert.equal(answer.headers.has('www-authenticate'), status === 401)
  if (status === 401) assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic realm="/)
}

/** A change behind the back of the service reaches its memory in a moment; this waits for it, a while. */
export async function soon<T>(ask: () => Promise<T>, expected: T): Promise<void> {
  for (const until = Date.now() + 2_000; Date.now() < until; ) if ((await ask()) === expected) return
  assert.equal(await ask(), expected)
}

export const challengeOf = async (verifier: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString('base64url')
