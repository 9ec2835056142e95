/**
 * The name under which PostgreSQL keeps the plan of a statement, the same for the same text. Only so many are given,
 * because each takes memory of the server; a text that comes after them has none.
 */
export function nameIn(kept: Map<string, string>, text: string, prefix: string, most: number): string | undefined {
  if (kept.size >= most) return undefined
  const name = `${prefix}_${kept.size + 1}`
  kept.set(text, name)
  return name
}
