import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declarationOf, fileOf, mz301, writeDeclaration } from '../../test/declarations.ts'
import { startService } from '../../test/harness.ts'
import { signedIn, visitor } from '../../test/visitor.ts'
import { claim_statuses } from '../domain/claim.ts'

const service = await startService()
const { call, given } = service
const tenant = await given.tenant()
const sibling = await given.tenant({ company_id: tenant.company_id })
const stranger = await given.tenant()
const reader = await signedIn(service, tenant.company_id, {
  company_role: null,
  rights: { [tenant.administration_id]: 'restricted' },
})
const outsider = await signedIn(service, stranger.company_id)
const stamps = { created_at: 'stamp', updated_at: 'stamp' }
const debtor_id = await given.debtor(tenant)
const invoice_id = await given.invoice(tenant, debtor_id, { invoice_identifier: 'bill-1' })

async function givenOrder(filename: string, statuses: readonly string[]): Promise<{ id: string; line_ids: string[] }> {
  const file_id = await given.row('files', tenant, {
    checksum: filename.padEnd(88, '='),
    byte_size: 4,
    content_type: 'text/plain',
    uploaded_at: 'stamp',
    ...stamps,
  })
  const id = await given.row('orders', tenant, { file_id, filename, ...stamps })
  const line_ids: string[] = []
  for (const [place, claim_status] of statuses.entries()) {
    const line = { order_id: id, order_line_identifier: `${filename}-${place}`, claim: true, claim_status }
    line_ids.push(
      await given.row('order_lines', tenant, { ...line, amount: '80.00', invoice_identifier: 'bill-1', ...stamps }),
    )
  }
  return { id, line_ids }
}
const first = await givenOrder('one.mz301', claim_statuses)
const second = await givenOrder('two.mz301', ['draft', 'draft', 'failed'])
const here = `administration_id=${tenant.administration_id}`

test('orders come newest first, each with how far its lines are', async () => {
  const answer = await reader.get(`/console/orders?${here}`)
  assert.equal(answer.status, 200, answer.text)
  const { data } = answer.body as { data: { id: string; filename: string; progress: object[] }[] }
  assert.deepEqual(
    data.map(({ id }) => id),
    [second.id, first.id],
  )
  assert.deepEqual(data[0]?.progress, [
    { claim_status: 'draft', lines: 2 },
    { claim_status: 'failed', lines: 1 },
  ])
  assert.equal(data[1]?.progress.length, claim_statuses.length)
})

test('the lines of an order can be narrowed to a state, and one leads to its file and its invoice', async () => {
  const lines = await reader.get(`/console/lines_of_orders?${here}&order_ids=${second.id}&claim_status=draft`)
  const { data } = lines.body as { data: { id: string; order_id: string; filename: string }[] }
  assert.deepEqual(
    data.map(({ id }) => id),
    second.line_ids.slice(0, 2),
  )
  const fields = encodeURIComponent('{"only":["order_id","filename","invoice_id","claim_status"]}')
  const line = await reader.get(`/console/lines_of_orders/${second.line_ids[2]}?${here}&fields=${fields}`)
  assert.deepEqual(line.body, { order_id: second.id, filename: 'two.mz301', invoice_id, claim_status: 'failed' })
})

test('the link to an order that was uploaded leads to its lines and its file', async () => {
  const bytes = fileOf(writeDeclaration(mz301, declarationOf(3, { prefix: 'U' })))
  const multipart = new FormData()
  multipart.append('administration_id', tenant.administration_id)
  multipart.append('order[file]', new Blob([bytes]), 'three.mz301')
  const uploaded = await call('POST /v1/orders', { token: await given.token(tenant), multipart })
  const { deeplink_url } = uploaded.body as { deeplink_url: string }
  const id = new URL(deeplink_url).pathname.split('/').at(-1)
  const fields = encodeURIComponent('{"only":["document_url","progress"]}')
  const order = (await reader.get(`/console/orders/${id}?${here}&fields=${fields}`)).body as {
    document_url: string
    progress: object[]
  }
  assert.deepEqual(order.progress, [{ claim_status: 'draft', lines: 3 }])
  const file = await fetch(order.document_url)
  assert.equal(file.status, 200)
  assert.match(file.headers.get('content-disposition') ?? '', /three\.mz301/)
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), bytes)
  assert.equal((await fetch(order.document_url.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).status, 403)
})

test('nobody else sees orders, and pages know whether there are any', async () => {
  for (const path of ['orders', `orders/${first.id}`, 'lines_of_orders', `lines_of_orders/${first.line_ids[0]}`]) {
    assert.equal((await visitor(service).get(`/console/${path}?${here}`)).status, 401, path)
    assert.equal((await outsider.get(`/console/${path}?${here}`)).status, 403, path)
    assert.equal((await reader.get(`/console/${path}?administration_id=${sibling.administration_id}`)).status, 403)
  }
  const boss = await signedIn(service, tenant.company_id)
  const elsewhere = `administration_id=${sibling.administration_id}`
  assert.equal((await boss.get(`/console/orders/${first.id}?${elsewhere}`)).status, 404)
  assert.equal((await boss.get(`/console/lines_of_orders/${first.line_ids[0]}?${elsewhere}`)).status, 404)
  const parts = async (administration_id: string) => boss.get(`/console/administrations/${administration_id}/parts`)
  const hasOrders = async (administration_id: string) =>
    ((await parts(administration_id)).body as { orders: boolean }).orders
  assert.equal(await hasOrders(tenant.administration_id), true)
  assert.equal(await hasOrders(sibling.administration_id), false)
  assert.equal((await parts(stranger.administration_id)).status, 403)
})
