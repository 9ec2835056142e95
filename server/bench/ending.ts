/** What was started and has to be ended, the last one first, whatever happens. */
export type Ending = { add: (end: () => unknown) => void; run: () => Promise<void> }

/** Collects what has to be ended. A signal ends it too, and then the process. */
export function makeEnding(): Ending {
  const ends: (() => unknown)[] = []
  const run = async (): Promise<void> => {
    for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
      try {
        await end()
      } catch (error) {
        console.error(error)
      }
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      console.error(`\n${signal}: stopping.`)
      run().finally(() => process.exit(1))
    })
  }
  return { add: (end) => void ends.push(end), run }
}
