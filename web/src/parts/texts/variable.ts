import type { Words } from '../../words/languages.ts'

/** Something that a text can name; a block stands on a line of its own. */
export type Variable = { name: string; description: string; block: boolean }

/** What a variable stands for, for the reader; one that is newer than these words as the service says it. */
export function sayVariable({ name, description }: Pick<Variable, 'name' | 'description'>, words: Words): string {
  const key = `variable_${name}`
  return Object.hasOwn(words, key) ? String(words[key as keyof Words]) : description
}
