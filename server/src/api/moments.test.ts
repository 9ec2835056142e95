import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { testDatabase } from '../../test/harness.ts'
import { type PositionType, readPosition } from '../console/places.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { Refusal } from './errors.ts'
import { isDay } from './moments.ts'
import { types } from './types.ts'

const { pool } = await testDatabase()

/** Numbers that are around what a clock or a calendar has, as so many digits. */
const digits = (count: number, ...likely: number[]): fc.Arbitrary<string> =>
  fc
    .oneof({ weight: 4, arbitrary: fc.constantFrom(...likely) }, { weight: 1, arbitrary: fc.nat(10 ** count - 1) })
    .map((number) => String(number).padStart(count, '0').slice(-count))

const year = digits(4, 0, 1, 4, 1582, 1900, 2000, 2024, 2026, 9999)
const month = digits(2, 0, 1, 2, 6, 11, 12, 13)
const day = digits(2, 0, 1, 28, 29, 30, 31, 32)
const hour = digits(2, 0, 1, 12, 23, 24, 25)
const minute = digits(2, 0, 1, 59, 60, 61)
const fraction = fc.string({ unit: fc.constantFrom('0', '1', '9'), maxLength: 11 })
const spell = (join: string, ...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((all) => all.join(join))
const days = spell('-', year, month, day)
const clocks = fc.oneof(
  spell(':', hour, minute),
  spell(':', hour, minute, minute),
  spell('.', spell(':', hour, minute, minute), fraction),
)
const offsets = fc.oneof(
  fc.constantFrom('', 'Z', 'z', ' ', '+00', 'UTC', '+24:00', '-15:59', '+15:60'),
  fc
    .tuple(fc.constantFrom('+', '-', ' '), digits(2, 0, 1, 14, 15, 16, 23, 24), fc.constantFrom(':', ''), minute)
    .map((parts) => parts.join('')),
)
const moments = fc.tuple(days, fc.constantFrom('T', ' ', 't', ''), clocks, offsets).map((parts) => parts.join(''))

/** What PostgreSQL makes of texts, as UTC; it throws where one is none to it. */
async function asked(type: 'timestamptz' | 'date', texts: readonly string[]): Promise<string[]> {
  const printed = type === 'date' ? 'value::date::text' : `to_char(value::timestamptz at time zone 'UTC', $$${iso}$$)`
  const { rows } = await pool.query(`select ${printed} as text from unnest($1::text[]) as t (value)`, [texts])
  return rows.map(({ text }) => text)
}

const iso = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'

test('every moment that is taken is the same one to PostgreSQL', async () => {
  let taken = 0
  await fc.assert(
    fc.asyncProperty(fc.array(moments, { minLength: 100, maxLength: 200 }), async (texts) => {
      const values = texts.flatMap((text) => {
        const read = types.dateTime.read(text)
        return 'value' in read ? [read.value] : []
      })
      taken += values.length
      const ours = values.map((value) => new Date(value.replace(/(\.\d{3})\d+/, '$1')).toISOString())
      assert.deepEqual(await asked('timestamptz', values), ours)
    }),
    { numRuns: 60 },
  )
  assert.ok(taken > 50, `only ${taken} moments were good ones`)
})

test('every day that is taken is one to PostgreSQL, and the other way round', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(days, { minLength: 100, maxLength: 200 }), async (texts) => {
      const good = texts.filter(isDay)
      assert.deepEqual(await asked('date', good), good)
      for (const bad of texts.filter((text) => !isDay(text)).slice(0, 3)) await assert.rejects(asked('date', [bad]))
    }),
    { numRuns: 20 },
  )
})

/** What is read, or null where it is refused. Anything else that is thrown is a fault of ours. */
function orRefused<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal && error.status === 422) return null
    throw error
  }
}

test('every cursor that is taken holds moments and days that PostgreSQL knows, and is written as it came', async () => {
  const id = fc.oneof(fc.nat().map(String), fc.constantFrom('0', '007', '9223372036854775807', '9223372036854775808'))
  const until = fc.tuple(year, month, day, hour, minute, minute, digits(6, 0, 1, 999999)).map((all) => all.join(''))
  const parts = fc.tuple(id, fc.option(until), fc.option(days))
  await fc.assert(
    fc.asyncProperty(fc.array(parts, { minLength: 100, maxLength: 200 }), async (all) => {
      for (const [record, moment, place] of all) {
        const order = place === null ? null : 'due_date_asc'
        const given = `${record}${moment === null ? '' : `.${moment}`}${place === null ? '' : `@due_date_asc.${place}`}`
        const cursor = orRefused(() => readCursor(given, order))
        if (cursor === null) continue
        assert.equal(writeCursor(cursor), given)
        if (cursor.until !== null) await asked('timestamptz', [cursor.until])
        if (cursor.place !== null) await asked('date', [cursor.place.day])
      }
    }),
    { numRuns: 20 },
  )
})

test('the cursors of our own pages hold nothing either that PostgreSQL does not know', async () => {
  const placed: [PositionType, fc.Arbitrary<string>][] = [
    ['date', days],
    ['timestamptz', fc.tuple(days, clocks).map(([one, time]) => `${one}T${time}Z`)],
  ]
  for (const [type, texts] of placed) {
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 100, maxLength: 200 }), async (all) => {
        const values = all.flatMap((value) => orRefused(() => readPosition(`${value} 1`, type))?.value ?? [])
        await asked(type === 'date' ? 'date' : 'timestamptz', values)
      }),
      { numRuns: 20 },
    )
  }
})

test('a moment may come in any usual spelling', () => {
  const cases: [given: unknown, read: string | null][] = [
    ['2026-11-14', '2026-11-14T00:00:00Z'],
    ['2026-11-14T09:30', '2026-11-14T09:30:00Z'],
    ['2026-11-14 09:30:00', '2026-11-14T09:30:00Z'],
    ['2026-11-14T09:30:00.1234567z', '2026-11-14T09:30:00.123456Z'],
    ['2026-11-14T09:30:00 01:00', '2026-11-14T09:30:00+01:00'],
    ['2026-11-14T09:30:00-0330', '2026-11-14T09:30:00-03:30'],
    ['2026-11-14T24:00:00.000Z', '2026-11-14T24:00:00.000Z'],
    ['2026-01-01T00:00:00+23:59', null],
    ['2026-01-01T24:00:00.000001Z', null],
    ['2026-01-01T23:59:60Z', null],
    ['0000-01-01T00:00:00Z', null],
    ['0001-01-01T00:00:00+01:00', null],
    ['9999-12-31T24:00:00Z', null],
    [20261114, null],
  ]
  for (const [given, expected] of cases) {
    const read = types.dateTime.read(given)
    assert.equal('value' in read ? read.value : null, expected, String(given))
  }
})
