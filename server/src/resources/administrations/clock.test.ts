import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { sql } from 'kysely'
import { business, overdue } from '../../../test/followed.ts'
import { startService } from '../../../test/harness.ts'
import { lockWaits } from '../../../test/servers.ts'
import { until } from '../../../test/until.ts'
import { changeIn } from '../../db/change.ts'
import { serviceActor } from '../../domain/actor.ts'
import type { Day } from '../../domain/days.ts'
import { turnClock } from '../../follow_up/look/turn.ts'
import { makeSandbox } from '../../follow_up/sandboxes.ts'

const now = new Date('2026-11-16T10:00:00Z')
const { call, database, given } = await startService({ now: () => now })
const { db } = database

/** A sandbox with a debtor who owes an invoice that is due for its first reminder today. */
async function openSandbox(own: object = {}) {
  const tenant = await given.tenant()
  const { administration_id } = tenant
  const changing = { administration_id, actor: serviceActor('import'), real_now: now }
  await changeIn(db, changing, (change) => makeSandbox(change))
  const debtor_id = await given.debtor(tenant, { ...business, postal_address_city: 'Harlingen' })
  const invoice_id = await given.invoice(tenant, debtor_id, { ...overdue, ...own })
  const token = await given.token(tenant)
  const turn = (date: unknown) =>
    call(`PATCH /v1/administrations/${administration_id}/clock`, { token, json: { date } })
  return { tenant, administration_id, invoice_id, token, turn }
}

async function lettersOf(administration_id: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', day, step, status) as line from letters
    where administration_id = ${administration_id}::bigint order by id`.execute(db)
  return rows.map(({ line }) => line)
}

test('a clock is turned to a day that there is, ahead, and not too far', async () => {
  const { turn } = await openSandbox()
  for (const date of ['2026-02-30', '9999-12-31', '2027-12-22', '2026-11-15', '', null, 20261231, ['2026-12-01'], {}]) {
    const answer = await turn(date)
    assert.equal(answer.status, 422, `${JSON.stringify(date)}: ${answer.text}`)
  }
  assert.equal((await turn('2026-11-16')).status, 200)
})

test('what a turn wrote and did not send, because it was broken off, goes with the next one', async () => {
  const { administration_id, turn } = await openSandbox()
  const breakOff = async (): Promise<never> => {
    throw new Error('The process ends here.')
  }
  await assert.rejects(turnClock({ db, administration_id, now: () => now, send: breakOff }, '2026-12-31'))
  assert.deepEqual(await lettersOf(administration_id), ['2026-11-16 reminder_1 waiting'])
  const answer = await turn('2026-11-16')
  assert.deepEqual([answer.status, await lettersOf(administration_id)], [200, ['2026-11-16 reminder_1 sent']])

  await assert.rejects(turnClock({ db, administration_id, now: () => now, send: breakOff }, '2026-12-31'))
  const [, left = ''] = await lettersOf(administration_id)
  assert.match(left, / reminder_2 waiting$/)
  // The letter is of a day that is over by then, so it is decided anew.
  await sql`update administrations set days_ahead = days_ahead + 1 where id = ${administration_id}::bigint`.execute(db)
  assert.equal((await turn('2026-12-31')).status, 200)
  const letters = await lettersOf(administration_id)
  assert.match(letters[1] ?? '', / reminder_2 withdrawn$/)
  assert.match(letters[2] ?? '', / reminder_2 sent$/)
  assert.ok(letters.slice(2).every((line) => line.endsWith(' sent')))
})

test('an invoice that is due at the end of all days is never reminded of, and holds nobody up', async () => {
  for (const due_date of ['9999-12-31', '0001-01-01'] satisfies Day[]) {
    const { administration_id, turn } = await openSandbox({ due_date })
    const answer = await turn('2027-01-31')
    assert.deepEqual([answer.status, await lettersOf(administration_id)], [200, []], answer.text)
  }
})

test('two who turn at once: one does, the other hears of it', async () => {
  const { turn, administration_id } = await openSandbox()
  const answers = await Promise.all(Array.from({ length: 5 }, () => turn('2027-01-31')))
  const statuses = answers.map(({ status }) => status).sort()
  assert.ok(statuses.includes(200) && statuses.every((status) => status === 200 || status === 409), String(statuses))
  const letters = await lettersOf(administration_id)
  assert.equal(new Set(letters).size, letters.length)
})

test('who waits for a clock turns it from the day that it shows then', async () => {
  const { administration_id, turn } = await openSandbox()
  const here = sql`administration_id = ${administration_id}::bigint`
  const waits = async (): Promise<boolean> => (await lockWaits(database.connection)) > 0
  // Another process is about to be done: it shows the day, and leaves the clock, in this transaction.
  const waiting = await db.transaction().execute(async (trx) => {
    await sql`update engine_states set taken_by = null, taken_until = null where ${here}`.execute(trx)
    const answer = turn('2026-11-20')
    await until('the other one waits', waits)
    await sql`update administrations set days_ahead = 4 where id = ${administration_id}::bigint`.execute(trx)
    return { answer }
  })
  assert.equal((await waiting.answer).status, 200)
  const { rows } = await sql`select days_ahead from administrations where id = ${administration_id}::bigint`.execute(db)
  assert.deepEqual(rows, [{ days_ahead: 4 }])
})

/** A process that turns a clock and does not come to an end. It says so when its first letters are to be sent. */
function startTurning(administration_id: string) {
  const module = (path: string): string => JSON.stringify(new URL(path, import.meta.url))
  const text = `
    const { connect } = await import(${module('../../db/connect.ts')})
    const { turnClock } = await import(${module('../../follow_up/look/turn.ts')})
    const { db } = connect(${JSON.stringify(database.connection)})
    const send = () => new Promise(() => console.log('turning'))
    const now = () => new Date(${JSON.stringify(now.toISOString())})
    await turnClock({ db, administration_id: '${administration_id}', now, send }, '2026-12-31')`
  return spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: ['ignore', 'pipe', 'inherit'] })
}

test('a process that turns a clock keeps it however long it takes, and no longer than it lives', async () => {
  const { administration_id, turn } = await openSandbox()
  const child = startTurning(administration_id)
  await once(child.stdout, 'data')
  const took = await taken(administration_id)
  await until('it gave a sign', async () => (await taken(administration_id)) > took)
  assert.equal((await turn('2026-11-16')).status, 409)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const killed = performance.now()
  await until('it can be turned', async () => (await turn('2026-11-16')).status === 200)
  const waited_s = (performance.now() - killed) / 1_000
  assert.ok(waited_s < 6, `${waited_s} seconds`)
  assert.deepEqual(await lettersOf(administration_id), ['2026-11-16 reminder_1 sent'])
})

/** Until when a process has an administration. */
async function taken(administration_id: string): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select extract(epoch from taken_until)::float8 as at from engine_states
    where administration_id = ${administration_id}::bigint`.execute(db)
  return rows[0]?.at ?? 0
}
