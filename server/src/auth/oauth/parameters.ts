import { refuseOAuth } from './errors.ts'

/** Reads one parameter of a request; undefined when it is absent or empty, which the standard takes for the same. */
export type Parameters = (name: string) => string | undefined

/**
 * A body as parameters. Each may be there once, also one that nobody asks for, which is ignored otherwise; what came
 * more often is a list. Those that are asked for must be texts.
 */
export function readParameters(body: unknown): Parameters {
  const given = body ?? {}
  if (typeof given !== 'object' || Array.isArray(given)) {
    return refuseOAuth('invalid_request', 'The body must be an object or a form.')
  }
  const members = new Map<string, unknown>(Object.entries(given))
  if ([...members.values()].some(Array.isArray)) return refuseOAuth('invalid_request', 'Send each parameter once.')
  return (name) => {
    const value = members.get(name) ?? ''
    if (typeof value !== 'string') return refuseOAuth('invalid_request', `${name} must be one text.`)
    return value === '' ? undefined : value
  }
}

/** A parameter that cannot be left out. */
export function required(parameters: Parameters, name: string): string {
  return parameters(name) ?? refuseOAuth('invalid_request', `Missing required parameter: ${name}.`)
}

/** What the standard lets a name in a scope consist of; other letters the database may not even take. */
const scope_name = /^[!#-[\]-~]+$/

/** The permissions that are asked for, or null when the request leaves that open. */
export function readScope(parameters: Parameters): string[] | null {
  const names = parameters('scope')?.split(' ').filter(Boolean) ?? []
  if (!names.every((name) => scope_name.test(name))) {
    return refuseOAuth('invalid_scope', 'scope must be names of permissions with spaces between them.')
  }
  return names.length === 0 ? null : [...new Set(names)].sort()
}
