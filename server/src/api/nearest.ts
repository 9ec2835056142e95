/** The word of a list that a mistyped one must have been, or null: half of it in common is not enough. */
export function nearest(word: string, words: readonly string[]): string | null {
  if (word.length > 60) return null
  const limit = Math.max(2, Math.floor(word.length / 4) + 1)
  const typed = word.toLowerCase()
  let best: string | null = null
  let best_distance = limit
  for (const candidate of words) {
    // So many keystrokes it takes at least; most words need no closer look.
    if (Math.abs(candidate.length - typed.length) >= best_distance) continue
    const distance = keystrokes(typed, candidate, best_distance)
    if (distance < best_distance) {
      best = candidate
      best_distance = distance
    }
  }
  return best
}

/**
 * Insertions, deletions and replacements that turn one word into the other; two swapped letters count as one. Nobody
 * counts further than the limit.
 */
export function keystrokes(from: string, to: string, limit: number): number {
  let before: number[] = []
  let above = Array.from({ length: to.length + 1 }, (_, index) => index)
  let least_above = 0
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    let least_here = i
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same)
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      }
      row.push(least)
      least_here = Math.min(least_here, least)
    }
    if (least_here >= limit && least_above >= limit) return limit
    before = above
    above = row
    least_above = least_here
  }
  return above[to.length] ?? 0
}
