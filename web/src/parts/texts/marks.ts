/** A piece of a text, and what it is: a name that is known, one that is not, a condition, or plain words. */
export type Marked = { at: number; text: string; mark?: 'known' | 'unknown' | 'condition' }

/** A text in pieces, one after the other, that together are the text again. */
export function marksIn(text: string, known: ReadonlySet<string>): Marked[] {
  const found = [...text.matchAll(/\{\{.*?\}\}|\{%.*?%\}/g)]
  const pieces: Marked[] = []
  let at = 0
  for (const { 0: named, index } of found) {
    if (index > at) pieces.push({ at, text: text.slice(at, index) })
    pieces.push({ at: index, text: named, mark: markOf(named, known) })
    at = index + named.length
  }
  return at < text.length ? [...pieces, { at, text: text.slice(at) }] : pieces
}

function markOf(named: string, known: ReadonlySet<string>): NonNullable<Marked['mark']> {
  if (named.startsWith('{%')) return 'condition'
  // What follows a stroke says how it is written.
  const [name = ''] = named.slice(2, -2).split('|')
  return known.has(name.trim()) ? 'known' : 'unknown'
}

export type Written = { text: string; from: number; to: number }

/** Makes what is chosen strong, or plain again. */
export function strongIn(text: string, from: number, to: number): Written {
  const chosen = text.slice(from, to)
  if (text.slice(from - 2, from) === '**' && text.slice(to, to + 2) === '**') {
    return { text: `${text.slice(0, from - 2)}${chosen}${text.slice(to + 2)}`, from: from - 2, to: to - 2 }
  }
  return { text: `${text.slice(0, from)}**${chosen}**${text.slice(to)}`, from: from + 2, to: to + 2 }
}

/** Puts something in the place of what is chosen; with an end, around it. */
export const insertedIn =
  (begin: string, end?: string) =>
  (text: string, from: number, to: number): Written => {
    const inside = end === undefined ? '' : text.slice(from, to)
    const at = from + begin.length
    const written = `${text.slice(0, from)}${begin}${inside}${end ?? ''}${text.slice(to)}`
    return { text: written, from: at, to: at + inside.length }
  }
