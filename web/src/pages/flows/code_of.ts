/** A code for programs out of a name for people, which no other flow has. */
export function codeOf(name: string, taken: readonly string[]): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const base =
    plain
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 40) || 'flow'
  for (let number = 1; ; number++) {
    const code = number === 1 ? base : `${base}_${number}`
    if (!taken.includes(code)) return code
  }
}
