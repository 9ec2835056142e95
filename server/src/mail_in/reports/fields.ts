/** The groups of a report: each is a block of fields, with an empty line between. */
export const groupsOf = (text: string): string[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map((one) => one.trim())
    .filter(Boolean)
    .slice(0, 200)

/** The fields of the first block, unfolded, by their names in small letters; of one that is there twice, the first. */
export function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  let last: string | null = null
  for (const line of text.replace(/\r\n?/g, '\n').trimStart().split('\n')) {
    if (line.trim() === '') break
    if (/^[ \t]/.test(line)) {
      if (last !== null) fields.set(last, `${fields.get(last) ?? ''} ${line.trim()}`)
      continue
    }
    const colon = line.indexOf(':')
    const name = colon < 0 ? '' : line.slice(0, colon).trim().toLowerCase()
    last = name === '' || fields.has(name) ? null : name
    if (last !== null) fields.set(last, line.slice(colon + 1).trim())
  }
  return fields
}
