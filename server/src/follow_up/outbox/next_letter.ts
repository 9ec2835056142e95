import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import type { Decision, Letter } from '../decide/decision.ts'
import { recordsOf } from '../outlooks.ts'
import { readStanding } from '../read/rules.ts'
import { decideAgain } from './decide_now.ts'
import { debtorOf, type FollowedRecord, outlookOf } from './record.ts'

type Place = { db: Kysely<Tables>; administration_id: string; today: Day }

/**
 * The letter that comes next for a record, as it will be on its day if nothing happens until then. Null when none
 * comes, or when what holds it has no end that anybody knows.
 */
export async function nextLetter(place: Place, record: FollowedRecord): Promise<Letter | null> {
  const { db, administration_id, today } = place
  const debtor_id = await debtorOf(place, record)
  const standing = await readStanding(db, administration_id, today)
  if (!standing.on) return null
  const decideOn = async (day: Day, rules = standing.rules) =>
    (await decideAgain({ ...place, today: day }, { ...standing, rules }, [debtor_id])).get(debtor_id)
  const letterIn = (decision: Decision | undefined): Letter | null =>
    decision?.letters.find((letter) => recordsOf(letter).includes(`${record.family} ${record.id}`)) ?? null
  const now = await decideOn(today)
  const due = letterIn(now)
  const day = now && outlookOf(now, record)?.day
  // What is due waits for a person at most.
  if (due || !day || day <= today) return due
  const { books_stale_on } = standing.rules
  const stale = books_stale_on !== null && books_stale_on <= today
  // Books that write today are taken to go on writing.
  return letterIn(await decideOn(day, stale ? standing.rules : { ...standing.rules, books_stale_on: null }))
}
