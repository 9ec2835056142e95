import type { Readable } from 'node:stream'
import type { Incoming } from './incoming.ts'

/** A part of a file, both ends included. */
export type Range = { from: number; to: number }

/**
 * Where the bytes of files lie, under their checksum: on disk, or in a bucket. The same bytes lie there once, whoever
 * brought them; who may have them is decided by the rows of `files`, never by what the store holds.
 */
export type FileStore = {
  /** Takes bytes in, somewhere aside, and returns what they are. Nobody can see them until they are kept. */
  receive: (bytes: AsyncIterable<Uint8Array>, bytes_max: number) => Promise<Incoming>
  /** Keeps what was taken in, for good, or forgets it and throws. The same bytes again change nothing. */
  keep: (incoming: Incoming) => Promise<void>
  /** The bytes, or a part of them; null when they are not there. */
  open: (checksum: string, range?: Range) => Promise<Readable | null>
  /** Forgets bytes for good. Those that are not there are forgotten already. */
  remove: (checksum: string) => Promise<void>
  /**
   * What links to files are signed with. It lies where the files lie, and in a backup with them: whoever can read it
   * can read them anyway, and a copy of the database opens nothing.
   */
  link_key: Buffer
}
