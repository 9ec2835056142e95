import { sql } from 'kysely'
import { refuse, refuseParameters } from '../../api/errors.ts'
import type { Change } from '../../db/change.ts'
import type { Day } from '../../domain/days.ts'
import type { Step } from '../../domain/steps.ts'
import type { Decision } from '../decide/decision.ts'
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
  const decision = decisions.get(debtor_id) ?? refuse('not_found', 'There is no such debtor.')
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
async function pauseMembers(
  { db, administration_id, now, today, stamp }: Change,
  members: readonly Member[],
  until: Day,
) {
  if (until < today) refuseParameters(['until: must not be before today'])
  const paused = sql`paused_at = ${now.toISOString()}::timestamptz, paused_until = ${until}::date,
                     updated_at = ${stamp}::timestamptz`
  const ids = (family: Member['family']): string[] => members.filter((one) => one.family === family).map(({ id }) => id)
  await sql`
    update invoices set ${paused}, paused_by_user = true
    where administration_id = ${administration_id}::bigint and id = any(${ids('invoices')}::bigint[])`.execute(db)
  await sql`
    update credit_cases set ${paused}
    where administration_id = ${administration_id}::bigint and id = any(${ids('credit_cases')}::bigint[])`.execute(db)
}
