import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ClaimTrigger, claim_statuses, claim_triggers, claimAfter, mayBeClaimedAgain } from './claim.ts'

/** The table of the interface, written down a second time: from, what happens, to. */
const table = [
  'draft bundle_sent submitted',
  'submitted bundle_refused failed',
  'submitted accepted processed',
  'submitted rejected action_required',
  'submitted other_insurer_found auto_resubmit',
  'auto_resubmit resubmitted submitted',
  'action_required resubmitted submitted',
  'action_required settled processed',
  'failed resubmitted submitted',
  'processed credited_and_resubmitted submitted',
]

test('a claim moves along the table, and in no other way', () => {
  const moves: string[] = []
  for (const status of claim_statuses) {
    for (const trigger of Object.keys(claim_triggers) as ClaimTrigger[]) {
      const to = claimAfter(status, trigger)
      if (to !== null) moves.push(`${status} ${trigger} ${to}`)
    }
  }
  assert.deepEqual(moves.sort(), table.sort())
})

test('every state can be reached from a draft, and nothing goes back to being one', () => {
  const reached = new Set<string>(['draft'])
  for (const status of reached) {
    for (const line of table) if (line.startsWith(`${status} `)) reached.add(line.split(' ')[2] ?? '')
  }
  assert.deepEqual([...reached].sort(), [...claim_statuses].sort())
  assert.equal(
    table.some((line) => line.endsWith(' draft')),
    false,
  )
})

test('only a failed claim may come in again', () => {
  assert.deepEqual(claim_statuses.filter(mayBeClaimedAgain), ['failed'])
})
