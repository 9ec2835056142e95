import { forgetChoice, keepChoice, keptJson } from '../../browser/kept_choice.ts'

/** Ways to write: to the debtor, for colleagues alone, and what came of a call. */
export type Way = 'mail' | 'note' | 'call'

/** A document of an invoice that goes along. */
export type KeptDocument = { checksum: string; filename: string }

/** What somebody has written and not sent yet. Files of their own computer cannot be kept by a browser. */
export type ComposerDraft = {
  way: Way
  to: string
  subject: string
  body: string
  note: string
  /** The text that was put in last. */
  text_code: string | null
  documents: KeptDocument[]
}

const keyOf = (place: string): string => `dunlin.draft.${place}`

/** What was typed here before, and not sent. What a browser keeps may be from an older page. */
export function readDraft(place: string): Partial<ComposerDraft> {
  const kept = keptJson(keyOf(place))
  return typeof kept === 'object' && kept !== null ? kept : {}
}

export function keepDraft(place: string, draft: ComposerDraft): void {
  keepChoice(keyOf(place), JSON.stringify(draft))
}

export const forgetDraft = (place: string): void => forgetChoice(keyOf(place))
