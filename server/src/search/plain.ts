/** Text as it is compared: small letters, without accents, with single spaces. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replace(/\s+/g, ' ')
    .trim()

/** So much of a text can be searched by: an entry of an index has its limit, and nobody types more. */
const searched_length = 300

/** What is kept of a text for those who search. */
export const searchable = (text: string): string => plain(text.slice(0, searched_length)).slice(0, searched_length)

/** A number as people type it from memory: without what stands between its digits. */
export const digitsOf = (number: string): string => number.replace(/[\s()./-]/g, '')

/** The pattern of `like` for a text that stands anywhere, whatever signs it is made of. */
export const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The lines of an entry: each text once, and nothing that is empty. */
export const linesOf = (texts: readonly (string | null)[]): string =>
  [...new Set(texts.flatMap((text) => (text === null ? [] : searchable(text) || [])))].join('\n')

/**
 * The amount that a text means, as `1234.50`: written with a point or a comma before cents, with or without marks
 * between thousands and a sign of currency. Null where it is no amount.
 */
export function amountIn(text: string): string | null {
  const bare = text.replace(/[€$£\s]|eur|gbp|usd/gi, '')
  const found = /^-?(?:\d{1,3}(?:[.,']\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(bare)
  if (!found || bare.length > 20) return null
  const [, cents = ''] = found
  const whole = (cents === '' ? bare : bare.slice(0, -cents.length - 1)).replace(/[.,']/g, '')
  return `${whole}.${cents.padEnd(2, '0')}`
}
