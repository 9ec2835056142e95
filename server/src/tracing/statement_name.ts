export type StatementName = { operation: string; table: string | null }

const names = new Map<string, StatementName>()
const names_max = 2_000

/** What a statement does and to which table first: enough to find it, and nothing of what it was asked. */
export function statementName(text: string): StatementName {
  const known = names.get(text)
  if (known) return known
  const name = read(text)
  if (names.size >= names_max) names.clear()
  names.set(text, name)
  return name
}

function read(text: string): StatementName {
  const [, first = 'statement'] = /^\s*(?:--[^\n]*\n\s*)*([a-z]+)/i.exec(text) ?? []
  const changing =
    /\b(insert)\s+into\s+([\w."]+)|\b(update)\s+([\w."]+)\s+(?:as\s+\w+\s+|\w+\s+)?set\b|\b(delete)\s+from\s+([\w."]+)/i
  const found = changing.exec(text)
  if (found) {
    const [, ...groups] = found
    const [operation = '', table = ''] = groups.filter((one) => one !== undefined)
    return { operation: operation.toLowerCase(), table: plain(table) }
  }
  // A function in place of a table is followed by its arguments.
  const [, table] = /\bfrom\s+("?[a-z_][\w."]*)(?![\w."]*\s*\()/i.exec(text) ?? []
  return { operation: first.toLowerCase(), table: table === undefined ? null : plain(table) }
}

const plain = (table: string): string => table.replaceAll('"', '')
