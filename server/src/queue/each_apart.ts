/**
 * Does something for each of a list, one after the other. One that fails keeps none of the others from its turn: it is
 * said when all had theirs.
 */
export async function eachApart<T>(list: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const failed: unknown[] = []
  for (const one of list) await work(one).catch((reason: unknown) => failed.push(reason))
  if (failed.length > 0) throw failed[0]
}
