import assert from 'node:assert/strict'
import { test } from 'node:test'
import { client } from '../src/db/connect.ts'
import { readPlan } from '../src/db/distribution.ts'
import { families } from '../src/resources/index.ts'
import { addressOf, data, startService } from './harness.ts'
import { askNodes, nodesOf, workers } from './servers.ts'
import { until } from './until.ts'

const primary = await startService()
const { given, database } = primary
const near = await startService({ beside: primary, read_nodes: true, database_url: addressOf(database.connection) })
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const list = `GET /v1/debtors?administration_id=${administration_id}`

/** How many connections there are to read from the nodes of the database, on all its servers. */
const connections = (): Promise<number> =>
  askNodes(
    database.connection,
    `select from pg_stat_activity where datname = current_database() and application_name = 'dunlin node'`,
  )

test('what was written is on the next page, wherever it is read', async () => {
  await given.debtor(tenant)
  for (let number = 0; number < 100; number++) {
    const name = `Name ${number}`
    const debtor = { debtor_number: 'N1', debtor_identifier: 'N1', name }
    const written = await primary.call('POST /v1/debtors', { token, json: { administration_id, debtors: [debtor] } })
    assert.deepEqual((written.body as { errors: object }).errors, {})
    const shown = data(await near.call(`${list}&debtor_numbers=N1`, { token }))
    assert.deepEqual(
      shown.map((one) => one.name),
      [name],
    )
  }
})

test('on a cluster pages come from the node of their administration, and on one server nobody else is asked', async () => {
  await until('it is known where they lie', async () => {
    assert.equal(data(await near.call(list, { token })).length, 2)
    return workers.length === 0 || (await connections()) > 0
  })
  assert.equal((await connections()) > 0, workers.length > 0)
})

test('a node that hangs up is left alone, and the coordinator answers', async () => {
  for (const one of nodesOf(database.connection)) {
    const own = client(one)
    await own.connect()
    await own
      .query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dunlin node'`)
      .finally(() => own.end())
    for (let count = 0; count < 10; count++) assert.equal(data(await near.call(list, { token })).length, 2)
  }
})

test('another administration of nobody is as strange there as anywhere', async () => {
  const other = await given.tenant()
  await given.debtor(other)
  const answer = await near.call(`GET /v1/debtors?administration_id=${other.administration_id}`, { token })
  assert.equal(answer.status, 403)
  assert.equal(data(await near.call(list, { token })).length, 2)
})

test('whatever is read from nodes lies there', async () => {
  const { distributed } = await readPlan()
  const cut = new Set(distributed.map(({ name }) => name))
  const resources = families.flatMap(({ resource }) => resource ?? [])
  const read = resources.filter(
    ({ follows, within, removed }) => follows !== null && removed === null && within.reach === 'administration',
  )
  assert.ok(read.length > 10)
  assert.deepEqual(
    read.map(({ table }) => table).filter((table) => !cut.has(table)),
    [],
  )
})
