import type { Database } from '../../db/connect.ts'
import type { Cache } from '../memory.ts'
import type { Client } from './clients.ts'
import type { Parameters } from './parameters.ts'

type Named = { id: string; name: string }

/** What is known of a token. It is remembered only when it was asked about by itself: replacing is not announced. */
export type IntrospectedToken = {
  by_itself: boolean
  permissions: string[]
  /** Whether it can make an administration and reach that, although there is none yet. */
  may_begin: boolean
  iat: number
  exp: number | null
  company: Named
  administrations: Named[]
}

/** A request of a client that proved who it is. */
export type OAuthRequest = {
  database: Database
  client: Client
  /** What the client proved it with. */
  client_secret: string
  parameters: Parameters
  address: string
  now: Date
  /** Tokens that were asked about before. */
  introspected: Cache<IntrospectedToken | null>
  /** Tells this process that a token may have ended; others hear it from the database. */
  forget: () => void
}
