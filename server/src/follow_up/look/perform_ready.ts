import type { Change } from '../../db/change.ts'
import { addDays } from '../../domain/days.ts'
import { emitMany } from '../../events/emit_many.ts'
import { doActs } from '../perform/acts.ts'
import { writeDeclared } from '../perform/declared.ts'
import { type Reasons, writeLetters } from '../perform/letters.ts'
import { readStanding } from '../read/rules.ts'
import { enqueueLetters } from '../send/send.ts'
import { type Looked, lettersAsking, nextPlace, noteLooked, takeReady } from './agenda.ts'
import { doChores } from './chores.ts'
import { hasWork, heldOutlooks, type Judged, judge } from './judge.ts'
import { afterAll, laterThan, type Portion } from './look.ts'

/** What a portion came to. */
export type Performed = { debtors: number; steps: number; letter_ids: readonly string[] }

/**
 * Does what is due for a portion of debtors: decides by the facts as they are now, under the lock of the
 * administration, and writes all of it in the one transaction. So it is done once, whoever else tries, and a kill
 * leaves all or nothing. Nothing is rendered or sent here.
 */
export async function performReady(change: Change, portion: Portion): Promise<Performed> {
  const { db, administration_id, today, real_now } = change
  const entries = await takeReady(db, administration_id, portion)
  portion.took(entries.map(({ debtor_id }) => debtor_id))
  if (entries.length === 0) return { debtors: 0, steps: 0, letter_ids: [] }
  const standing = await readStanding(db, administration_id, today)
  const sent = { ...standing.sent, asking: await lettersAsking(db, administration_id) }
  const { cap } = standing.admission
  const bounded = !standing.sandbox && cap !== null && sent.today + sent.asking > cap
  const next = bounded ? await nextPlace(db, administration_id, entries) : null
  const judged = await judge(db, { administration_id, today, real_now, standing }, entries, sent, next)
  const reasons = reasonsOf(judged)
  await writeDeclared(change, judged)
  const letters = await writeLetters(
    change,
    judged.flatMap(({ go }) => go),
    reasons,
  )
  const acts = await doActs(change, judged, reasons)
  const chores = await doChores(change, judged)
  const looked = afterAll(entries, judged, (one) => afterPerforming(one, change))
  await noteLooked(db, administration_id, { looked, rules_version: standing.rules_version, real_now })
  if (!standing.sandbox) await enqueueLetters(change, letters.letter_ids)
  await emitMany(change, [...letters.happened, ...acts.happened, ...chores])
  return { debtors: entries.length, steps: letters.steps + acts.steps, letter_ids: letters.letter_ids }
}

/** Why each step is done and by which flow, by its record. */
function reasonsOf(judged: readonly Judged[]): Reasons {
  const outlooks = judged.flatMap(({ decision }) => decision.outlooks)
  return new Map(outlooks.map((outlook) => [`${outlook.family} ${outlook.id}`, outlook]))
}

/** One step can lead to another on the same day, so whoever got something is looked at again. */
function afterPerforming(one: Judged, { today }: Change): Looked {
  const { entry, decision, wait, later } = one
  const outlooks = heldOutlooks(one)
  const putOff = wait.filter(({ hold }) => hold.reason === 'cap' || hold.reason === 'surge').map(({ letter }) => letter)
  if (later.length > 0) return { entry, outlooks, look_on: today, ready: true, letters: [...later, ...putOff] }
  const look_on = hasWork(one) ? today : putOff.length > 0 ? addDays(today, 1) : laterThan(today, decision.look_on)
  return { entry, outlooks, look_on, ready: false, letters: putOff }
}
