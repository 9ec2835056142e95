/** A statement that nobody has run yet: text and parameters. A name makes PostgreSQL keep its plan. */
export type Statement = { text: string; values: unknown[]; name?: string }

/** Collects parameters; each is cast where it stands, so that no column ever is. */
export function parameters(): { values: unknown[]; bind: (value: unknown, cast: string) => string } {
  const values: unknown[] = []
  return {
    values,
    bind: (value, cast) => {
      values.push(value)
      return `$${values.length}::${cast}`
    },
  }
}

const names = new Map<string, string>()
const names_max = 500

/**
 * Names a statement whose text recurs, so that it is parsed and planned once a connection. Texts that callers can vary
 * without end (those with `fields`) are not named: they would fill the server's memory.
 */
export function prepared(statement: Statement): Statement {
  let name = names.get(statement.text)
  if (name === undefined) {
    if (names.size >= names_max) return statement
    name = `dunlin_${names.size + 1}`
    names.set(statement.text, name)
  }
  return { ...statement, name }
}
