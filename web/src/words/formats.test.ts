import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sayDay, sayDayButton, sayLongDay, sayMonth, sayNearDay, sayShortDay, sayWeekday } from './formats.ts'

test('a day of the calendar is the same day for every reader, and a moment is on their own clock', () => {
  const own = process.env.TZ
  for (const zone of ['America/Los_Angeles', 'Pacific/Kiritimati', 'UTC']) {
    process.env.TZ = zone
    const day = '2024-12-01'
    const said = [sayDay, sayShortDay, sayNearDay, sayLongDay, sayWeekday, sayDayButton, sayMonth]
    assert.deepEqual(
      said.map((say) => say(day, 'en')),
      ['1 Dec 2024', '1 Dec', '1 Dec 2024', 'Sunday 1 December', 'Sun 1 Dec', 'Sun 1', 'Dec 2024'],
      zone,
    )
  }
  process.env.TZ = 'America/Los_Angeles'
  assert.equal(sayDay('2024-07-04T03:00:00Z', 'en').slice(0, 5), '3 Jul')
  if (own === undefined) delete process.env.TZ
  else process.env.TZ = own
})
