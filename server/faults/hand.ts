import type { Socket } from 'node:net'
import type { Chance } from '../test/chance.ts'

/** Whom they attack, and what they know of it: the token of some customer, and nothing of anybody else. */
export type Target = {
  port: number
  administration_id: string
  token: string
  task_id: string
  seconds: number
  seed: number
}

/** What one attack has at hand. */
export type Hand = {
  chance: Chance
  target: Target
  open: () => Promise<Socket>
  /** The head of a request that can be found again in the log. */
  head: (line: string, headers?: readonly string[]) => { id: string; text: string }
  /** Notes that the service has read a request for certain. */
  seen: (id: string) => void
  /** Sends a request and takes the answer, if there is one and nobody kills the client meanwhile. */
  exchange: (line: string, headers?: readonly string[], body?: string | Buffer) => Promise<string>
  /** The first that is heard on a connection; empty when it closes, null when nothing comes. */
  listen: (socket: Socket) => Promise<string | null>
  /** Leaves a connection open for a while, whatever was sent on it. */
  hold: (socket: Socket) => void
}
