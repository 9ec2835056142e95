const written = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.](\d+))?)?)?\s*(?:Z|([+-]\d{2}):?(\d{2}))?$/i

/**
 * Whether a moment comes after another, in whatever zones they are written. A Date would lose their microseconds, so
 * seconds and what is behind the point are compared apart. What cannot be read comes before everything.
 */
export function isLater(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)]
  return a.second === b.second ? a.fraction > b.fraction : a.second > b.second
}

function partsOf(text: string): { second: number; fraction: string } {
  const [, day, minute = '00:00', second = '00', fraction = '', hours, minutes] = written.exec(text.trim()) ?? []
  if (day === undefined) return { second: -Infinity, fraction: '' }
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`
  return { second: Date.parse(`${day}T${minute}:${second}${zone}`), fraction: fraction.padEnd(9, '0') }
}
