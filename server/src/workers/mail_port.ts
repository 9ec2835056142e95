/** One who lost the port to nobody tries again within this time, and a worker that ended is replaced in less. */
const usual_patience_ms = 5_000

type Options = { log: (line: string) => void; patience_ms?: number }

/**
 * Of several workers one has the port where mail comes in, and to each other one it looks taken. Only here is seen when
 * none of them has it, so that another program must; that is logged, once until one of ours had it again.
 */
export function watchMailPort({ log, patience_ms = usual_patience_ms }: Options) {
  const problems = new Map<number, string | null>()
  let timer: NodeJS.Timeout | undefined
  let logged = false

  const wanting = (): string | null => {
    const said = [...problems.values()]
    return said.includes(null) ? null : (said[0] ?? null)
  }

  function look(): void {
    if (wanting() === null) {
      clearTimeout(timer)
      timer = undefined
      // Nobody who could have it has said anything yet, or one of ours has it.
      if (problems.size > 0) logged = false
      return
    }
    if (logged || timer) return
    timer = setTimeout(() => {
      timer = undefined
      const problem = wanting()
      if (problem === null) return
      logged = true
      log(problem)
    }, patience_ms).unref()
  }

  return {
    /** What a worker says of the port: why it does not have it, or null when it has. */
    heard: (worker: number, problem: string | null): void => {
      problems.set(worker, problem)
      look()
    },
    gone: (worker: number): void => {
      problems.delete(worker)
      look()
    },
    stop: (): void => clearTimeout(timer),
  }
}
