import type { CaseStage } from '../../api/records.ts'
import { counted, fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'

/** In the order in which a case goes through them. */
export const case_stages = [
  'new',
  'pre_summons',
  'summons_1',
  'summons_2',
  'summons_3',
  'summons_4',
  'notice_of_default',
  'pre_judicial',
  'bailiff',
] as const satisfies CaseStage[]

/** A stage, and for how long a case is in it. */
export function sayStage(stage: CaseStage, days: number, words: Words): string {
  const name = words[`stage_${stage}`]
  if (days === 0) return fill(words.stage_today, { stage: name })
  return fill(counted(days, words.stage_for_one, words.stage_for), { stage: name })
}
