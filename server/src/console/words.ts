/** The words that several families of the console choose from. */
export const roles = ['administrator', 'standard', 'communication', 'restricted'] as const
export const locales = ['nl', 'de', 'en-GB', 'es', 'fr', 'nl-BE'] as const
export const statuses = ['active', 'implementation', 'inactive', 'deleted', 'unconfirmed'] as const

/** A word from the database, which holds no other ones. */
export function word<const Word extends string>(words: readonly Word[], value: string): Word {
  const found = words.find((one) => one === value)
  if (found === undefined) throw new Error(`${value} is none of ${words.join(', ')}.`)
  return found
}
