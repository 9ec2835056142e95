import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import { decide } from '../decide/decide.ts'
import type { Decision } from '../decide/decision.ts'
import { readFacts } from '../read/facts.ts'
import { readStanding, type Standing } from '../read/rules.ts'

type Place = { db: Kysely<Tables>; administration_id: string; today: Day }

/** What is decided about some debtors at this moment, as the engine would. Who is not there is left out. */
export async function decideNow(
  place: Place,
  debtor_ids: readonly string[],
): Promise<{ standing: Standing; decisions: Map<string, Decision> }> {
  const { db, administration_id, today } = place
  const standing = await readStanding(db, administration_id, today)
  return { standing, decisions: await decideAgain(place, standing, debtor_ids) }
}

/** The same once more after facts changed, by rules that were read before. */
export async function decideAgain(
  { db, administration_id, today }: Place,
  { timezone, common, rules }: Standing,
  debtor_ids: readonly string[],
): Promise<Map<string, Decision>> {
  const facts = await readFacts(db, { administration_id, debtor_ids, timezone, today }, common)
  return new Map(facts.map((one) => [one.id, decide(one, rules, today)]))
}
