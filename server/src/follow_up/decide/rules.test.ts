import { test } from 'node:test'
import { rules_of_lives } from '../../../test/rules_of_lives.ts'

for (const [rule, check] of Object.entries(rules_of_lives)) test(`in 300 lives ${rule}`, () => check(300))
