import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { givenIn } from '../../test/given.ts'
import { testDatabase } from '../../test/harness.ts'
import { Refusal } from '../api/errors.ts'
import { administration_settings, type Settings, setting_names } from './administration_settings.ts'
import { controlOf, typeOf } from './setting.ts'
import { changeSettings, chosenOf, readSettings, settingsOf } from './store.ts'

const { db, pool } = await testDatabase()
const given = givenIn(db)

test('nothing chosen is every default, the engine is off, and each default passes its own check', () => {
  const settings = readSettings({})
  assert.equal(settings.engine_enabled, false)
  assert.equal(settings.case_opening, 'by_hand')
  assert.equal(settings.books_stale_days, 5)
  assert.equal(settings.sender_email_address, null)
  for (const name of setting_names) {
    const one = administration_settings[name]
    assert.match(one.field.definition.description, /^[A-Z].*\.$/, name)
    assert.ok(one.changed_by.length > 0, name)
    assert.ok(controlOf(one).kind, name)
    const { preset } = one.field.definition
    if (preset !== undefined) assert.deepEqual(typeOf(one).read(preset), { value: preset }, name)
  }
})

test('what was chosen counts, and what is no longer taken, or not known, does not', () => {
  const settings = readSettings({
    books_stale_days: 9,
    letters_per_day: 'many',
    case_opening: 'by_moonlight',
    minimum_amount: '12.50',
    of_tomorrow: true,
  })
  const expected: Settings = { ...readSettings({}), books_stale_days: 9, minimum_amount: '12.50' }
  assert.deepEqual(settings, expected)
})

test('no stored value, however odd, is handed on', () => {
  const odd = fc.dictionary(fc.constantFrom(...setting_names, 'x'), fc.jsonValue())
  fc.assert(
    fc.property(odd, (stored) => {
      const settings = readSettings(stored)
      assert.deepEqual(Object.keys(settings), setting_names)
      for (const name of setting_names) {
        const value = settings[name]
        if (value !== null) assert.deepEqual(typeOf(administration_settings[name]).read(value), { value })
      }
    }),
  )
})

test('a change is kept, says what is different, and leaves other administrations alone', async () => {
  const [one, other] = [await given.tenant(), await given.tenant()]
  const change = { own_holidays: ['2026-12-24'], books_stale_days: 5, engine_enabled: true } as Parameters<
    typeof changeSettings
  >[2]
  assert.deepEqual(await changeSettings(db, one.administration_id, change), [
    { name: 'engine_enabled', before: false, after: true },
    { name: 'own_holidays', before: [], after: ['2026-12-24'] },
  ])
  assert.deepEqual(await changeSettings(db, one.administration_id, change), [], 'a second call changes nothing')
  assert.deepEqual((await settingsOf(db, one.administration_id)).own_holidays, ['2026-12-24'])
  assert.deepEqual(await settingsOf(db, other.administration_id), readSettings({}))
  await changeSettings(db, one.administration_id, { engine_enabled: null })
  const { rows } = await pool.query('select settings from administrations where id = $1', [one.administration_id])
  assert.deepEqual(rows[0].settings, { own_holidays: ['2026-12-24'], books_stale_days: 5 })
})

test('what a newer release chose stays when this one changes something', async () => {
  const { administration_id } = await given.tenant()
  const stored = JSON.stringify({ of_tomorrow: 3 })
  await db.updateTable('administrations').set({ settings: stored }).where('id', '=', administration_id).execute()
  await changeSettings(db, administration_id, { books_stale_days: 7 })
  const { rows } = await pool.query('select settings from administrations where id = $1', [administration_id])
  assert.deepEqual(rows[0].settings, { of_tomorrow: 3, books_stale_days: 7 })
})

test('letters have at least an hour to go out, whichever end is moved', async () => {
  const { administration_id } = await given.tenant()
  const problem = /^sending_ends_at: must be at least an hour after sending_starts_at$/
  for (const change of [
    { sending_ends_at: '09:59' },
    { sending_starts_at: '16:01' },
    { sending_starts_at: '18:00', sending_ends_at: '08:00' },
  ]) {
    await assert.rejects(changeSettings(db, administration_id, change), (error: unknown) => {
      assert.ok(error instanceof Refusal)
      assert.match(error.message, problem)
      return true
    })
  }
  assert.deepEqual(await settingsOf(db, administration_id), readSettings({}))
  await changeSettings(db, administration_id, { sending_ends_at: '10:00' })
})

test('two changes at once are both kept', async () => {
  const { administration_id } = await given.tenant()
  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      db.transaction().execute((trx) =>
        // Each of them sets another one of two settings.
        changeSettings(trx, administration_id, n % 2 === 0 ? { books_stale_days: 8 } : { letters_per_day: 9 }),
      ),
    ),
  )
  const { books_stale_days, letters_per_day } = await settingsOf(db, administration_id)
  assert.deepEqual([books_stale_days, letters_per_day], [8, 9])
})

test('a choice that is left empty is not stored, and the column holds nothing but an object', async () => {
  assert.deepEqual(chosenOf({ sender_email_address: null, books_stale_days: undefined }), {})
  const { administration_id } = await given.tenant()
  for (const settings of ['[]', 'null', '3']) {
    const broken = db.updateTable('administrations').set({ settings }).where('id', '=', administration_id).execute()
    await assert.rejects(broken, /administrations_settings/)
  }
})
