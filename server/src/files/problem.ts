/** Why bytes could not be taken in, kept or given: all reasons for which a caller can be told something better. */
export type StoreReason = 'too_long' | 'full' | 'unreachable'

export class StoreProblem extends Error {
  readonly reason: StoreReason

  constructor(reason: StoreReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StoreProblem'
    this.reason = reason
  }
}

/** What an operating system says when there is no room for more. */
const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
export const isFull = (code: string): boolean => full.has(code)

/** An error of the disk as a problem of the store, if it is one that an operator can mend. */
export function ofDisk(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  return isFull(code) ? new StoreProblem('full', 'There is no room for more files.', error) : error
}
