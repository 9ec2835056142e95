import { sql } from 'kysely'
import type { Change } from '../db/change.ts'
import { saveReply } from '../letters/replies/own_replies.ts'
import { countingText, isLetterStep, ownTexts, saveText } from '../letters/texts/own_texts.ts'
import type { Language } from '../letters/words/letter_words.ts'
import { letter_languages } from '../settings/administration_settings.ts'
import { publishFirst } from './flows/defaults.ts'
import { saveDraft } from './flows/drafts.ts'
import { readFlowVersions } from './flows/read.ts'

/**
 * Gives a new administration the flows and the own texts of another one, as they count now and without their history.
 * Drafts come along. It must be new, because flows that are there already stay.
 */
export async function copyRules(change: Change, from_id: string): Promise<void> {
  await copyFlows(change, from_id)
  await copyLetterTexts(change, from_id)
  await copyReplies(change, from_id)
}

async function copyFlows(change: Change, from_id: string): Promise<void> {
  const versions = (await readFlowVersions(change.db, from_id)).flatMap((flow) => flow.versions)
  const ofState = (wanted: string) => versions.filter(({ state }) => state === wanted).map(({ flow }) => flow)
  await publishFirst(change, ofState('published'))
  for (const flow of ofState('draft')) await saveDraft(change, { code: flow.code, definition: flow, revision: null })
}

const isLanguage = (code: string): code is Language => (letter_languages as readonly string[]).includes(code)

async function copyLetterTexts(change: Change, from_id: string): Promise<void> {
  for (const { step, language_code: language, own } of await ownTexts(change.db, from_id)) {
    if (!own || !isLetterStep(step) || !isLanguage(language)) continue
    const { text } = await countingText(change.db, from_id, { step, language })
    await saveText(change, { step, language }, text)
  }
}

type Reply = { code: string; name: string | null; language: Language; subject: string; body: string }

async function copyReplies(change: Change, from_id: string): Promise<void> {
  const { rows } = await sql<Reply>`
    select code, name, language_code as language, subject, body from reply_texts
    where administration_id = ${from_id}::bigint order by language_code, code`.execute(change.db)
  for (const reply of rows) await saveReply(change, reply)
}
