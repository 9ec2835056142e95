import { refuse, refuseParameters } from '../../api/errors.ts'
import type { Change } from '../../db/change.ts'
import type { Day } from '../../domain/days.ts'
import type { Step } from '../../domain/steps.ts'
import { emitMany } from '../../events/emit_many.ts'
import type { Decision } from '../decide/decision.ts'
import { pause } from '../hold/pauses.ts'
import { refuseUnknownDebtor } from '../known_debtor.ts'
import { decideNow } from './decide_now.ts'
import { resetRecords, skipSteps } from './next_step.ts'
import { outlookOf, type Steered } from './record.ts'
import { asSeen, type Member, type SeenLetter } from './release.ts'

/** What refusing a letter means for those it is about: leave the step out, wait until a day, or begin again. */
export type Refused = { how: 'skip' } | { how: 'pause'; until: Day } | { how: 'reset'; step: Step }

/** Refuses what waits. Only what waits now can be: a second call finds nothing, and says so. */
export async function refuseWaiting(
  change: Change,
  { debtor_id, letter }: { debtor_id: string; letter: SeenLetter },
  refused: Refused,
): Promise<void> {
  const { standing, decisions } = await decideNow(change, [debtor_id])
  const decision = decisions.get(debtor_id) ?? refuseUnknownDebtor()
  const { members } =
    asSeen(decision, letter)[0] ?? refuse('conflict', 'This does not wait any more. Look again: it was decided anew.')
  if (refused.how === 'pause') return pauseMembers(change, members, refused.until)
  if (refused.how === 'reset') {
    return resetRecords(
      change,
      members.map((one) => ({ ...one, debtor_id })),
      refused.step,
    )
  }
  return skipSteps(
    change,
    members.map((one): Steered => ({ ...one, debtor_id, outlook: steered(decision, one), decision, standing })),
  )
}

function steered(decision: Decision, member: Member): Steered['outlook'] {
  const outlook = outlookOf(decision, member)
  if (!outlook) throw new Error(`There is no outlook for ${member.family} ${member.id}.`)
  return { ...outlook, step: member.step }
}

/** Pauses the invoices or the case of a letter until a day. */
async function pauseMembers(change: Change, members: readonly Member[], until: Day): Promise<void> {
  if (until < change.today) refuseParameters(['until: must not be before today'])
  for (const [family, some] of Map.groupBy(members, (one) => one.family)) {
    const ids = some.map(({ id }) => id)
    const { happened } = await pause(change, family, ids, { kind: 'all', until })
    await emitMany(change, happened)
  }
}
