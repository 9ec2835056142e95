import type { CallOutcome } from '../../api/today.ts'
import { forgetChoice, keepChoice, keptJson } from '../../browser/kept_choice.ts'

/** What somebody typed about a call and has not saved yet, and what came of the call. */
export type KeptNote = { mode: CallOutcome | null; note: string }

const outcomes: readonly CallOutcome[] = ['promise', 'dispute', 'no_answer', 'wrong_number', 'other']
const keyOf = (place: string): string => `dunlin.call.${place}`

/** The note of a call with a debtor that was not saved; what a browser keeps may be from an older page. */
export function readNote(place: string): KeptNote | null {
  const { mode, note }: Partial<Record<keyof KeptNote, unknown>> = keptJson(keyOf(place)) ?? {}
  if (typeof note !== 'string' || note === '') return null
  return { note, mode: outcomes.find((one) => one === mode) ?? null }
}

export function keepNote(place: string, kept: KeptNote): void {
  if (kept.note === '') forgetNote(place)
  else keepChoice(keyOf(place), JSON.stringify(kept))
}

export const forgetNote = (place: string): void => forgetChoice(keyOf(place))
