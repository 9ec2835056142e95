import { type Day, dayIn } from '../../domain/days.ts'
import { countries } from '../../law/claim/calculate.ts'
import { type Finding, passed, problem } from './finding.ts'

/** Whether the rates of the law are known for the half-year that runs; they are announced when it is about to begin. */
export function judgeRates(now: Date): Finding {
  const today = dayIn(now, 'UTC')
  const known = Object.values(countries).flatMap(({ country, series }) =>
    series.map(({ rule, known_until }) => ({ country, rule, known_until })),
  )
  const missing = known.filter(({ known_until }) => known_until < today)
  const first = known.reduce<Day>((day, { known_until }) => (known_until < day ? known_until : day), '9999-12-31')
  if (missing.length === 0) return passed('rates', `Rates of interest by law are known until ${first}.`)
  const each = missing.map(({ country, rule, known_until }) => `${country} ${rule} after ${known_until}`).join(', ')
  const says = `Rates of interest by law are missing for the running half-year: ${each}.`
  return problem('rates', says, 'Update Dunlin: a newer release brings them. Until then interest stops on that day.')
}
