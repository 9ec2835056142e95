/** Why the console did not do what a page asked. */
export class ConsoleError extends Error {
  /** The code of the answer; `unreachable` when there was none. */
  readonly code: string
  readonly status: number
  /** What is wrong with each parameter of the request, by its name. */
  readonly fields: Readonly<Record<string, string>>
  /** How long to wait before the next attempt, when the service problem. */
  readonly wait_seconds: number | null

  constructor(problem: { code: string; status: number; message: string; wait_seconds?: number | null }) {
    super(problem.message)
    this.name = 'ConsoleError'
    this.code = problem.code
    this.status = problem.status
    this.fields = problem.status === 422 ? readFields(problem.message) : {}
    this.wait_seconds = problem.wait_seconds ?? null
  }
}

/**
 * `name: is missing, ip_allow_list[2]: must be an address like 192.0.2.1, or a network` has two problems: a comma only
 * begins another one when a parameter and a colon follow.
 */
export function readFields(message: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const part of message.split(/, (?=[a-z_]+(?:\[\d+\]|\.\w+)*: )/)) {
    const [, name, problem] = /^([a-z_]+)(?:\[\d+\]|\.\w+)*: (.+)$/s.exec(part) ?? []
    if (name === undefined || problem === undefined) continue
    fields[name] = fields[name] === undefined ? problem : `${fields[name]}; ${problem}`
  }
  return fields
}
