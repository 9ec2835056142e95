import type { Action } from '../api/actions.ts'
import type { Acting } from '../runtime/act_as.ts'

/** What a verb said of the items that it refused or wondered about, by their keys. */
export type Said = { errors: Map<string, string[]>; warnings: Map<string, string[]> }

/** Performs a verb of the interface on many records; without any there is nothing to do. */
export async function performMany(
  { perform }: Acting,
  action: Action | undefined,
  name: string,
  items: readonly object[],
): Promise<Said> {
  if (items.length === 0) return { errors: new Map(), warnings: new Map() }
  if (action === undefined) throw new Error(`There is no verb for ${name}.`)
  // It is a verb on many records, which answers so.
  const answer = (await perform(action, { body: { [name]: items } })) as {
    [part in keyof Said]?: Record<string, string[]>
  }
  return {
    errors: new Map(Object.entries(answer.errors ?? {})),
    warnings: new Map(Object.entries(answer.warnings ?? {})),
  }
}
