import type { Outcome } from './outcome.ts'
import { aboutLine, aligned, shown } from './report.ts'

/** What Dunlin's own PostgreSQL promises against a server, for a page of 100. */
const embedded_least = 0.65

/** How quick the service was in one run against another, case by case: two databases, two versions, two machines. */
export function compare(one: Outcome, other: Outcome): string {
  const rows = one.results.flatMap(({ key, name, contestants }) => {
    const of = (all: typeof contestants | undefined) => all?.find((by) => by.name === 'service')?.median
    const [first, second] = [of(contestants), of(other.results.find((there) => there.key === key)?.contestants)]
    if (!first || !second) return []
    const ratio = first.requests_per_second / second.requests_per_second
    return [{ key, name, first: first.requests_per_second, second: second.requests_per_second, ratio }]
  })
  const head = ['case', 'first req/s', 'second req/s', 'first ÷ second']
  const table = rows.map(({ name, first, second, ratio }) => [name, shown(first, 0), shown(second, 0), shown(ratio, 2)])
  const page = rows.find(({ key }) => key === 'page')
  const lines = [
    `first:  ${aboutLine(one.about)}`,
    `second: ${aboutLine(other.about)}`,
    '',
    aligned([head, ...table], 1),
  ]
  if (page && one.about.embedded && !other.about.embedded) {
    const word = page.ratio >= embedded_least ? 'met' : 'missed'
    lines.push('', `  ${word}  embedded database against a server: ${shown(page.ratio, 2)}, target ≥ ${embedded_least}`)
  }
  return lines.join('\n')
}
