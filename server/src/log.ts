import pino, { type Logger } from 'pino'

/**
 * The log of the service, on its standard output. Lines go out together, a fifth of a second late at the most: a write
 * for each of them costs as much as a third of a small page. What is left goes out when the process ends.
 */
export const makeLog = (level: string, base: { worker: number } | null): Logger =>
  pino({ level, base, serializers }, pino.destination({ fd: 1, sync: false, minLength: 4096, periodicFlush: 200 }))

/**
 * What a line has of an error beside its name, message and stack. Everything else stays out: there databases repeat the
 * row that they refused, and mail servers to whom a mail was.
 */
const shown = [
  ...['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'position', 'hint'],
  ...['errno', 'syscall', 'address', 'port', 'hostname', 'path', 'statusCode', 'reason'],
]
/** What stays out of what is no error, but was made from one. */
const never_shown: ReadonlySet<string> = new Set(['detail', 'where', 'internalQuery', 'query', 'parameters'])
const depth_max = 5

/** An error as it stands in a line, with what caused it; what is said about it, such as where it happened, stays. */
export function describeError(thrown: unknown, depth = 0): unknown {
  if (typeof thrown !== 'object' || thrown === null || depth > depth_max) return thrown
  if (!(thrown instanceof Error)) {
    const about = Object.entries(thrown).filter(([name]) => name !== 'error' && !never_shown.has(name))
    const error = 'error' in thrown ? describeError(thrown.error, depth + 1) : {}
    return { ...Object.fromEntries(about), ...(typeof error === 'object' ? error : { error }) }
  }
  const { name, message, stack, cause } = thrown
  const members = Object.entries(thrown).filter(
    ([member, value]) => shown.includes(member) && typeof value !== 'object',
  )
  return {
    ...{ type: thrown.constructor.name || name, message, stack },
    ...Object.fromEntries(members),
    ...(cause === undefined ? {} : { cause: describeError(cause, depth + 1) }),
    ...(thrown instanceof AggregateError ? { errors: thrown.errors.map((one) => describeError(one, depth + 1)) } : {}),
  }
}

export const serializers = { err: (thrown: unknown): unknown => describeError(thrown) }
