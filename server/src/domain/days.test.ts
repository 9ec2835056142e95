import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addDays,
  addMonths,
  type Day,
  dayIn,
  daysBetween,
  isWeekend,
  momentIn,
  monthEnd,
  readDay,
  todayIn,
  weekdayOf,
} from './days.ts'

const first = Date.UTC(1900, 0, 1)
const days = fc.integer({ min: 0, max: 146_097 }).map((number) => new Date(first + number * 86_400_000))
const textOf = (date: Date): Day => date.toISOString().slice(0, 10) as Day

test('days are reckoned as the calendar of four hundred years does', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -40_000, max: 40_000 }), (date, more) => {
      const day = textOf(date)
      const later = new Date(date.getTime() + more * 86_400_000)
      assert.equal(addDays(day, more), textOf(later))
      assert.equal(daysBetween(day, textOf(later)), more)
      assert.equal(weekdayOf(day) % 7, date.getUTCDay())
      assert.equal(isWeekend(day), [0, 6].includes(date.getUTCDay()))
      assert.equal(monthEnd(day), textOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0))))
      assert.equal(readDay(day), day)
    }),
    { numRuns: 2_000 },
  )
})

test('a month on is the same date, or the last one of a shorter month', () => {
  assert.equal(addMonths('2026-01-31', 1), '2026-02-28')
  assert.equal(addMonths('2028-01-31', 1), '2028-02-29')
  assert.equal(addMonths('2026-11-15', 2), '2027-01-15')
  assert.equal(addMonths('2026-01-15', -1), '2025-12-15')
  assert.equal(addMonths('2026-03-31', -13), '2025-02-28')
})

test('days sort in their order up to the last one that four digits can write', () => {
  assert.equal(addDays('9999-12-31', 7), '9999-12-31')
  assert.equal(addDays('9999-12-20', 7), '9999-12-27')
  assert.equal(addDays('0001-01-03', -7), '0001-01-01')
  assert.equal(addMonths('9999-11-30', 2), '9999-12-31')
  assert.equal(addMonths('0001-01-31', -1), '0001-01-01')
  assert.equal(addMonths('0001-01-31', 1), '0001-02-28')
})

test('what is no day is none', () => {
  for (const text of [
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '0000-01-01',
    '2026-1-1',
    '15-11-2026',
    '',
  ])
    assert.equal(readDay(text), null, text)
  assert.equal(readDay('2028-02-29'), '2028-02-29')
})

test('a moment falls on the day that the place has', () => {
  const late = new Date('2026-11-15T23:30:00Z')
  assert.equal(dayIn(late, 'UTC'), '2026-11-15')
  assert.equal(dayIn(late, 'Europe/Amsterdam'), '2026-11-16')
  assert.equal(dayIn(late, 'America/New_York'), '2026-11-15')
  assert.equal(dayIn(new Date('2026-11-15T10:30:00Z'), 'Pacific/Auckland'), '2026-11-15')
  assert.equal(dayIn(new Date('2026-11-15T11:30:00Z'), 'Pacific/Auckland'), '2026-11-16')
})

test('a clock that was turned shows the same time of a later day, also over the change of the hour', () => {
  const zones = ['Europe/Amsterdam', 'America/New_York', 'Pacific/Auckland', 'UTC', 'Asia/Kathmandu']
  const moments = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) }).map((ms) => new Date(ms))
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), fc.integer({ min: 0, max: 800 }), (now, timezone, days_ahead) => {
      const calendar = { timezone, days_ahead }
      assert.equal(dayIn(momentIn(calendar, now), timezone), todayIn(calendar, now))
      assert.equal(todayIn(calendar, now), addDays(dayIn(now, timezone), days_ahead))
    }),
    { numRuns: 1_000 },
  )
  const now = new Date('2026-10-24T22:30:00Z') // Half past midnight, the day before the clocks go back.
  assert.equal(todayIn({ timezone: 'Europe/Amsterdam', days_ahead: 1 }, now), '2026-10-26')
})
