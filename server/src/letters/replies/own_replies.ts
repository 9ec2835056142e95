import { type Kysely, sql } from 'kysely'
import { refuse, refuseParameters } from '../../api/errors.ts'
import type { Change } from '../../db/change.ts'
import type { Tables } from '../../db/schema.ts'
import { userOf } from '../../domain/actor.ts'
import type { Language } from '../words/letter_words.ts'
import { house_codes, type ReplyText } from './each_language.ts'
import { house_replies, isHouseCode, replyProblems } from './reply_texts.ts'

/** A text to answer with, as it counts in an administration. Those of the house have no name: pages name them. */
export type CountingReply = ReplyText & { code: string; name: string | null; own: boolean }

type Inside = { db: Kysely<Tables>; administration_id: string }

/** Texts that one administration adds itself, in one language. */
const own_max = 50
/** All of them are filled in whenever somebody writes to a debtor, so they are answers, and no books. */
const length_max = { subject: 200, body: 5_000 } as const

/** All texts in a language: those of the house, or what the administration wrote in their place, and then its own. */
export async function countingReplies({ db, administration_id }: Inside, language: Language): Promise<CountingReply[]> {
  const { rows } = await sql<CountingReply>`
    select code, name, subject, body, true as own from reply_texts
    where administration_id = ${administration_id}::bigint and language_code = ${language}::text
    order by lower(name), code`.execute(db)
  const written = new Map(rows.map((row) => [row.code, row]))
  const of_house = house_codes.map(
    (code) => written.get(code) ?? { code, name: null, ...house_replies[language][code], own: false },
  )
  return [...of_house, ...rows.filter(({ code }) => !isHouseCode(code))]
}

type Saved = ReplyText & { code: string; name: string | null; language: Language }

/** Makes a text count from now on. What is wrong with it is refused, with the place and what must have been meant. */
export async function saveReply(change: Change, { code, name, language, subject, body }: Saved): Promise<void> {
  const { db, administration_id, stamp, actor } = change
  const given = { subject, body }
  for (const part of ['subject', 'body'] as const)
    if (given[part].length > length_max[part])
      refuseParameters([`${part}: must not be longer than ${length_max[part]} characters`])
  const problems = replyProblems(given)
  if (subject.trim() === '') problems.push('subject: is missing')
  if (body.trim() === '') problems.push('body: is missing')
  if (!isHouseCode(code)) {
    if (!name?.trim()) problems.push('name: is missing')
    const known = await countingReplies(change, language)
    if (known.length >= own_max && !known.some((one) => one.code === code))
      problems.push(`name: there must not be more than ${own_max} texts in a language`)
  }
  if (problems.length > 0) refuseParameters(problems)
  await sql`
    insert into reply_texts (administration_id, code, language_code, name, subject, body, written_by_user_id,
                             updated_at)
    values (${administration_id}::bigint, ${code}::text, ${language}::text,
            ${isHouseCode(code) ? null : (name?.trim() ?? null)}::text, ${subject}::text, ${body}::text,
            ${userOf(actor).id}::bigint, ${stamp}::timestamptz)
    on conflict (administration_id, code, language_code) do update set
      name = excluded.name, subject = excluded.subject, body = excluded.body,
      written_by_user_id = excluded.written_by_user_id, updated_at = excluded.updated_at`.execute(db)
}

/** Removes what an administration wrote; in the place of a text of the house, that one counts again. */
export async function removeReply(
  { db, administration_id }: Change,
  { code, language }: Pick<Saved, 'code' | 'language'>,
): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from reply_texts
    where administration_id = ${administration_id}::bigint and code = ${code}::text
      and language_code = ${language}::text`.execute(db)
  if (!numAffectedRows && !isHouseCode(code)) refuse('not_found', 'There is no such text.')
}
