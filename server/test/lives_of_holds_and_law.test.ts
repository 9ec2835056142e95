import { test } from 'node:test'
import { rules_of_lives } from './rules_of_lives.ts'

// More of what `follow_up/decide/rules.test.ts` asks, in two files that run side by side; `LIVES=10000` is the long form.
const lives = Number(process.env.LIVES ?? 2_000)

for (const [rule, check] of Object.entries(rules_of_lives).slice(3)) {
  test(`in ${lives} lives ${rule}`, () => check(lives))
}
