import { AggregatorRegistry, type Registry } from 'prom-client'

/** The numbers of one process, as its registry returns them. */
export type Values = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/**
 * Adds up the numbers of all workers. What counts upwards never falls when a worker goes: its last known numbers stay
 * in the sum, because whoever reads a counter that fell believes that everything in it happened anew.
 */
export function makeSums() {
  const latest = new Map<number, Values>()
  let gone: Values = []

  return {
    /** Takes note of the numbers of a worker. */
    note: (worker: number, values: Values): void => void latest.set(worker, values),
    /** Keeps what the worker counted, and forgets how it was. */
    leave: async (worker: number): Promise<void> => {
      const values = latest.get(worker) ?? []
      latest.delete(worker)
      gone = await added([gone, values.filter(({ type }) => counts_up.has(String(type)))]).getMetricsAsJSON()
    },
    text: (): Promise<string> => added([...latest.values(), gone]).metrics(),
  }
}

const counts_up: ReadonlySet<string> = new Set(['counter', 'histogram'])

const added = (all: Values[]): Registry => AggregatorRegistry.aggregate(all)
