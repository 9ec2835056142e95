import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { declarationOf, fileOf, mz301, writeDeclaration } from '../../../test/declarations.ts'
import { startService } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { nextStamp } from '../../db/stamp.ts'
import { purgeStaged } from '../../jobs/retention.ts'
import { enqueue } from '../../queue/enqueue.ts'
import { takeOverLines } from './staged_lines.ts'

const { call, given, database } = await startService()
const { db } = database
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)

const fileWith = (count: number, prefix: string, invoice_number = 'D1') =>
  fileOf(writeDeclaration(mz301, declarationOf(count, { prefix, invoice_number })))
function send(bytes: Buffer<ArrayBuffer>) {
  const form = new FormData()
  form.append('administration_id', administration_id)
  form.append('order[file]', new Blob([bytes]), 'declaration.txt')
  return call('POST /v1/orders', { token, multipart: form })
}
const countOf = async (prefix: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from order_lines
    where administration_id = ${administration_id}::bigint and order_line_identifier like ${`${prefix}%`}`.execute(db)
  return rows[0]?.count ?? 0
}
const waiting = async () =>
  (await sql`select from order_line_batches where administration_id = ${administration_id}::bigint`.execute(db)).rows
    .length

/** As if the process had been killed after the order was accepted: its last lines wait, and its job is gone. */
async function interrupted(prefix: string): Promise<{ bytes: Buffer<ArrayBuffer>; order_id: string }> {
  const bytes = fileWith(2_500, prefix)
  const answer = await send(bytes)
  assert.equal(answer.status, 201, answer.text)
  const order_id = (answer.body as { deeplink_url: string }).deeplink_url.split('/').at(-1) ?? ''
  await sql`
    with taken_back as (
      delete from order_lines where administration_id = ${administration_id}::bigint
        and order_id = ${order_id}::bigint and right(order_line_identifier, 1) in ('1', '2', '3')
      returning order_line_identifier, product_identifier, claim, amount, customer_email_address
    )
    insert into order_line_batches (administration_id, order_id, upload_id, lines, created_at)
    select ${administration_id}::bigint, ${order_id}::bigint, gen_random_uuid(), jsonb_agg(to_jsonb(taken_back)), now()
    from taken_back`.execute(db)
  assert.equal(await countOf(prefix), 1_750)
  return { bytes, order_id }
}

test('all lines of a large file are there when it is answered, in order, and nothing is left aside', async () => {
  const answer = await send(fileWith(2_345, 'A'))
  assert.equal(answer.status, 201, answer.text)
  assert.equal(await countOf('A'), 2_345)
  assert.equal(await waiting(), 0)
  const { rows } = await sql<{ name: string }>`
    select order_line_identifier as name from order_lines
    where administration_id = ${administration_id}::bigint order by id`.execute(db)
  assert.deepEqual(
    rows.map(({ name }) => name),
    Array.from({ length: 2_345 }, (_, index) => `A${index + 1}`),
  )
})

test('lines that could not be taken over are taken over by the job', async () => {
  const { order_id } = await interrupted('B')
  await enqueue(db, 'take_over_lines', { administration_id, order_id })
  await until('the job has run', async () => (await countOf('B')) === 2_500)
  assert.equal(await waiting(), 0)
})

test('or by whoever sends the same file again', async () => {
  const { bytes, order_id } = await interrupted('C')
  const again = await send(bytes)
  assert.equal(again.status, 201, again.text)
  assert.ok((again.body as { deeplink_url: string }).deeplink_url.endsWith(`/${order_id}`))
  assert.equal(await countOf('C'), 2_500)
})

test('a line that waits cannot come in with another file', async () => {
  const { order_id } = await interrupted('D')
  const refused = await send(fileWith(1, 'D', 'OTHER'))
  assert.equal(refused.status, 422)
  assert.match(refused.text, /line 4: the reference number «D1» was taken in before/)
  await takeOverLines({ db, administration_id, now: new Date() }, order_id)
  assert.equal(await countOf('D'), 2_500)
})

test('of files that overlap and come at once, one is taken and the others are refused', async () => {
  const answers = await Promise.all(['1', '2', '3', '4'].map((number) => send(fileWith(1_500, 'E', number))))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422, 422])
  assert.equal(await countOf('E'), 1_500)
})

test('several who take over the lines of an order take each once', async () => {
  const { order_id } = await interrupted('F')
  await Promise.all([1, 2, 3].map(() => takeOverLines({ db, administration_id, now: new Date() }, order_id)))
  assert.equal(await countOf('F'), 2_500)
})

test('others change things in between', async () => {
  const stamps: string[] = []
  let busy = true
  const others = (async () => {
    while (busy) stamps.push(await db.transaction().execute((trx) => nextStamp(trx, administration_id)))
  })()
  assert.equal((await send(fileWith(20_000, 'G'))).status, 201)
  busy = false
  await others
  const { rows } = await sql<{ count: number; between: number }>`
    with portions as (
      select updated_at as stamp, count(*)::integer as count from order_lines
      where administration_id = ${administration_id}::bigint and order_line_identifier like 'G%' group by updated_at
    )
    select count, (
      select count(*)::integer from unnest(${stamps}::timestamptz[]) as other (stamp)
      where other.stamp > (select min(stamp) from portions) and other.stamp < (select max(stamp) from portions)
    ) as between
    from portions`.execute(db)
  assert.deepEqual(
    rows.map(({ count }) => count),
    Array.from({ length: 20 }, () => 1_000),
  )
  // While all lines had one stamp, nobody could come between the first and the last.
  assert.ok((rows[0]?.between ?? 0) > 0, `${rows[0]?.between} of ${stamps.length} came in between`)
})

test('what was put aside for nothing is removed after a day', async () => {
  await purgeStaged(db, new Date(Date.now() + 2 * 86_400_000))
  assert.equal(await waiting(), 0)
})
