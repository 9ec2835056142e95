import assert from 'node:assert/strict'
import { test } from 'node:test'
import { case_stage_names, case_stages, type StageMoment, stageOf } from './case_stages.ts'

const nothing = Object.fromEntries(Object.values(case_stages).map((column) => [column, null])) as {
  [column in StageMoment]: string | null
}

test('a case is in the furthest stage that it reached, whatever was skipped', () => {
  const begun = { ...nothing, started_at: '2026-01-01' }
  assert.deepEqual(stageOf(begun), { stage: 'new', since: '2026-01-01' })
  assert.deepEqual(stageOf({ ...begun, summons_1_at: '2026-02-01', notice_of_default_at: '2026-03-01' }), {
    stage: 'notice_of_default',
    since: '2026-03-01',
  })
  assert.deepEqual(stageOf({ ...begun, forwarded_to_bailiff_at: '2026-02-01', summons_4_at: '2026-05-01' }), {
    stage: 'bailiff',
    since: '2026-02-01',
  })
  assert.deepEqual(case_stage_names.at(0), 'new')
  assert.deepEqual(case_stage_names.at(-1), 'bailiff')
})
