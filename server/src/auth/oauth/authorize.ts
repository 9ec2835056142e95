import { type Kysely, sql } from 'kysely'
import { refuse } from '../../api/errors.ts'
import type { Person } from '../../api/principal.ts'
import type { Tables } from '../../db/schema.ts'
import { refuseUnproven } from '../people.ts'
import { applicationOfSignUp } from '../sign_up.ts'
import { createCode, isChallenge } from './codes.ts'
import { createGrant } from './family.ts'
import { mailAdministrators } from './mail_administrators.ts'

/** The parameters of an authorize link, as they came. */
export type Asked = { readonly [name: string]: unknown }

export const asked_names = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'state',
  'scope',
  'code_challenge',
  'code_challenge_method',
] as const

type Application = {
  id: string
  name: string
  company_name: string
  redirect_uri: string
  permissions: string[]
}

/** What an application asks a person for. Everything in it was checked. */
export type Authorization = {
  application: Application
  permissions: string[]
  state: string | null
  code_challenge: string | null
}

/** The errors that the application may get when the person is sent back to it. */
type Back = 'invalid_request' | 'unsupported_response_type' | 'invalid_scope' | 'access_denied'

/** What is wrong with a link is reported to its application, by sending back a person who has signed in. */
export type RefusedAuthorization = { application: Application; redirect_to: string }

/**
 * Reads an authorize link. As long as the application and the address to go back to are not certain, nothing is sent
 * anywhere: that is refused. After that, errors go back to the application.
 */
export async function readAuthorization(
  db: Kysely<Tables>,
  asked: Asked,
  issuer: string,
): Promise<Authorization | RefusedAuthorization> {
  const application = await findApplication(db, asked)
  const state = stateOf(asked) ?? null
  const authorization = { application, state, permissions: [...application.permissions].sort(), code_challenge: null }
  const broken = checks.find(({ holds }) => !holds(asked, application))
  if (broken) {
    const { error, says } = broken
    return { application, redirect_to: backTo(authorization, issuer, { error, says }) }
  }
  const scope = scopeOf(asked)
  return {
    ...authorization,
    permissions: scope.length > 0 ? scope : authorization.permissions,
    code_challenge: single(asked, 'code_challenge') ?? null,
  }
}

async function findApplication(db: Kysely<Tables>, asked: Asked): Promise<Application> {
  const client_id = single(asked, 'client_id')
  if (!client_id || !/^[!-~]+$/.test(client_id)) {
    return refuse('bad_request', 'client_id: is missing, or given more than once.')
  }
  const { rows } = await sql<Application>`
    select p.id, p.name, o.name as company_name, p.redirect_uri, p.permissions
    from applications p join companies o on o.id = p.company_id
    where p.client_id = ${client_id}::text and p.grant_type = 'authorization_code' and p.deleted_at is null
      and o.status not in ('inactive', 'deleted')`.execute(db)
  const application = rows[0] ?? refuse('bad_request', 'client_id: there is no application of this name to connect.')
  // Letter by letter: whatever else looks like the same address may lead elsewhere.
  if (single(asked, 'redirect_uri') !== application.redirect_uri) {
    return refuse('bad_request', 'redirect_uri: is not the one that is registered for this application.')
  }
  return application
}

/** A state comes back in a header, and what stands between us and browsers takes no long ones. */
const state_bytes_max = 4000

type Check = { holds: (asked: Asked, application: Application) => boolean; error: Back; says: string }

/** What must hold of a link whose application is certain, in the order in which it is asked. */
const checks: readonly Check[] = [
  {
    holds: (asked) => asked_names.every((name) => typeof (asked[name] ?? '') === 'string'),
    error: 'invalid_request',
    says: 'Send each parameter once.',
  },
  {
    holds: (asked) => asked_names.every((name) => isPlain(single(asked, name) ?? '')),
    error: 'invalid_request',
    says: 'A parameter holds half a letter, or a NUL.',
  },
  {
    holds: (asked) => stateOf(asked) === single(asked, 'state'),
    error: 'invalid_request',
    says: `state must not be longer than ${state_bytes_max} letters, as an address has them.`,
  },
  {
    holds: (asked) => single(asked, 'response_type') !== undefined,
    error: 'invalid_request',
    says: 'Missing required parameter: response_type.',
  },
  {
    holds: (asked) => single(asked, 'response_type') === 'code',
    error: 'unsupported_response_type',
    says: 'response_type must be code.',
  },
  {
    holds: (asked) => (single(asked, 'response_mode') ?? 'query') === 'query',
    error: 'invalid_request',
    says: 'response_mode must be query.',
  },
  {
    holds: (asked) => (single(asked, 'code_challenge') === undefined) === (methodOf(asked) === undefined),
    error: 'invalid_request',
    says: 'Send code_challenge and code_challenge_method together.',
  },
  {
    holds: (asked) => (methodOf(asked) ?? 'S256') === 'S256',
    error: 'invalid_request',
    says: 'code_challenge_method must be S256.',
  },
  {
    holds: (asked) => isChallenge(single(asked, 'code_challenge') ?? 'x'.repeat(43)),
    error: 'invalid_request',
    says: 'code_challenge must be 43 letters of base64url.',
  },
  {
    holds: (asked, { permissions }) => scopeOf(asked).every((name) => permissions.includes(name)),
    error: 'invalid_scope',
    says: 'scope has a permission that the application does not ask for.',
  },
]

