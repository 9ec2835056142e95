import assert from 'node:assert/strict'
import { hash } from '@node-rs/argon2'
import type { Role } from '../src/api/principal.ts'
import { createPerson } from '../src/auth/people.ts'
import type { Answer, Service } from './harness.ts'

export const test_password = 'herring gull at dawn 4'

/** A browser without a screen: it keeps cookies, and sends back the token that protects against forged requests. */
export type Visitor = {
  /** `get('/console/users')` */
  get: (path: string) => Promise<Answer>
  /** `send('POST /console/users', { … })`, with the token of the page as it is by now. */
  send: (line: string, json?: unknown) => Promise<Answer>
  signIn: (credentials: { email_address: string; password?: string; code?: string }) => Promise<Answer>
  session: () => Promise<Record<string, unknown> & { csrf_token: string }>
  cookies: Map<string, string>
  headers: () => Record<string, string>
}

/** Somebody at the door, from an address of their own if one is given. */
export function visitor({ call }: Pick<Service, 'call'>, address?: string): Visitor {
  const cookies = new Map<string, string>()
  const headers = (): Record<string, string> => ({
    ...(address === undefined ? {} : { 'x-forwarded-for': address }),
    ...(cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
  })
  const keep = (answer: Answer): Answer => {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...rest] = line.split('; ')
      const [name = '', value = ''] = pair.split('=')
      if (rest.includes('Max-Age=0') || value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const get = async (path: string): Promise<Answer> => keep(await call(`GET ${path}`, { headers: headers() }))
  const session = async () => {
    const answer = await get('/console/session')
    assert.equal(answer.status, 200, answer.text)
    return answer.body as Record<string, unknown> & { csrf_token: string }
  }
  const send = async (line: string, json: unknown = {}): Promise<Answer> => {
    const { csrf_token } = await session()
    return keep(await call(line, { json, headers: { ...headers(), 'x-csrf-token': csrf_token } }))
  }
  return {
    get,
    send,
    session,
    cookies,
    headers,
    signIn: ({ password = test_password, ...credentials }) =>
      send('POST /console/sign_in', { ...credentials, password }),
  }
}

let counter = 0

/** Signing in is slow on purpose; a hash says itself how slow, and that of somebody who is made for a test is quick. */
const quick_hash = hash(test_password, { memoryCost: 64, timeCost: 1, parallelism: 1 })

/** A person of a company who can sign in. */
export async function givenPerson(
  { database }: Pick<Service, 'database'>,
  company_id: string,
  options: { company_role?: Role | null; email_address?: string; rights?: Record<string, Role> } = {},
): Promise<{ id: string; email_address: string }> {
  const email_address = options.email_address ?? `person${++counter}@example.com`
  const id = await createPerson(database.db, {
    company_id,
    first_name: 'Robin',
    last_name: `Person ${counter}`,
    email_address,
    password: null,
    company_role: options.company_role === undefined ? 'administrator' : options.company_role,
    now: new Date('2026-11-14T09:30:00Z'),
  })
  const chosen = { password_hash: await quick_hash, address_proven: true }
  await database.db.updateTable('users').set(chosen).where('id', '=', id).execute()
  for (const [administration_id, role] of Object.entries(options.rights ?? {})) {
    await database.db.insertInto('user_administrations').values({ user_id: id, administration_id, role }).execute()
  }
  return { id, email_address }
}

/** Somebody of a company who has signed in. */
export async function signedIn(
  service: Service,
  company_id: string,
  options: Parameters<typeof givenPerson>[2] = {},
): Promise<Visitor & { id: string; email_address: string }> {
  const person = await givenPerson(service, company_id, options)
  const own = visitor(service)
  const answer = await own.signIn(person)
  assert.deepEqual(answer.body, { signed_in: true, second_factor: false }, answer.text)
  return { ...own, ...person }
}
