import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Browser, CookieName } from '../api/context.ts'
import { refuse } from '../api/errors.ts'
import type { Person } from '../api/principal.ts'
import { placeOf } from '../auth/failed_attempts.ts'
import { makeSecret } from '../auth/secrets.ts'
import { csrfToken, findPerson } from '../auth/sessions.ts'
import type { Reading } from '../runtime/reads.ts'
import type { Serving } from './serving.ts'

/** How long a browser keeps each, at the most; the service decides itself how long it is good for. */
const lives_s: Readonly<Record<CookieName, number>> = { session: 30 * 86_400, device: 400 * 86_400 }

/** A browser with a person behind it, or a visitor; `settle` sends what it shall keep. */
export type Visit = { person: Person | null; browser: Browser; settle: (reply: FastifyReply) => void }

/** Reads who is using a browser. A visitor gets a random value, so that the form to sign in is protected as well. */
export async function readVisit(reading: Reading, request: FastifyRequest): Promise<Visit> {
  const secure = reading.base_url().startsWith('https:')
  const name = (cookie: CookieName): string => `${secure ? '__Host-' : ''}dunlin_${cookie}`
  const cookie = (one: CookieName): string | null => {
    const value = request.cookies[name(one)] ?? ''
    return /^[A-Za-z0-9]{20,100}$/.test(value) ? value : null
  }
  const changes = new Map<CookieName, string | null>()
  const known = cookie('session')
  const person = known === null ? null : await findPerson(reading.database.pool, known, reading.now())
  const secret = known ?? makeSecret('session')
  if (known === null) changes.set('session', secret)
  return {
    person,
    browser: {
      user_agent: request.headers['user-agent'] ?? '',
      csrf_token: csrfToken(secret),
      device: cookie('device'),
      keep: (one, value) => changes.set(one, value),
      drop: (one) => changes.set(one, null),
    },
    settle: (reply) => {
      const common = { path: '/', httpOnly: true, sameSite: 'lax' as const, secure }
      for (const [one, value] of changes) {
        if (value === null) reply.clearCookie(name(one), common)
        else reply.setCookie(name(one), value, { ...common, maxAge: lives_s[one] })
      }
    },
  }
}

/** Counts a request of a browser: for the person, or where nobody signed in for the address. */
export const countVisit = async ({ limit }: Pick<Serving, 'limit'>, request: FastifyRequest, person: Person | null) =>
  limit(person?.key ?? `address:${placeOf(request.ip)}`)

/** Refuses what another site made the browser send. */
export function checkOrigin(request: FastifyRequest, { csrf_token }: Browser, sent: unknown): void {
  const site = request.headers['sec-fetch-site']
  const elsewhere = site === 'cross-site' || site === 'same-site'
  if (elsewhere || typeof sent !== 'string' || !same(sent, csrf_token)) {
    refuse('forbidden', 'This page is out of date. Load it again, and repeat what you did.')
  }
}

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
