import { test } from 'node:test'
import { rules_of_lives } from './rules_of_lives.ts'

// The long form of `follow_up/decide/rules.test.ts`, in two files that run side by side.
const lives = Number(process.env.LIVES ?? 10_000)

for (const [rule, check] of Object.entries(rules_of_lives).slice(3)) {
  test(`in ${lives} lives ${rule}`, () => check(lives))
}
