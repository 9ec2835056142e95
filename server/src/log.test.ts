import assert from 'node:assert/strict'
import { test } from 'node:test'
import pino from 'pino'
import { testDatabase } from '../test/harness.ts'
import { isAwayError } from './db/away.ts'
import { serializers } from './log.ts'

const { pool } = await testDatabase()
await pool.query('create table people (email_address text primary key, secret text not null)')

/** The line that an error makes. */
function lineOf(err: unknown): { text: string; err: Record<string, unknown> } {
  let text = ''
  const write = (line: string): void => {
    text += line
  }
  pino({ serializers }, { write }).warn({ err }, 'it failed')
  return { text, err: (JSON.parse(text) as { err: Record<string, unknown> }).err }
}

const thrownBy = (statement: string): Promise<unknown> =>
  pool.query(statement).then(
    () => assert.fail(),
    (error) => error,
  )

test('an error of the database is logged with code, message and stack, and without the values that it was given', async () => {
  const statement = `insert into people values ('robin@example.com', null), ('robin@example.com', 'hidden')`
  const refused = await thrownBy(statement)
  assert.match(String((refused as { detail: string }).detail), /robin@example\.com/, 'the database repeats the row')
  const { text, err } = lineOf(refused)
  assert.equal(err.code, '23502')
  assert.equal(err.table, 'people')
  assert.match(String(err.message), /null value in column "secret"/)
  assert.match(String(err.stack), /log\.test\.ts|pg/)
  assert.doesNotMatch(text, /robin|hidden/)
})

test('what caused an error is logged with it, and so are several errors that are one', async () => {
  const cause = await thrownBy('select * from nowhere')
  const { err } = lineOf(new Error('It cannot be read.', { cause }))
  assert.equal(err.message, 'It cannot be read.')
  assert.equal((err.cause as { code: string }).code, '42P01')
  const refused = (address: string) => Object.assign(new Error(`connect ${address}`), { code: 'ECONNREFUSED', address })
  const both = lineOf(new AggregateError([refused('::1'), refused('127.0.0.1')]))
  assert.deepEqual(
    (both.err.errors as { address: string }[]).map(({ address }) => address),
    ['::1', '127.0.0.1'],
  )
})

test('an error with where it happened keeps both, and a database that is away is known in it', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const { err } = lineOf({ error, administration_id: '7' })
  assert.equal(err.administration_id, '7')
  assert.equal(err.code, 'ECONNREFUSED')
  assert.match(String(err.stack), /log\.test\.ts/)
  assert.ok(isAwayError({ error, administration_id: '7' }))
  assert.equal(lineOf({ error: 'a word', job: 'purge' }).err.error, 'a word')
  assert.equal(lineOf('a word').err, 'a word')
})
