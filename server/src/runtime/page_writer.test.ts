import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { pageWriter, releasePage } from './page_writer.ts'

const { call, given, app } = await startService()
const tenant = await given.tenant()
const token = await given.token(tenant)
await given.debtors(tenant, 1200)

/** Pages of many sizes, from one record to more than a buffer holds at first. */
const paths = [1, 2, 10, 99, 100, 250, 500].flatMap((per_page) =>
  [0, 150, 600].map(
    (cursor) => `/v1/debtors?administration_id=${tenant.administration_id}&per_page=${per_page}&cursor=${cursor}`,
  ),
)
const pages = new Map<string, string>()
for (const path of paths) pages.set(path, (await call(`GET ${path}`, { token })).text)

/** Sends a request and does not read the answer to its end, or reads it late. */
async function disturb(path: string, manner: 'leave' | 'leave in the middle' | 'read late'): Promise<void> {
  const { hostname, port, host } = new URL(app.base_url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n\r\n`)
  if (manner === 'leave in the middle') await Promise.race([once(socket, 'data'), once(socket, 'close')])
  if (manner !== 'read late') return void socket.destroy()
  // Another page is made meanwhile.
  await call(`GET ${paths[0]}`, { token })
  let text = ''
  for await (const chunk of socket.setEncoding('utf8')) text += chunk
  assert.equal(text.slice(text.indexOf('\r\n\r\n') + 4), pages.get(path))
}

test('no page is ever mixed with another, also when callers leave early or read late', async () => {
  const manners = ['leave', 'leave in the middle', 'read late'] as const
  for (let round = 0; round < 15; round++) {
    const work = Array.from({ length: 60 }, async (_, n) => {
      const path = paths[(round * 7 + n * 5) % paths.length] ?? ''
      const manner = manners[n % 8]
      if (manner !== undefined) return disturb(path, manner)
      assert.equal((await call(`GET ${path}`, { token })).text, pages.get(path))
    })
    await Promise.all(work)
  }
})

/** A page of so many records of a size, as the database would send it. */
function writePage(text: string, count: number, record_bytes: number): Buffer {
  const cursor = { id: '0', until: null, place: null }
  const statement = { text, values: [], columns: null }
  const page = pageWriter({ filters: new Map(), cursor, per_page: 500 }, statement)
  const bytes = Buffer.from(`1${JSON.stringify('x'.repeat(record_bytes - 2))}`)
  for (let n = 0; n < count; n++) page.take({ bytes, starts: [0, 1], ends: [1, bytes.length] })
  return page.finish()
}

test('pages of every size are written into buffers that held others before', () => {
  for (const record_bytes of [10, 300, 500, 1_000, 1_900]) {
    const buffers = new Set<ArrayBufferLike>()
    for (let n = 0; n < 20; n++) {
      const page = writePage(`pages of ${record_bytes}`, 500, record_bytes)
      assert.equal(page.length, Buffer.byteLength('{"data":[]}') + 500 * record_bytes + 499)
      buffers.add(page.buffer)
      releasePage(page, true)
    }
    assert.ok(buffers.size <= 2, `${buffers.size} buffers for pages of ${record_bytes} bytes a record`)
  }
})

test('a page with few records does not keep a large buffer', () => {
  releasePage(writePage('few or many', 500, 1_900), true)
  const page = writePage('few or many', 3, 1_900)
  assert.equal(page.buffer.byteLength, 128 * 1024)
  releasePage(page, true)
})
