import { askTokens, type Credential, type Granted, type TokenPair } from './tokens.ts'

type ServiceAddress = {
  /** Where Dunlin runs, such as `https://dunlin.example.com`. */
  base_url: string
}

/** The secret of one consent (RFC 7636): keep the verifier where the person will come back, and send the challenge. */
export type Pkce = { code_verifier: string; code_challenge: string }

/** The address to send a person to, who comes back to `redirect_uri` with `code` and `state`, or with `error`. */
export function authorizeUrl(
  authorization: ServiceAddress & {
    client_id: string
    /** Exactly the one that is registered. */
    redirect_uri: string
    /** Comes back unchanged: compare it. */
    state: string
    /** Permissions with spaces between them; all of the application unless given. */
    scope?: string
    code_challenge?: string
  },
): string {
  const { base_url, client_id, redirect_uri, state, scope, code_challenge } = authorization
  const query = new URLSearchParams({ client_id, redirect_uri, response_type: 'code', state })
  if (scope !== undefined) query.set('scope', scope)
  if (code_challenge !== undefined) {
    query.set('code_challenge', code_challenge)
    query.set('code_challenge_method', 'S256')
  }
  return `${placeOf(base_url)}/oauth/authorize?${query}`
}

export async function makePkce(): Promise<Pkce> {
  const code_verifier = inUrl(crypto.getRandomValues(new Uint8Array(32)))
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code_verifier))
  return { code_verifier, code_challenge: inUrl(new Uint8Array(hash)) }
}

/** Exchanges the code that a person came back with for the first pair of tokens. A code is good once. */
export function exchangeCode(
  exchange: ServiceAddress & Credential & { code: string; redirect_uri: string; code_verifier?: string },
): Promise<Granted<TokenPair>> {
  const { code, redirect_uri, code_verifier } = exchange
  const fields = { grant_type: 'authorization_code', code, redirect_uri }
  const names = ['access_token', 'refresh_token', 'scope'] as const
  const whole = code_verifier === undefined ? fields : { ...fields, code_verifier }
  return askTokens(placeOf(exchange.base_url), exchange, whole, { names, retrying })
}

/** A token for an application that works for its own company. It never expires, so one is enough: store it. */
export function clientCredentials(
  credentials: ServiceAddress & Credential & { scope?: string },
): Promise<Granted<{ access_token: string }>> {
  const { scope } = credentials
  const fields = { grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) }
  return askTokens(placeOf(credentials.base_url), credentials, fields, { names: ['access_token', 'scope'], retrying })
}

const retrying = { retries: 5, wait_ms_max: 30_000 }

const placeOf = (base_url: string): string => base_url.replace(/\/+$/, '')

const inUrl = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
