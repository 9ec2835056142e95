import type { Database } from '../../db/connect.ts'
import type { Cache } from '../memory.ts'
import type { Client } from './clients.ts'
import type { IntrospectedToken } from './introspect.ts'
import type { Parameters } from './parameters.ts'

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
