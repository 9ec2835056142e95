import type { Logger } from 'pino'

type Options = {
  log: Logger
  /** Takes note for whoever watches the numbers. */
  count: (origin: NodeJS.UncaughtExceptionOrigin) => void
  /** Ends the process when what is under way is done. Called once. */
  leave: () => void
}

/**
 * Sees what nobody caught. Nobody knows what it left half done, so the process must not go on as if nothing had been;
 * but the others whom it serves have done nothing wrong, and get their answers first.
 */
export function watchUncaught({ log, count, leave }: Options): void {
  let leaving = false
  process.on('uncaughtException', (error, origin) => {
    count(origin)
    log.fatal({ err: error, origin }, 'uncaught')
    if (leaving) return
    leaving = true
    leave()
  })
}
