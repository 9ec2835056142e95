/** The word of a list that is fewest keystrokes away from a mistyped one, or null when none comes close. */
export const nearest = (word: string, words: readonly string[]): string | null =>
  within(word, words, Math.max(2, Math.ceil(word.length / 2)))

/** The word of a list that somebody must have meant: but for a slip, a missing plural or brackets it is that one. */
export function meant(word: string, words: readonly string[]): string | null {
  const bare = word.replace(/\[\d*\]$/, '').toLowerCase()
  return words.find((one) => one === bare || one === `${bare}s`) ?? within(word, words, Math.floor(word.length / 5) + 1)
}

function within(word: string, words: readonly string[], limit: number): string | null {
  if (word.length > 60) return null
  let best: string | null = null
  let best_distance = limit
  for (const candidate of words) {
    const distance = keystrokes(word.toLowerCase(), candidate)
    if (distance < best_distance) {
      best = candidate
      best_distance = distance
    }
  }
  return best
}

/** Insertions, deletions and replacements that turn one word into the other; two swapped letters count as one. */
function keystrokes(from: string, to: string): number {
  let before: number[] = []
  let above = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same)
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      }
      row.push(least)
    }
    before = above
    above = row
  }
  return above[to.length] ?? 0
}
