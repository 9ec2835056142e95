/** Puts values where a text says `{name}`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
}

/** The text for one, or the text for any other number, with `{count}` filled in. */
export function counted(count: number, one: string, others: string): string {
  return fill(count === 1 ? one : others, { count })
}
