import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, refuse } from '../api/errors.ts'
import { type Asked, asked_names, decide, readAuthorization } from '../auth/oauth/authorize.ts'
import { isObject } from '../domain/is_object.ts'
import type { Query } from '../runtime/reads.ts'
import { takeParameters } from './bodies.ts'
import { checkOrigin, countVisit, readVisit } from './browser.ts'
import { refuseOtherMethods } from './other_methods.ts'
import type { Serving } from './serving.ts'

const path = '/oauth/authorize'
/** An address that browsers can be sent to. No link that asks for something is nearly as long. */
const here_letters_max = 10_000

/**
 * Where the browser of a person comes from other software, and goes back to it with the answer. Give it a room of its
 * own: bodies are read in another way here.
 */
export function addAuthorize(room: FastifyInstance, serving: Serving): void {
  const issuer = serving.base_url
  takeParameters(room)

  room.get(path, async (request, reply) => {
    protect(reply)
    const wants_page = request.headers.accept?.includes('text/html') === true
    const { person } = await readVisit(serving, request)
    request.principal = person
    await countVisit(serving, request, person)
    try {
      const found = await readAuthorization(serving.database.db, request.query as Query, issuer())
      // Only who has signed in is sent on, or a link to us would lead strangers to wherever somebody registered
      // (RFC 9700, 4.11.2). Whoever signs in on the page is sent on from there.
      if ('redirect_to' in found && person !== null) return reply.redirect(found.redirect_to, 303)
      return sendPage(serving, reply, found.application.redirect_uri)
    } catch (error) {
      // A person gets a page that says so; a program the refusal itself.
      if (!wants_page || !(error instanceof Refusal) || serving.page === null) throw error
      return sendPage(serving, reply.code(error.status), null)
    }
  })

  room.post(path, { bodyLimit: 64 * 1024 }, async (request, reply) => {
    protect(reply)
    const body = isObject(request.body) ? request.body : {}
    const { person, browser } = await readVisit(serving, request)
    request.principal = person
    await countVisit(serving, request, person)
    if (person === null) return reply.redirect(again(body), 303)
    try {
      checkOrigin(request, browser, body.csrf_token)
    } catch (error) {
      // Most likely somebody else signed in meanwhile, in another tab: then they have to look at it anew.
      if (!isFromOurPage(request)) throw error
      return reply.redirect(again(body), 303)
    }
    const found = await readAuthorization(serving.database.db, body, issuer())
    if ('redirect_to' in found) return reply.redirect(found.redirect_to, 303)
    const consent = { decision: textOf(body, 'decision'), ...readChoice(body) }
    const by = { person, issuer: issuer(), address: request.ip, now: serving.now() }
    return reply.redirect(await decide(serving.database.db, found, consent, by), 303)
  })

  refuseOtherMethods(room, path, ['GET', 'POST'])
}

/** The same question once more, for a person who has to sign in, or look at it anew. */
function again(body: Asked): string {
  const pairs = asked_names
    .map((name): [string, string] => [name, textOf(body, name)])
    .filter(([, value]) => value !== '')
  const here = `${path}?${new URLSearchParams(pairs)}`
  if (here.length > here_letters_max) refuse('bad_request', 'The request is too long; begin again where you came from.')
  return here
}

const isFromOurPage = (request: FastifyRequest): boolean =>
  request.headers['sec-fetch-site'] === 'same-origin' && request.headers.accept?.includes('text/html') === true

/** One text; whatever else stands there says nothing. */
function textOf(body: Asked, name: string): string {
  const value = body[name]
  return typeof value === 'string' ? value : ''
}

/** What a person ticked: names and ids, with spaces between them. */
function readChoice(body: Asked): { permissions: string[]; administration_ids: string[] | null } {
  const list = (name: string): string[] => [...new Set(textOf(body, name).split(/\s+/).filter(Boolean))]
  const administrations = list('administrations')
  return {
    permissions: list('permissions'),
    administration_ids: administrations.length === 1 && administrations[0] === 'all' ? null : administrations,
  }
}

/** The page must not be framed or cached, nor its address revealed to sites that it links to. */
function protect(reply: FastifyReply): void {
  reply.headers({
    'cache-control': 'no-store',
    pragma: 'no-cache',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
}

/** Browsers hold a form to the addresses that the page names, redirects included. */
function sendPage(serving: Serving, reply: FastifyReply, redirect_uri: string | null): FastifyReply {
  if (serving.page === null) {
    return refuse('service_unavailable', 'The pages of Dunlin are not built; run npm run build -w web.')
  }
  const target = redirect_uri === null ? '' : ` ${new URL(redirect_uri).origin}`
  const policy = [
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action 'self'${target}`,
  ]
  reply.header('content-security-policy', policy.join('; ')).type('text/html; charset=utf-8')
  return reply.send(serving.page)
}
