import { attempt, type Retrying } from './attempt.ts'
import { DunlinError, toError } from './errors.ts'

/** An access token, and the refresh token that replaces both. */
export type TokenPair = { access_token: string; refresh_token: string }

export type Credential = { client_id: string; client_secret: string }

/** What came with a token: the permissions that were granted, with spaces between them. */
export type Granted<Tokens> = Tokens & { scope: string }

/** Asks the endpoint of tokens; what must be in its answer is given by name. */
export async function askTokens<Name extends string>(
  base_url: string,
  { client_id, client_secret }: Credential,
  fields: Record<string, string>,
  { names, retrying }: { names: readonly Name[]; retrying: Retrying },
): Promise<{ [Member in Name]: string }> {
  const send = (): Promise<Response> =>
    fetch(`${base_url}/oauth/token`, {
      method: 'POST',
      headers: { accept: 'application/json', authorization: basic({ client_id, client_secret }) },
      body: new URLSearchParams(fields),
    })
  const response = await attempt(send, { ...retrying, signal: undefined })
  const text = await response.text()
  if (!response.ok) throw toError(response, text)
  const members = membersOf(text)
  const found = names.flatMap((name): [Name, string][] => {
    const value = members[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  if (found.length < names.length)
    throw new DunlinError(response, { code: 'unreadable', message: 'The answer holds no tokens.' })
  // Each name was found, with a text.
  return Object.fromEntries(found) as { [Member in Name]: string }
}

function membersOf(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}

export function basic({ client_id, client_secret }: Credential): string {
  const bytes = new TextEncoder().encode(`${client_id}:${client_secret}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}
