import { isAwayError } from '../../db/away.ts'
import { changeIn } from '../../db/change.ts'
import { serviceActor } from '../../domain/actor.ts'
import type { Portion } from './look.ts'
import { type Performed, performReady } from './perform_ready.ts'
import type { Working } from './working.ts'

/** So many debtors are written to in one transaction, while nobody else writes in the administration. */
const debtors_at_once = 100

/**
 * Does what is due for a portion of debtors. When that fails, it is done for one after the other: something is wrong
 * with one of them, and the others need not wait for it.
 */
export function performOnce(working: Working): Promise<Performed> {
  return perform(working, { limit: debtors_at_once, except: [], took: () => {} }).catch((problem: unknown) => {
    if (isAwayError(problem)) throw problem
    return performEach(working, problem)
  })
}

/** Those who failed stay due, and are tried again. Where nobody can be helped, it is no matter of debtors. */
async function performEach(working: Working, problem: unknown): Promise<Performed> {
  const failed: string[] = []
  const done: Performed[] = []
  while (done.length + failed.length < debtors_at_once) {
    const one = await performNext(working, failed)
    if (one?.debtors === 0) break
    if (one !== null) done.push(one)
  }
  if (done.length === 0) throw problem
  return {
    debtors: done.length,
    steps: done.reduce((sum, { steps }) => sum + steps, 0),
    letter_ids: done.flatMap(({ letter_ids }) => letter_ids),
  }
}

/** Does what is due for the next debtor who is not in `failed`; one with whom that fails is added to them. */
async function performNext(working: Working, failed: string[]): Promise<Performed | null> {
  let taken: readonly string[] = []
  const took = (debtor_ids: readonly string[]): void => {
    taken = debtor_ids
  }
  try {
    return await perform(working, { limit: 1, except: failed, took })
  } catch (error) {
    const [debtor_id] = taken
    if (debtor_id === undefined || isAwayError(error)) throw error
    const { administration_id } = working
    working.log({ error, administration_id, debtor_id }, 'the engine could not do what is due for a debtor')
    failed.push(debtor_id)
    return null
  }
}

async function perform({ db, administration_id, now, performed }: Working, portion: Portion): Promise<Performed> {
  const at = { administration_id, actor: serviceActor('engine'), real_now: now() }
  const done = await changeIn(db, at, (change) => performReady(change, portion))
  performed(done)
  return done
}
