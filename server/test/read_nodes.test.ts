import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Resource } from '../src/api/define.ts'
import { orderNames } from '../src/api/operations.ts'
import { client } from '../src/db/connect.ts'
import { readPlan } from '../src/db/distribution.ts'
import { addressAt, checkNode } from '../src/db/nodes.ts'
import { families } from '../src/resources/index.ts'
import { fillEveryFamily } from './every_family.ts'
import { addressOf, data, startService } from './harness.ts'
import { logTo } from './log_to.ts'
import { askNodes, nodesOf, workers } from './servers.ts'
import { until } from './until.ts'

const primary = await startService()
const { given, database } = primary
const address = addressOf(database.connection)
const lines: string[] = []
const log = logTo('warn', (line: string) => void lines.push(line))
const near = await startService({ beside: primary, read_nodes: true, database_url: address, log })
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

/** Families whose pages come from nodes. */
const isRead = ({ follows, within, removed }: Resource): boolean =>
  follows !== null && removed === null && within.reach === 'administration'

/** One of them says something to every filter. */
const values = ['1', '2026-01-01T00:00:00Z', '2026-01-01', 'true']

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

test('a hundred who ask at once share sixteen connections to each node', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => near.call(list, { token })))
  for (const answer of answers) assert.equal(data(answer).length, 2)
  const [{ length: nodes }, count] = [nodesOf(database.connection), await connections()]
  assert.ok(count <= 16 * nodes, `${count} connections`)
})

test('nothing that can be asked for is refused by nodes, and they answer as the coordinator does', async () => {
  const full = await given.tenant()
  await fillEveryFamily(given, full)
  const token = await given.token(full)
  lines.length = 0
  let asked = 0
  for (const { resource } of families) {
    if (!resource || !isRead(resource)) continue
    const filters = Object.entries(resource.filters).map(([name, { read, schema }]) => {
      const [, word = ''] = /"enum":\["(\w+)"/.exec(JSON.stringify(schema)) ?? []
      const value = [...values, word].find((one) => !('problem' in read(one)))
      assert.ok(value !== undefined, `${resource.name}: no value for ${name}`)
      return `&${name}=${encodeURIComponent(value)}`
    })
    const orders = orderNames(resource).map((order) => `&order=${order}`)
    for (const query of ['', '&per_page=1', ...filters, ...orders]) {
      const line: string = `GET /v1/${resource.name}?administration_id=${full.administration_id}${query}`
      const there = await near.call(line, { token })
      const here = await primary.call(line, { token })
      assert.equal(there.status, here.status, line)
      assert.equal(there.text, here.text, line)
      asked++
    }
  }
  assert.ok(asked > 100, `${asked} were asked`)
  assert.deepEqual(lines, [])
})

test('a server that is not the node it should be is never asked', async () => {
  const own = client(database.connection)
  await own.connect()
  const node = { host: 'two.example.com', port: 5432, group: 77 }
  await assert.rejects(checkNode(own, node), /^Error: two\.example\.com:5432 is not node 77 of the cluster$/)
  await own.end()
  // What stands behind the question mark would lead all of them to the coordinator.
  const socket = 'postgres://dunlin:secret@localhost:1/dunlin?host=%2Ftmp&sslmode=require'
  assert.equal(addressAt(socket, node), 'postgres://dunlin:secret@two.example.com:5432/dunlin?sslmode=require')
  assert.equal(
    addressAt(socket, { ...node, host: '::2' }),
    'postgres://dunlin:secret@[::2]:5432/dunlin?sslmode=require',
  )
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
  const read = resources.filter(isRead)
  assert.ok(read.length > 10)
  assert.deepEqual(
    read.map(({ table }) => table).filter((table) => !cut.has(table)),
    [],
  )
})
