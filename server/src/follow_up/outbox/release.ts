import { refuse } from '../../api/errors.ts'
import type { Change } from '../../db/change.ts'
import { isLetter, type Step } from '../../domain/steps.ts'
import { touch } from '../../events/touch.ts'
import type { Decision, Letter } from '../decide/decision.ts'
import { decideNow } from './decide_now.ts'
import { refuseStopped } from './next_step.ts'
import { type FollowedRecord, keyOf, outlookOf } from './record.ts'
import { writeDecisions } from './step_decisions.ts'

/** A record that goes with a letter, or with an act such as the opening of a case, and the step that it is for. */
export type Member = FollowedRecord & { step: Step; round: number }

/** What waits of a debtor and is let go or refused as one: a letter, or an act that is none. */
export type Waiting = { key: string; letter: Letter | null; step: Step; members: Member[] }

/** Everything of a debtor that a person can let go now. What was let go already does not wait. */
export function waitingOf(decision: Decision): Waiting[] {
  const letters = decision.letters
    .filter(({ approval }) => approval !== 'given')
    .map((letter) => ({ key: letter.key, letter, step: letter.step, members: membersOf(letter, decision) }))
  return [...letters, ...actsWaiting(decision)]
}

function membersOf({ credit_case_id, step, items }: Letter, decision: Decision): Member[] {
  if (credit_case_id === null) {
    return items.flatMap(({ invoice_id, performs, round }) =>
      performs === null ? [] : [{ family: 'invoices', id: invoice_id, step: performs, round }],
    )
  }
  const record = { family: 'credit_cases', id: credit_case_id } as const
  return [{ ...record, step, round: outlookOf(decision, record)?.round ?? 1 }]
}

/** Openings of cases and hand-overs are no letters, but ask for a person all the same. */
function actsWaiting({ debtor_id, outlooks }: Decision): Waiting[] {
  const found = new Map<string, Waiting>()
  for (const { family, id, step, round, holds } of outlooks) {
    if (step === null || isLetter(step)) continue
    if (holds.length === 0 || holds.some(({ reason }) => reason !== 'approval')) continue
    const key = family === 'invoices' ? `${debtor_id} ${step}` : `${debtor_id} case ${id} ${step}`
    const waiting = found.get(key) ?? { key, letter: null, step, members: [] }
    waiting.members.push({ family, id, step, round })
    found.set(key, waiting)
  }
  return [...found.values()]
}

/** A letter that somebody looked at: its step, and what it was about. Whatever joined it meanwhile stays behind. */
export type SeenLetter = { key: string; step: Step; record_ids: readonly string[] }

export type Release = {
  debtor_ids: readonly string[]
  /** Only this letter, of one debtor, as its reader saw it. */
  letter: SeenLetter | null
}

/**
 * Lets go what waits for some debtors: past approval, cap and surge. The engine decides and renders it again, so that
 * members may leave it, and none join. Returns how many letters were let go, and for whom nothing waited any more. A
 * second call lets nothing go.
 */
export async function release(
  change: Change,
  { debtor_ids, letter }: Release,
): Promise<{ released: number; nothing_waits: string[] }> {
  const ids = [...new Set(debtor_ids)]
  const { standing, decisions } = await decideNow(change, ids)
  if (standing.admission.stopped) refuseStopped()
  const going = ids.map((debtor_id) => {
    const decision = decisions.get(debtor_id) ?? refuse('not_found', `There is no debtor ${debtor_id}.`)
    return { debtor_id, waiting: letter === null ? waitingOf(decision) : asSeen(decision, letter) }
  })
  await writeDecisions(
    change,
    going.flatMap(({ waiting }) =>
      waiting.flatMap(({ key, members }) =>
        members.map((one) => ({
          ...{ ...keyOf(one), kind: 'approve' as const, step: one.step, round: one.round, letter_key: key },
        })),
      ),
    ),
  )
  const [gone, nothing] = [going.filter(({ waiting }) => waiting.length > 0), going.filter(isEmpty)]
  await touch(
    change,
    gone.map(({ debtor_id }) => debtor_id),
  )
  return {
    released: gone.reduce((sum, { waiting }) => sum + waiting.length, 0),
    nothing_waits: nothing.map(({ debtor_id }) => debtor_id),
  }
}

/** What still waits of a letter that was seen. Its key is not enough: a later step may wait under the same one. */
export function asSeen(decision: Decision, { key, step, record_ids }: SeenLetter): Waiting[] {
  return waitingOf(decision)
    .filter((one) => one.key === key && one.step === step)
    .map((one) => ({ ...one, members: one.members.filter(({ id }) => record_ids.includes(id)) }))
    .filter(({ members }) => members.length > 0)
}

const isEmpty = ({ waiting }: { waiting: readonly Waiting[] }): boolean => waiting.length === 0
