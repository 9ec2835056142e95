import assert from 'node:assert/strict'
import type { Answer, Service } from './harness.ts'
import { redirect_uri, type Tokens, tokensOf } from './oauth.ts'
import type { Visitor } from './visitor.ts'

type Application = { client_id: string; client_secret: string }
type Choice = { permissions: readonly string[]; administrations?: 'all' | readonly string[] }

/** Submits the form of the consent page, as a browser does, and returns the code that comes back. */
export async function codeFor(
  { call }: Pick<Service, 'call'>,
  who: Visitor,
  { client_id }: Application,
  { permissions, administrations = 'all' }: Choice,
): Promise<string> {
  const { csrf_token } = await who.session()
  const form = new URLSearchParams({
    client_id,
    redirect_uri,
    response_type: 'code',
    state: 'xyz',
    decision: 'allow',
    permissions: permissions.join(' '),
    administrations: administrations === 'all' ? 'all' : administrations.join(' '),
    csrf_token,
  }).toString()
  const answer = await call('POST /oauth/authorize', { form, headers: who.headers() })
  assert.equal(answer.status, 303, answer.text)
  return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? assert.fail('there is no code')
}

/** Exchanges a code for tokens. */
export const exchange = ({ call }: Pick<Service, 'call'>, basic: Application, code: string): Promise<Answer> =>
  call('POST /oauth/token', {
    basic,
    form: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri }).toString(),
  })

/** Connects an application in the name of somebody, through consent and exchange. */
export async function connectAs(
  service: Pick<Service, 'call'>,
  who: Visitor,
  application: Application,
  choice: Choice,
): Promise<Tokens> {
  return tokensOf(await exchange(service, application, await codeFor(service, who, application, choice)))
}
