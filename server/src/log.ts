import pino, { type Logger } from 'pino'

/**
 * The log of the service, on its standard output. Lines go out together, a fifth of a second late at the most: a write
 * for each of them costs as much as a third of a small page. What is left goes out when the process ends.
 */
export const makeLog = (level: string, base: { worker: number } | null): Logger =>
  pino({ level, base }, pino.destination({ fd: 1, sync: false, minLength: 4096, periodicFlush: 200 }))
