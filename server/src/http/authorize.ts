import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../api/errors.ts'
import { type Asked, asked_names, decide, readAuthorization } from '../auth/oauth/authorize.ts'
import { isObject } from '../domain/is_object.ts'
import type { Query } from '../runtime/reads.ts'
import { takeParameters } from './bodies.ts'
import { checkOrigin, countVisit, readVisit } from './browser.ts'
import { noteError, sendError, toRefusal } from './errors.ts'
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

  room.get(path, { errorHandler: answerOnPages(serving) }, async (request, reply) => {
    protect(reply)
    const { person } = await readVisit(serving, request)
    request.principal = person
    await countVisit(serving, request, person)
    const found = await readAuthorization(serving.database.db, request.query as Query, issuer())
    // Only who has signed in is sent on, or a link to us would lead strangers to wherever somebody registered
    // (RFC 9700, 4.11.2). Whoever signs in on the page is sent on from there.
    if ('redirect_to' in found && person !== null) return reply.redirect(found.redirect_to, 303)
    return sendPage(serving, reply)
  })

  room.post(path, { bodyLimit: 64 * 1024, errorHandler: answerOnPages(serving) }, async (request, reply) => {
    protect(reply)
    const body = isObject(request.body) ? request.body : {}
    const { person, browser } = await readVisit(serving, request)
    request.principal = person
    await countVisit(serving, request, person)
    if (person === null) return lead(request, reply, again(body))
    try {
      checkOrigin(request, browser, body.csrf_token)
    } catch (error) {
      // Most likely somebody else signed in meanwhile, in another tab: then they have to look at it anew.
      if (!isFromOurPage(request)) throw error
      return lead(request, reply, again(body))
    }
    const found = await readAuthorization(serving.database.db, body, issuer())
    if ('redirect_to' in found) return lead(request, reply, found.redirect_to)
    const consent = { decision: textOf(body, 'decision'), ...readChoice(body) }
    const by = { person, issuer: issuer(), address: request.ip, now: serving.now() }
    return lead(request, reply, await decide(serving.database.db, found, consent, by))
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

const wantsPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') === true

/** Whether a script of our page asks, which goes on by itself. */
const isScript = ({ headers }: FastifyRequest): boolean => headers.accept === 'application/json'

const isFromOurPage = (request: FastifyRequest): boolean =>
  request.headers['sec-fetch-site'] === 'same-origin' && (wantsPage(request) || isScript(request))

/**
 * Leads the browser on. A script is told where to: browsers hold a form to the addresses that its page names, also
 * where the other software sends people on to, which nobody knows here.
 */
function lead(request: FastifyRequest, reply: FastifyReply, redirect_to: string): FastifyReply {
  if (!isScript(request)) return reply.redirect(redirect_to, 303)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify({ redirect_to }))
}

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

function sendPage(serving: Serving, reply: FastifyReply): FastifyReply {
  if (serving.page === null) {
    return refuse('service_unavailable', 'The pages of Dunlin are not built; run npm run build -w web.')
  }
  const policy = [
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ]
  reply.header('content-security-policy', policy.join('; ')).type('text/html; charset=utf-8')
  return reply.send(serving.page)
}

/** A person gets a page that says what went wrong, with the same status; a program the refusal itself. */
const answerOnPages =
  (serving: Serving) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    if (!wantsPage(request) || serving.page === null) {
      sendError(error, request, reply)
      return
    }
    const refusal = toRefusal(error)
    noteError(error, refusal, request)
    protect(reply)
    sendPage(serving, reply.code(refusal.status).headers(refusal.headers))
  }
