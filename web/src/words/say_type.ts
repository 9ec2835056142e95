import type { Words } from './languages.ts'

type Group =
  | 'event'
  | 'type'
  | 'step'
  | 'notification'
  | 'transaction'
  | 'cost'
  | 'task'
  | 'method'
  | 'claim'
  | 'plan'
  | 'hold'
  | 'stage'
  | 'service'
  | 'lift'
  | 'letter_status'
  | 'channel'
  | 'party'
  | 'promise'
  | 'dispute'
  | 'flow_step'
  | 'dry_run_held'
  | 'import_field'
  | 'import_row'

/** The words for a name of the interface. One that is newer than these pages is shown with spaces, and can be read. */
export function sayType(words: Words, group: Group, name: string): string {
  const key = `${group}_${name}`
  return isWord(words, key) ? words[key] : name.replaceAll('_', ' ')
}

/** A flow is known by a code that a company may have chosen itself: one that has no words is shown as it is. */
export function sayFlow(words: Words, code: string): string {
  const key = `flow_${code}`
  return isWord(words, key) ? words[key] : code
}

const isWord = (words: Words, key: string): key is keyof Words & string => Object.hasOwn(words, key)
