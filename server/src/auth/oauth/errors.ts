import { type ErrorCode, Refusal } from '../../api/errors.ts'

/** The errors of RFC 6749, each with the code of our own catalogue that says the same. */
const codes = {
  invalid_request: 'bad_request',
  invalid_client: 'unauthorized',
  invalid_grant: 'bad_request',
  invalid_scope: 'bad_request',
  unauthorized_client: 'bad_request',
  unsupported_grant_type: 'bad_request',
  too_many_requests: 'too_many_requests',
  temporarily_unavailable: 'service_unavailable',
  server_error: 'internal_server_error',
} as const satisfies Record<string, ErrorCode>

export type OAuthErrorName = keyof typeof codes

/** A refusal that both kinds of client understand: those of the standard, and those of our interface. */
export class OAuthRefusal extends Refusal {
  readonly error: OAuthErrorName

  /** The sentence is plain ASCII without quotes: the standard allows no more in a description. */
  constructor(error: OAuthErrorName, message: string, options: { code?: ErrorCode; headers?: Headers } = {}) {
    super(options.code ?? codes[error], message, options.headers)
    this.name = 'OAuthRefusal'
    this.error = error
  }
}

type Headers = Record<string, string>

export function refuseOAuth(error: OAuthErrorName, message: string): never {
  throw new OAuthRefusal(error, message)
}

/** A token that may do nothing is not given: whoever holds it could only wonder. */
export const nothing_left = 'No permission is left that a token could have.'

/** Refusals of ours that have a name of their own in the standard. */
const named: { readonly [code in ErrorCode]?: OAuthErrorName } = {
  unauthorized: 'invalid_client',
  too_many_requests: 'too_many_requests',
  service_unavailable: 'temporarily_unavailable',
}

/** The same refusal in the words of the standard; whatever is wrong with a body is an invalid request. */
export function toOAuth(refusal: Refusal): OAuthRefusal {
  if (refusal instanceof OAuthRefusal) return refusal
  const { code, headers } = refusal
  const message = ascii(refusal.message)
  const name = named[code]
  if (name !== undefined) return new OAuthRefusal(name, message, { headers })
  if (refusal.status >= 500) return new OAuthRefusal('server_error', message, { code, headers })
  const kept = code === 'method_not_allowed' || code === 'content_too_large'
  return new OAuthRefusal('invalid_request', message, { ...(kept ? { code } : {}), headers })
}

const ascii = (text: string): string => text.replaceAll(/[^ !#-[\]-~]/g, ' ')
