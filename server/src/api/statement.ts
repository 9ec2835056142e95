import { nameIn } from '../db/plan_names.ts'

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

/** Names a statement whose text recurs, so that it is parsed and planned once a connection. */
export function prepared(statement: Statement): Statement {
  const name = names.get(statement.text) ?? nameIn(names, statement.text, 'dunlin', names_max)
  return name === undefined ? statement : { ...statement, name }
}

const chosen_names = new Map<string, string>()
const chosen_names_max = 200
const seen = new Set<string>()
const seen_max = 1000

/**
 * As `prepared`, for texts that callers can vary without end, as those with `fields`: only one that comes again gets a
 * name, and only so many do, because each takes memory of the server.
 */
export function preparedLater(statement: Statement): Statement {
  const { text } = statement
  const name = chosen_names.get(text)
  if (name !== undefined) return { ...statement, name }
  if (seen.has(text)) {
    const given = nameIn(chosen_names, text, 'dunlin_chosen', chosen_names_max)
    return given === undefined ? statement : { ...statement, name: given }
  }
  if (seen.size >= seen_max) seen.clear()
  seen.add(text)
  return statement
}
