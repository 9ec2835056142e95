import type { Retrying } from './attempt.ts'
import { askTokens, basic, type Credential, type TokenPair } from './tokens.ts'

/** How an application acts for a company that let it in. */
export type OAuth = Credential & {
  tokens: TokenPair
  /**
   * Stores a new pair, which replaces the one before. It is used only after this is done: when it fails, the call
   * fails, and the pair that is stored is still good for the next attempt.
   */
  store: (tokens: TokenPair) => void | Promise<void>
}

export type Access = {
  /** A static API token, or an access token that is not renewed. */
  token?: string
  /** The credential of an application, for the operations that an application calls by itself. */
  application?: Credential
  /** Tokens that are renewed when they have expired. */
  oauth?: OAuth
}

export type Keyring = {
  /** The Authorization header of a call. */
  header: (name: string, auth: 'Bearer' | 'Basic') => string
  /** A newer one after a refusal of `used`; null where there is none to be had. */
  renewed: (used: string) => Promise<string | null>
}

export function makeKeyring(base_url: string, { token, application, oauth }: Access, retrying: Retrying): Keyring {
  let tokens = oauth?.tokens ?? null
  let renewing: Promise<void> | null = null

  async function renew({ store, ...credential }: OAuth, { refresh_token }: TokenPair): Promise<void> {
    // The service gives the same pair again for a while, so an answer that got lost can be asked for once more.
    const fields = { grant_type: 'refresh_token', refresh_token }
    const names = ['access_token', 'refresh_token'] as const
    const pair = await askTokens(base_url, credential, fields, { names, retrying })
    await store(pair)
    tokens = pair
  }

  return {
    header: (name, auth) => {
      if (auth === 'Basic') {
        const known = application ?? oauth
        if (!known) throw new TypeError(`${name} is called by an application; createClient was given none.`)
        return basic(known)
      }
      const bearer = tokens?.access_token ?? token
      if (bearer === undefined) throw new TypeError(`${name} is called with a token; createClient was given none.`)
      return `Bearer ${bearer}`
    },
    renewed: async (used) => {
      if (!oauth || !tokens || !used.startsWith('Bearer ')) return null
      // Whoever was refused with an older token goes on with the newer one that is there already.
      if (used === `Bearer ${tokens.access_token}`) {
        renewing ??= renew(oauth, tokens).finally(() => {
          renewing = null
        })
        await renewing
      }
      return `Bearer ${tokens.access_token}`
    },
  }
}
