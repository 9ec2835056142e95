import type { Words } from './languages.ts'

type Group = 'event' | 'type' | 'step' | 'notification' | 'transaction' | 'cost' | 'task' | 'method' | 'claim'

/** The words for a name of the interface. One that is newer than these pages is shown with spaces, and can be read. */
export function sayType(words: Words, group: Group, name: string): string {
  const key = `${group}_${name}`
  return isWord(words, key) ? words[key] : name.replaceAll('_', ' ')
}

const isWord = (words: Words, key: string): key is keyof Words & string => Object.hasOwn(words, key)
