import type { Administration } from '../api/types.ts'
import { keepChoice, keptChoice } from '../browser/kept_choice.ts'

const storage_key = 'dunlin.administration'

/** The administration that was open last on this browser, if it is still within reach; else the first that is real. */
export function lastAdministration(administrations: readonly Administration[]): Administration | null {
  const kept = keptChoice(storage_key)
  const [first] = administrations.filter(({ sandbox }) => !sandbox)
  return administrations.find(({ id }) => id === kept) ?? first ?? administrations[0] ?? null
}

export const rememberAdministration = (id: string): void => keepChoice(storage_key, id)
