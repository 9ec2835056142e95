import { keystrokes } from './nearest.ts'

/**
 * The word of a list that somebody must have meant, or null. It is that word in another case, with other separators, in
 * the singular or plural, or with a letter or two wrong, swapped, doubled or missing. Whoever means another word is not
 * corrected: words are compared part by part, so that `administrations` is no slip of `administration_id`.
 */
export function intendedWord(typed: string, words: readonly string[]): string | null {
  if (typed.length > 60) return null
  const written = partsOf(typed.replace(/\[\d*\]$/, ''))
  let best: string | null = null
  let least = Number.POSITIVE_INFINITY
  for (const word of words) {
    const strokes = slips(written, partsOf(word))
    if (strokes !== null && strokes < least) {
      best = word
      least = strokes
    }
  }
  return best
}

const partsOf = (word: string): string[] =>
  word
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')

/** How many letters went wrong, a plural counting as half of one; null when it is another word. */
function slips(written: readonly string[], meant: readonly string[]): number | null {
  const whole = meant.join('')
  if (written.join('') === whole) return 0
  if (written.length !== meant.length) return slipsOfPart(written.join(''), whole, 1)
  if (whole.length < 4 && !sameLetters(written.join(''), whole)) return null
  const most = whole.length < 8 ? 1 : 2
  let sum = 0
  for (const [index, part] of meant.entries()) {
    const strokes = slipsOfPart(written[index] ?? '', part, part.length < 6 ? 1 : most)
    if (strokes === null) return null
    sum += strokes
  }
  return sum > most ? null : sum
}

function slipsOfPart(written: string, meant: string, most: number): number | null {
  if (written === meant) return 0
  if (singulars(written).some((one) => singulars(meant).includes(one))) return 0.5
  // `line1` and `line2` are two lines.
  if (written.replace(/\D/g, '') !== meant.replace(/\D/g, '')) return null
  if (written.length === meant.length && !beginsAlike(written, meant)) return null
  const strokes = keystrokes(written, meant, most + 1)
  return strokes > most ? null : strokes
}

const singulars = (part: string): string[] => [
  part,
  ...[/s$/, /es$/].filter((ending) => ending.test(part)).map((ending) => part.replace(ending, '')),
  part.replace(/ies$/, 'y'),
]

/** In a word as short as `id` one letter is so much of it that another makes another word, as `is`. */
const sameLetters = (written: string, meant: string): boolean =>
  written.length !== meant.length || [...written].sort().join('') === [...meant].sort().join('')

/** Hands slip inside of words: with another first letter it is another word, as `date` and `rate`. */
const beginsAlike = (written: string, meant: string): boolean =>
  written[0] === meant[0] || (written[0] === meant[1] && written[1] === meant[0])
