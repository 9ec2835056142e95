import type { Hold, Letter } from './decision.ts'
import { compareIds } from './look.ts'

/** How much an administration lets go in a day. */
export type Admission = {
  readonly stopped: boolean
  /** A sandbox sends nothing for real, so that nothing has to be bounded. */
  readonly sandbox: boolean
  /** The most letters a day; null: as many as there are. */
  readonly cap: number | null
  /** Whether a person looked at the surge of today and let it go. */
  readonly surge_released: boolean
}

/** What was sent: letters of today, and of each of the sending days before it, up to twenty. */
export type Sent = {
  readonly today: number
  readonly before: readonly number[]
  /** How many letters ask in the whole administration, when it is asked with a part of them. */
  readonly asking?: number
}

export type Admitted = {
  readonly go: readonly Letter[]
  readonly wait: readonly { readonly letter: Letter; readonly hold: Hold }[]
}

/** So many letters are never a surge. */
const surge_floor = 50

/** More than this a day is so unusual that a person should look: three times the median of the days before. */
export function surgeAbove(before: readonly number[]): number {
  const sorted = [...before].sort((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
  return Math.max(surge_floor, 3 * median)
}

/**
 * Which letters of an administration go today: those that waited longest first, then the larger amounts. What a person
 * let go passes cap and surge. Letters are counted over the whole day, so this is asked with all of them, or in order.
 */
export function admit(letters: readonly Letter[], settings: Admission, sent: Sent): Admitted {
  const go: Letter[] = []
  const wait: { letter: Letter; hold: Hold }[] = []
  const hold = (letter: Letter, reason: Hold['reason'], facts: { [fact: string]: string } = {}): void => {
    wait.push({ letter, hold: { reason, since: null, until: null, ...facts } })
  }
  const asking = [...letters].sort(firstToGo)
  const free = asking.filter(({ approval }) => approval === 'none')
  const most = surgeAbove(sent.before)
  const wanted = sent.today + Math.max(sent.asking ?? 0, free.length)
  const surges = !settings.sandbox && !settings.surge_released && wanted > most
  const cap = settings.sandbox ? null : settings.cap
  let room = cap === null ? Number.POSITIVE_INFINITY : cap - sent.today
  for (const letter of asking) {
    if (settings.stopped) hold(letter, 'stopped')
    else if (letter.approval === 'needed') hold(letter, 'approval')
    else if (letter.approval === 'given') go.push(letter)
    else if (surges) hold(letter, 'surge', { letters: String(wanted), usual: String(most) })
    else if (room < 1) hold(letter, 'cap', { cap: String(cap) })
    else {
      room--
      go.push(letter)
    }
  }
  return { go, wait }
}

/** The place of a letter in the order in which they go. */
export type Place = Pick<Letter, 'due_since' | 'amount' | 'debtor_id'>

/** Day due, then the larger amount, then the debtor with the lower id. */
export function comparePlaces(one: Place, other: Place): number {
  if (one.due_since !== other.due_since) return one.due_since < other.due_since ? -1 : 1
  if (one.amount !== other.amount) return one.amount > other.amount ? -1 : 1
  return compareIds(one.debtor_id, other.debtor_id)
}

export const firstToGo = (one: Letter, other: Letter): number =>
  comparePlaces(one, other) || (one.key < other.key ? -1 : 1)
