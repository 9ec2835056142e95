import { type Kysely, sql } from 'kysely'
import { refuse, refuseParameters } from '../../api/errors.ts'
import type { Change } from '../../db/change.ts'
import { shownMoment } from '../../db/moments.ts'
import type { Tables } from '../../db/schema.ts'
import { type LetterStep, letter_steps } from '../rendering/facts.ts'
import { checkText } from '../rendering/letter.ts'
import type { Language } from '../words/letter_words.ts'
import type { LetterText } from './each_language.ts'
import { default_texts } from './letter_texts.ts'

/** Which text: of a step, in a language. */
export type TextKey = { step: LetterStep; language: Language }

/** The text that counts, and which version of the administration it is; 0 where nobody wrote one. */
export type CountingText = { text: LetterText; version: number; own: boolean }

export const isLetterStep = (step: string): step is LetterStep => (letter_steps as readonly string[]).includes(step)

export const houseText = ({ step, language }: TextKey): LetterText => default_texts[language].steps[step]

type Row = { version: number; subject: string; body: string; house: boolean }

const latestOf = (db: Kysely<Tables>, administration_id: string, { step, language }: TextKey) =>
  db
    .selectFrom('letter_texts')
    .select(['version', 'subject', 'body', 'house'])
    .where('administration_id', '=', administration_id)
    .where('step', '=', step)
    .where('language_code', '=', language)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The text of a step as letters have it now. */
export async function countingText(db: Kysely<Tables>, administration_id: string, key: TextKey): Promise<CountingText> {
  const row = await latestOf(db, administration_id, key)
  return counting(row, key)
}

function counting(row: Row | undefined, key: TextKey): CountingText {
  const house = houseText(key)
  if (!row || row.house) return { text: house, version: row?.version ?? 0, own: false }
  return { text: { title: house.title, subject: row.subject, body: row.body }, version: row.version, own: true }
}

/** Which texts an administration wrote itself, with the version that counts. */
export async function ownTexts(
  db: Kysely<Tables>,
  administration_id: string,
): Promise<{ step: string; language_code: string; version: number; own: boolean }[]> {
  const { rows } = await sql<{ step: string; language_code: string; version: number; own: boolean }>`
    select distinct on (step, language_code) step, language_code, version, not house as own from letter_texts
    where administration_id = ${administration_id}::bigint
    order by step, language_code, version desc`.execute(db)
  return rows
}

export type TextVersion = Row & { created_at: string; written_by: string | null }

/** Every version of a text, the newest first. */
export async function textVersions(
  db: Kysely<Tables>,
  administration_id: string,
  { step, language }: TextKey,
): Promise<TextVersion[]> {
  const { rows } = await sql<TextVersion>`
    select t.version, t.subject, t.body, t.house, ${shownMoment('t.created_at')} as created_at,
           nullif(concat_ws(' ', u.first_name, u.last_name), '') as written_by
    from letter_texts t left join users u on u.id = t.written_by_user_id
    where t.administration_id = ${administration_id}::bigint and t.step = ${step} and t.language_code = ${language}
    order by t.version desc limit 100`.execute(db)
  return rows
}

/**
 * Makes a text count from now on. What is wrong with it is refused, with the place and what must have been meant. A
 * second call with the same text changes nothing. Returns the version.
 */
export async function saveText(
  change: Change,
  key: TextKey,
  { subject, body }: Pick<LetterText, 'subject' | 'body'>,
): Promise<number> {
  const problems = textProblems({ subject, body })
  if (problems.length > 0) refuseParameters(problems)
  const before = await countingText(change.db, change.administration_id, key)
  if (before.own && before.text.subject === subject && before.text.body === body) return before.version
  return insertVersion(change, key, { version: before.version + 1, subject, body, house: false })
}

/** Has the text of the house count again. A second call finds that it does. */
export async function takeBackText(change: Change, key: TextKey): Promise<number> {
  const before = await countingText(change.db, change.administration_id, key)
  if (!before.own) refuse('conflict', 'The text of the house counts already.')
  const { subject, body } = houseText(key)
  return insertVersion(change, key, { version: before.version + 1, subject, body, house: true })
}

async function insertVersion(change: Change, { step, language }: TextKey, row: Row): Promise<number> {
  const { db, administration_id, stamp, actor } = change
  await db
    .insertInto('letter_texts')
    .values({
      ...{ administration_id, step, language_code: language, ...row, created_at: stamp },
      written_by_user_id: actor.kind === 'service' ? null : actor.id,
    })
    .execute()
  return row.version
}

/** What is wrong with a text, as `<part>: <problem>`. */
export function textProblems(text: Pick<LetterText, 'subject' | 'body'>): string[] {
  const empty = (['subject', 'body'] as const).filter((part) => text[part].trim() === '')
  if (empty.length > 0) return empty.map((part) => `${part}: must not be empty`)
  return checkText({ title: '', ...text }).flatMap(({ part, problems }) =>
    problems.map(({ line, problem, meant }) => {
      const place = part === 'body' ? `line ${line}: ` : ''
      return `${part}: ${place}${problem}${meant === null ? '' : `; ${meant} must have been meant`}`
    }),
  )
}