/** The state, if an address can carry it back. */
function stateOf(asked: Asked): string | undefined {
  const state = single(asked, 'state') ?? ''
  const fits = isPlain(state) && encodeURIComponent(state).length <= state_bytes_max
  return fits && state !== '' ? state : undefined
}

const methodOf = (asked: Asked): string | undefined => single(asked, 'code_challenge_method')

const scopeOf = (asked: Asked): string[] =>
  [...new Set((single(asked, 'scope') ?? '').split(' ').filter(Boolean))].sort()

/** Whether a text can stand in an address and in the database. */
const isPlain = (text: string): boolean => text.isWellFormed() && !text.includes(String.fromCharCode(0))

/** One value; an empty one counts as absent, and so does null, which a form gives for it. */
function single(asked: Asked, name: string): string | undefined {
  const value = asked[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

type Said = { code: string } | { error: Back; says: string }

/** Where the person goes with the answer. `iss` says who answers, so that clients of several servers are not confused. */
function backTo({ application, state }: Pick<Authorization, 'application' | 'state'>, issuer: string, said: Said) {
  const outcome = 'code' in said ? { code: said.code } : { error: said.error, error_description: said.says }
  const pairs = Object.entries({ ...outcome, ...(state === null ? {} : { state }), iss: issuer })
  const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  const { redirect_uri } = application
  return `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${query}`
}

export type Consent = {
  decision: string
  permissions: readonly string[]
  /** Null: all administrations of the company, also those that are yet to come. */
  administration_ids: readonly string[] | null
}

/** Carries out what a person decided, and returns where to send them. */
export async function decide(
  db: Kysely<Tables>,
  authorization: Authorization,
  consent: Consent,
  by: { person: Person; issuer: string; address: string; now: Date },
): Promise<string> {
  const { person, issuer, address, now } = by
  if (consent.decision !== 'allow') {
    return backTo(authorization, issuer, { error: 'access_denied', says: 'The person did not allow it.' })
  }
  checkConsent(authorization, consent, person)
  const { application, code_challenge } = authorization
  if (!(await mayLetIn(db, person, application.id))) refuseUnproven()
  const code = await db.transaction().execute(async (trx) => {
    const grant_id = await createGrant(trx, {
      application_id: application.id,
      company_id: person.company_id,
      user_id: person.user_id,
      permissions: consent.permissions,
      administration_ids: consent.administration_ids,
      address,
      now,
    })
    await mailAdministrators(trx, person, { application, base_url: issuer, address, now })
    return createCode(trx, { grant_id, redirect_uri: application.redirect_uri, code_challenge, now })
  })
  return backTo(authorization, issuer, { code })
}

/** Administrations that a person can let others into. */
export const grantable = (person: Person): string[] =>
  [...person.administrations.values()].filter(({ role }) => role === 'administrator').map(({ id }) => id)

/**
 * Whether a person may let an application in at all. Who has not opened the mail may be anybody who knows the address:
 * until then nobody else gets in than the application that signed them up.
 */
export const mayLetIn = async (db: Kysely<Tables>, person: Person, application_id: string): Promise<boolean> =>
  person.address_proven || (await applicationOfSignUp(db, person.company_id)) === application_id

/** A person gives at most what was asked for, and only what is theirs to give. */
function checkConsent({ permissions }: Authorization, consent: Consent, person: Person): void {
  const { administration_ids } = consent
  if (consent.permissions.length === 0) refuse('bad_request', 'permissions: choose at least one, or deny.')
  if (!consent.permissions.every((name) => permissions.includes(name))) {
    refuse('bad_request', 'permissions: has one that was not asked for.')
  }
  if (administration_ids === null && person.company_role !== 'administrator') {
    refuse('bad_request', 'administrations: only an administrator of the company can give all of them.')
  }
  if (administration_ids === null) return
  const own = new Set(grantable(person))
  if (administration_ids.length === 0) refuse('bad_request', 'administrations: choose at least one, or deny.')
  if (!administration_ids.every((id) => own.has(id))) {
    refuse('bad_request', 'administrations: has one that you are not an administrator of.')
  }
}
