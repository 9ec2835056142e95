import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'

const now = new Date('2026-11-16T10:00:00Z')
const service = await startService({ now: () => now })
const { given, database } = service
const { db } = database
const tenant = await given.tenant()
const boss = await signedIn(service, tenant.company_id)
const outsider = await signedIn(service, (await given.tenant()).company_id)
const place = `/console/administrations/${tenant.administration_id}/sandbox`
const stamps = { created_at: 'stamp', updated_at: 'stamp' }

type Sandbox = {
  today: string
  days_ahead: number
  letters: number
  received_amount: string
  debtors: { id: string; name: string }[]
  costs_amount: string
  diary: { kind: string; day: string; step: string; debtor_name: string; invoices: number; amount: string | null }[]
  next: { day: string; step: string; records: number }[]
  held_count: number
  held: { number: string; step: string; holds: object[] }[]
}

test('an ordinary administration has no diary, and nobody else reads one', async () => {
  const answer = await boss.get(place)
  assert.equal(answer.status, 404)
  assert.deepEqual(answer.body, { code: 'not_found', message: 'This administration is no sandbox.' })
  assert.equal((await outsider.get(place)).status, 403)
})

test('a sandbox shows its day, what was done day by day, what comes and what is held back', async () => {
  await sql`update administrations set sandbox = true, days_ahead = 17
    where id = ${tenant.administration_id}::bigint`.execute(db)
  const debtor_id = await given.debtor(tenant, { name: 'Bakery Morning Star' })
  const [one, other] = [await given.invoice(tenant, debtor_id), await given.invoice(tenant, debtor_id)]
  const letter_id = await given.row('letters', tenant, {
    ...{ debtor_id, step: 'reminder_1', channel: 'mail', language_code: 'nl', status: 'sent', day: '2026-12-01' },
    ...{ data: JSON.stringify({ currency_code: 'EUR' }), ...stamps },
  })
  const performed = { debtor_id, performed_at: '2026-12-01T09:00:00Z', origin: 'engine', ...stamps }
  for (const invoice_id of [one, other]) {
    await given.row('letter_items', tenant, { letter_id, invoice_id, amount: '121.00', performs: 'reminder_1' })
    await given.row('steps', tenant, { ...performed, invoice_id, step: 'reminder_1', day: '2026-12-01', letter_id })
  }
  const call = { step: 'call_reminder', day: '2026-12-02', costs_amount: '15.00' }
  await given.row('steps', tenant, { ...performed, invoice_id: one, ...call })
  const agenda = { debtor_id, step: 'reminder_2' }
  await given.row('agenda_records', tenant, { ...agenda, invoice_id: one, day: '2026-12-08' })
  const holds = JSON.stringify([{ reason: 'debtor_paused', since: null, until: null }])
  await given.row('agenda_records', tenant, { ...agenda, invoice_id: other, holds })

  const { body } = await boss.get(place)
  const { diary, next, held, debtors, ...sums } = body as Sandbox
  assert.deepEqual(sums, {
    ...{
      today: '2026-12-03',
      days_ahead: 17,
      letters: 1,
      received_amount: '0.00',
      costs_amount: '15.00',
      held_count: 1,
    },
  })
  assert.deepEqual(debtors, [{ id: debtor_id, name: 'Bakery Morning Star' }])
  assert.deepEqual(
    diary.map((entry) => [entry.kind, entry.day, entry.step, entry.debtor_name, entry.invoices, entry.amount]),
    [
      ['step', '2026-12-02', 'call_reminder', 'Bakery Morning Star', 1, null],
      ['letter', '2026-12-01', 'reminder_1', 'Bakery Morning Star', 2, '242.00'],
    ],
  )
  assert.deepEqual(next, [{ day: '2026-12-08', step: 'reminder_2', records: 1 }])
  assert.equal(held.length, 1)
  const { administrations } = (await boss.session()) as unknown as { administrations: { sandbox: boolean }[] }
  assert.deepEqual(
    administrations.map(({ sandbox }) => sandbox),
    [true],
  )
})

test('who may not turn the clock turns nothing, whoever asks', async () => {
  const { company_id, administration_id } = await given.tenant()
  await sql`update administrations set sandbox = true where id = ${administration_id}::bigint`.execute(db)
  const clock = `PATCH /console/administrations/${administration_id}/clock`
  const ahead = async (): Promise<number | undefined> =>
    (await db.selectFrom('administrations').select('days_ahead').where('id', '=', administration_id).execute())[0]
      ?.days_ahead
  for (const role of ['communication', 'restricted'] as const) {
    const colleague = await signedIn(service, company_id, { company_role: null, rights: { [administration_id]: role } })
    const answer = await colleague.send(clock, { date: '2026-12-31' })
    assert.deepEqual([answer.status, await ahead()], [403, 0], `${role}: ${answer.text}`)
  }
  assert.equal((await outsider.send(clock, { date: '2026-12-31' })).status, 403)
  const worker = await signedIn(service, company_id, { company_role: 'standard' })
  assert.equal((await worker.send(clock, { date: '2026-12-31' })).status, 200)
  assert.equal(await ahead(), 45)
})

test('costs in another currency are not added to those of the administration', async () => {
  const costs = async (): Promise<string> => ((await boss.get(place)).body as Sandbox).costs_amount
  const before = await costs()
  const debtor_id = await given.debtor(tenant)
  const invoice_id = await given.invoice(tenant, debtor_id, { currency_code: 'GBP' })
  await given.row('steps', tenant, {
    ...{ debtor_id, invoice_id, step: 'reminder_2', day: '2026-12-02', costs_amount: '70.00' },
    ...{ performed_at: '2026-12-02T09:00:00Z', origin: 'engine', ...stamps },
  })
  assert.equal(await costs(), before)
})
