import type { ErrorCode } from './generated.ts'

/** What Dunlin answered instead of what was asked for. */
export class DunlinError extends Error {
  /** HTTP status. */
  readonly status: number
  /** Which kind of refusal it is, from docs/errors.md; `unreadable` when the answer was not Dunlin's. */
  readonly code: ErrorCode | 'unreadable'
  /** Under which the service logged the request; name it when you ask for help. */
  readonly request_id: string | null

  constructor(response: Response, { code, message }: { code: DunlinError['code']; message: string }) {
    super(message)
    this.name = 'DunlinError'
    this.status = response.status
    this.code = code
    this.request_id = response.headers.get('x-request-id')
  }
}

/** Reads the envelope of a refusal; something between us and Dunlin may have answered in its place. */
export function toError(response: Response, text: string): DunlinError {
  try {
    const { code, message } = JSON.parse(text)
    // A code that a newer service has is a string all the same.
    if (typeof code === 'string' && typeof message === 'string') {
      return new DunlinError(response, { code: code as ErrorCode, message })
    }
  } catch {
    // Reported below.
  }
  const message = `The answer is ${response.status} ${response.statusText}, without an explanation.`
  return new DunlinError(response, { code: 'unreadable', message })
}
