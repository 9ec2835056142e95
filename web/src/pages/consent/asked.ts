/** What a question consists of. Whatever else stands in a link means nothing, and must not pass for the answer. */
const asked_names: ReadonlySet<string> = new Set([
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'state',
  'scope',
  'code_challenge',
  'code_challenge_method',
])

const pairsOf = (query: string): [string, string][] =>
  [...new URLSearchParams(query)].filter(([name]) => asked_names.has(name))

/** The question as it came, to go back beside the answer. */
export const askedIn = (query: string): Record<string, string> => Object.fromEntries(pairsOf(query))

/** Whether a part of the question stands there more than once: then the service says what is wrong with the link. */
export function asksTwice(query: string): boolean {
  const pairs = pairsOf(query)
  return new Set(pairs.map(([name]) => name)).size < pairs.length
}
