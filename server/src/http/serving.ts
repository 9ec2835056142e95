import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Refusal } from '../api/errors.ts'
import type { FileHolder } from '../api/file_links.ts'
import type { Operation } from '../api/operations.ts'
import type { OverloadReason } from '../api/overload.ts'
import type { Principal } from '../api/principal.ts'
import type { Memory } from '../auth/memory.ts'
import type { Principals } from '../auth/principals.ts'
import type { Live } from '../live/follow.ts'
import type { Reading } from '../runtime/reads.ts'
import type { Pressure } from './pressure.ts'
import type { RateLimit } from './rate_limit.ts'
import type { onRequestEnd } from './request_end.ts'

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
    /** Why it was turned away, if it was. */
    turned_away: OverloadReason | null
    /** Whom a refusal was about, for the log. */
    refused: Refusal['about'] | null
    /** How long it took until the answer began, if it is a stream: that one lasts as long as its page. */
    streamed_after_ms: number | null
  }
}

/** `kept`: it is a file now. Otherwise its bytes, which may be others the next time. */
export type MadeFile = 'kept' | { filename: string; bytes: Uint8Array }

/** What is handed out behind a link of the portal, beside the page itself. */
export const portal_papers = ['documents.zip', 'statement.pdf'] as const
export type PortalPaper = (typeof portal_papers)[number]

/** What the HTTP service needs from the rest of the house. */
export type Serving = Reading & {
  principals: Principals
  memory: Memory
  operations: readonly Operation[]
  limit: RateLimit
  pressure: Pressure
  /** Open pages that hear of changes. */
  live: Live
  /** Whether this process is about to leave: then clients shall not send more on the connections they have. */
  leaving: () => boolean
  trust_proxy: string[]
  log: Logger
  /** Makes a file that a row names and nobody has made yet; null where there is nothing to make. */
  makeFile: (holder: FileHolder, row: { administration_id: string; id: string }) => Promise<MadeFile | null>
  /** Makes what is handed out behind a link of the portal, or refuses. */
  portalPaper: (
    wanted: { administration_id: string; family: string; token: string; paper: PortalPaper; language: unknown },
    address: string,
  ) => Promise<{ filename: string; content_type: string; bytes: Readable }>
  /** The page that all addresses of the web interface show; null when it was not built. */
  page: string | null
  /** Looks at requests from before anything else does until after; null when nobody wants to. */
  follow: ((app: FastifyInstance, when: typeof onRequestEnd) => void) | null
  /** Called for every answer: the operation or path pattern, the status and the seconds it took. */
  observe: (route: string, status: number, seconds: number) => void
}
