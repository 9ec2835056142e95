/** What was looked at, how it is, and what to do about it. */
export type Finding = {
  check: Check
  result: 'ok' | 'warning' | 'problem'
  says: string
  /** Absent when there is nothing to do. */
  do?: string
}

export type Check =
  | 'program'
  | 'configuration'
  | 'database'
  | 'rights'
  | 'migrations'
  | 'connections'
  | 'clock'
  | 'jobs'
  | 'replica'
  | 'mail'
  | 'mail_in'
  | 'disk'
  | 'base_url'
  | 'files'
  | 'listening'
  | 'proxy'
  | 'workers'
  | 'traces'
  | 'rates'
  | 'cluster'
  | 'nodes'

export const passed = (check: Check, says: string): Finding => ({ check, result: 'ok', says })
export const warning = (check: Check, says: string, what: string): Finding => ({
  check,
  result: 'warning',
  says,
  do: what,
})
export const problem = (check: Check, says: string, what: string): Finding => ({
  check,
  result: 'problem',
  says,
  do: what,
})

/** The code that an error of the system or the database carries, and its words. */
export function errorOf(error: unknown): { code: string; message: string } {
  const { code = '', cause } = error as { code?: string; cause?: unknown } // Whatever is thrown may carry them.
  const message = error instanceof Error ? error.message : String(error)
  if (code === '' && cause !== undefined) return errorOf(cause)
  // Several addresses were tried: each says why, and the first will do.
  if (error instanceof AggregateError && error.errors[0] !== undefined && message === '')
    return errorOf(error.errors[0])
  return { code, message: message || code }
}

/** What to do about a server whose certificate is refused; undefined when that is not what is wrong. */
export const certificateRemedy = (reason: string, variable: string): string | undefined =>
  /certificate|altname/i.test(reason)
    ? `Give the server a certificate that is valid for the name in ${variable}; if an authority of your own signed it, ` +
      'name the file with its certificate in NODE_EXTRA_CA_CERTS.'
    : undefined
