import { test } from 'node:test'
import { rules_of_lives } from './rules_of_lives.ts'

const lives = Number(process.env.LIVES ?? 10_000)

for (const [rule, check] of Object.entries(rules_of_lives)) test(`in ${lives} lives ${rule}`, () => check(lives))
