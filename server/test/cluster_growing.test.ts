import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import type pg from 'pg'
import { client, withDatabase } from '../src/db/connect.ts'
import { type Fire, underFire } from './cluster_fire.ts'
import type { Tenant } from './given.ts'
import { type Service, startService } from './harness.ts'
import { workers } from './servers.ts'

/** A server with Citus that is no worker yet, and a command that restarts one of the workers. */
const spare = process.env.TEST_CITUS_SPARE ?? ''
const restart = process.env.TEST_CITUS_RESTART ?? ''
const away_ms_max = 30_000
const timeout = 400_000

const no_cluster = workers.length === 0 && 'needs a Citus cluster: TEST_CITUS_WORKERS names its workers'
const no_spare = no_cluster || (spare === '' && 'needs one more server with Citus: TEST_CITUS_SPARE names it')
const no_restart = no_cluster || (restart === '' && 'needs a command that restarts a worker: TEST_CITUS_RESTART')

/** Does something to the cluster of a service, as its operator would. */
async function onCoordinator<T>({ database }: Service, work: (own: pg.Client) => Promise<T>): Promise<T> {
  const own = client(database.connection, 'operator')
  await own.connect()
  return work(own).finally(() => own.end())
}

const nodesOf = async (own: pg.Client, tenant: Tenant): Promise<string[]> =>
  (
    await own.query<{ node: string }>(
      `select distinct s.nodeport::text as node from citus_shards s join pg_dist_shard d on d.shardid = s.shardid
       where s.citus_table_type = 'distributed'
         and d.shardid = get_shard_id_for_distribution_column(d.logicalrelid, $1::bigint)`,
      [tenant.administration_id],
    )
  ).rows.map(({ node }) => node)

/** Triggers came along with the rows. */
async function assertGuarded(own: pg.Client, tenants: readonly Tenant[]): Promise<void> {
  for (const { administration_id } of tenants) {
    const changed = own.query('update invoices set open_amount = open_amount - 1 where administration_id = $1', [
      administration_id,
    ])
    await assert.rejects(changed, /are not the sums of its entries/)
    const rewritten = own.query('update ledger_entries set amount = 1 where administration_id = $1', [
      administration_id,
    ])
    await assert.rejects(rewritten, /never changed/)
  }
}

function report(context: TestContext, fire: Fire): void {
  const { writes, reads, refused, refused_ms, longest_ms } = fire
  context.diagnostic(
    `${writes} writes, ${reads} pages, ${refused.length} refused in ${refused_ms} ms, at most ${longest_ms} ms`,
  )
}

test('while a worker is restarted nothing is lost, and clients that have to wait are told so', {
  timeout,
  skip: no_restart,
}, async (context) => {
  const service = await startService()
  const fire = await underFire(service, 6, async () => void (await promisify(execFile)('sh', ['-c', restart])))
  report(context, fire)
  assert.ok(fire.refused_ms < away_ms_max, `${fire.refused_ms} ms`)
})

test('one administration gets a shard of its own, on the node that is wanted, while it is used', {
  timeout,
  skip: no_cluster,
}, async (context) => {
  const service = await startService()
  const tenant = await service.given.tenant()
  const fire = await underFire(service, 4, async () => {
    await onCoordinator(service, async (own) => {
      // Writers wait meanwhile: with «force_logical» Citus 13.0 never ends when rows are changed while it copies.
      const { rows } = await own.query<{ shard: string }>(
        `select isolate_tenant_to_new_shard('debtors', $1::bigint, 'CASCADE', 'block_writes') as shard`,
        [tenant.administration_id],
      )
      const { rows: nodes } = await own.query<{ host: string; port: number; here: boolean }>(
        `select n.nodename as host, n.nodeport as port, s.shardid is not null as here from pg_dist_node n
         left join citus_shards s on s.nodename = n.nodename and s.nodeport = n.nodeport and s.shardid = $1::bigint
         where n.groupid <> 0`,
        [rows[0]?.shard],
      )
      const [from, to] = [nodes.find(({ here }) => here), nodes.find(({ here }) => !here)]
      await own.query('select citus_move_shard_placement($1::bigint, $2, $3, $4, $5)', [
        ...[rows[0]?.shard, from?.host, from?.port, to?.host, to?.port],
      ])
      assert.deepEqual(await nodesOf(own, tenant), [String(to?.port)])
    })
  })
  report(context, fire)
  await onCoordinator(service, (own) => assertGuarded(own, fire.tenants))
  assert.ok(fire.refused_ms < away_ms_max, `${fire.refused_ms} ms`)
})

test('a worker is added and gets its part while everybody works', { timeout, skip: no_spare }, async (context) => {
  const service = await startService()
  const name = new URL(String(service.database.connection)).pathname.slice(1)
  const { hostname, port } = new URL(spare)
  // A clone of a spread database believes to be called as its template, and says so to a node that comes.
  const template = process.env.DUNLIN_TEST_TEMPLATE ?? ''
  for (const one of [name, template]) await onSpare('postgres', `create database ${one}`)
  try {
    await onSpare(name, 'create extension citus')
    const fire = await underFire(service, 6, () =>
      onCoordinator(service, async (own) => {
        await own.query('select citus_add_node($1, $2)', [hostname, Number(port)])
        await own.query('select citus_rebalance_start()')
        await own.query('select citus_rebalance_wait()')
      }),
    )
    report(context, fire)
    await onCoordinator(service, async (own) => {
      const { rows } = await own.query(
        `select from citus_shards where nodeport = $1 and citus_table_type = 'distributed'`,
        [Number(port)],
      )
      assert.ok(rows.length > 0, 'it has its part')
      await assertGuarded(own, fire.tenants)
    })
    assert.ok(fire.refused_ms < away_ms_max, `${fire.refused_ms} ms`)
  } finally {
    for (const one of [name, template]) await onSpare('postgres', `drop database if exists ${one} with (force)`)
  }
})

async function onSpare(database: string, text: string): Promise<void> {
  const own = client(withDatabase(spare, database))
  await own.connect()
  await own.query(text).finally(() => own.end())
}
