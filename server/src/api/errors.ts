/** Every refusal a caller can get: its HTTP status, and what it means for a reader of the documentation. */
export const errors = {
  bad_request: { status: 400, meaning: 'The request cannot be understood, or a `redirect_uri` does not match.' },
  unauthorized: { status: 401, meaning: 'The token or credential is missing, unknown, expired or revoked.' },
  forbidden: { status: 403, meaning: 'The token lacks a permission, the administration, or a listed address.' },
  not_found: { status: 404, meaning: 'There is no such path, or no such record in this administration.' },
  method_not_allowed: { status: 405, meaning: 'The path exists, but not with this method; `Allow` lists which do.' },
  conflict: { status: 409, meaning: 'The record is in another state than the request expects.' },
  gone: { status: 410, meaning: 'What follows the cursor is not kept any more; sync again, and begin without one.' },
  content_too_large: { status: 413, meaning: 'The body is larger than the interface takes.' },
  uri_too_long: { status: 414, meaning: 'The address of the request is too long.' },
  unsupported_media_type: { status: 415, meaning: 'The body is neither JSON nor a form.' },
  unprocessable_entity: {
    status: 422,
    meaning: 'A parameter is missing or malformed; nothing was done. The message is `<parameter>: <problem>`.',
  },
  too_many_requests: { status: 429, meaning: 'The limit of requests was passed; `Retry-After` says when to go on.' },
  request_header_fields_too_large: {
    status: 431,
    meaning: 'The headers, or the address, of the request are too long.',
  },
  internal_server_error: {
    status: 500,
    meaning: 'A fault of ours. It is logged under the `x-request-id` of the answer.',
  },
  service_unavailable: { status: 503, meaning: 'The service cannot answer right now; try again after `Retry-After`.' },
} as const

export type ErrorCode = keyof typeof errors

/** A refusal on its way to the caller. Anything else that is thrown is our own fault, and answers 500. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly headers: Readonly<Record<string, string>>
  /** Whom it is about, for the log alone: a credential that was right, or the account that somebody wanted to enter. */
  about: Readonly<{ caller?: string; account?: string }> = {}

  constructor(code: ErrorCode, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.headers = headers
  }

  get status(): number {
    return errors[this.code].status
  }
}

/** Ends the request with one of the codes above and a sentence that helps the caller. */
export function refuse(code: ErrorCode, message: string, headers?: Record<string, string>): never {
  throw new Refusal(code, message, headers)
}

/** Refuses a request for what is wrong with its parameters, each written as `<parameter>: <problem>`. */
export function refuseParameters(problems: readonly string[]): never {
  throw new Refusal('unprocessable_entity', problems.join(', '))
}
