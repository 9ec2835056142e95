import { ConsoleError } from './console_error.ts'

type Read<Data> = { data: Data | undefined; error: Error | null }

/**
 * What a page shows of a question: what was read last stays while it cannot be read anew, with all that somebody types
 * there. Only what is gone, or out of reach by now, is shown no more.
 */
export function lastRead<Data>({ data, error }: Read<Data>): Read<Data> {
  const lasting = error instanceof ConsoleError && (error.code === 'not_found' || error.code === 'forbidden')
  if (error === null || (data !== undefined && !lasting)) return { data, error: null }
  return { data: undefined, error }
}
