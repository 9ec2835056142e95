import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { startService } from './harness.ts'
import { until } from './until.ts'

// What clients can do without breaking anything: ask too much, read too little.

const { call, given, app } = await startService()
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
await given.debtors(tenant, 500)

test('however many ask whether it is ready, the database is asked once at a time', async () => {
  const waiting = async (): Promise<number> => {
    const gauge = (await app.values()).find(({ name }) => name === 'dunlin_database_connections')
    return gauge?.values.find(({ labels }) => labels.state === 'waited_for')?.value ?? assert.fail('nobody counts')
  }
  const client = connect({ host: '127.0.0.1', port: Number(new URL(app.base_url).port) })
  let heard = ''
  client.setEncoding('utf8').on('data', (text: string) => {
    heard += text
  })
  client.write('GET /ready HTTP/1.1\r\nhost: dunlin\r\n\r\n'.repeat(400))
  let most = 0
  await until('all are answered', async () => {
    for (let turn = 0; turn < 50; turn++) most = Math.max(most, await waiting())
    most = Math.max(most, await waiting())
    return heard.split('HTTP/1.1 200 ').length === 401
  })
  client.destroy()
  assert.ok(most < 5, `${most} waited for a connection`)
})

test('a client that takes nothing of its answer is given up after a minute of silence, but not one that waits', async () => {
  const { server } = app.server as { server: Server }
  const accepted = once(server, 'connection')
  const client = connect({ host: '127.0.0.1', port: Number(new URL(app.base_url).port) })
  client.pause()
  const [socket] = (await accepted) as [Socket]
  assert.equal(socket.timeout ?? 0, 0, 'nothing is asked for yet')
  const path = `/v1/debtors?administration_id=${administration_id}&per_page=500`
  client.write(`GET ${path} HTTP/1.1\r\nhost: dunlin\r\nauthorization: Bearer ${token}\r\n\r\n`.repeat(40))
  await until('its answer waits', () => socket.writableLength > 0)
  assert.equal(socket.timeout, 60_000)
  const closed = once(socket, 'close')
  socket.emit('timeout')
  await closed
  client.destroy()
})

test('the values of a body in parts are bounded, however many they are', async () => {
  const form = new FormData()
  form.append('administration_id', administration_id)
  for (let count = 0; count < 5; count++) form.append(`junk_${count}`, 'x'.repeat(500_000))
  form.append('order[file]', new Blob(['nothing']), 'declaration.txt')
  const { status, text } = await call('POST /v1/orders', { token, multipart: form })
  assert.equal(status, 413, text)
  assert.match(text, /The values of the body have more than 2 MB; only files may/)
})

test('strangers who send files slowly keep nobody with a name from sending theirs', async () => {
  const clients: Socket[] = []
  const statuses = new Map<string, number>()
  const slowly = (address: string): void => {
    const client = connect({ host: '127.0.0.1', port: Number(new URL(app.base_url).port) })
    client.setEncoding('utf8').once('data', (text: string) => {
      const status = text.slice(9, 12)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    })
    client.write(
      `POST /portal/comment HTTP/1.1\r\nhost: dunlin\r\nx-forwarded-for: ${address}\r\ncontent-length: 1000000\r\n` +
        'content-type: multipart/form-data; boundary=b\r\n\r\n--b\r\ncontent-disposition: form-data; name="text"\r\n\r\n',
    )
    clients.push(client)
  }
  const refused = async (count: number): Promise<void> =>
    until('those for whom there is no room heard so', () => statuses.get('503') === count)
  try {
    for (let one = 1; one <= 20; one++) slowly(`2001:db8:5:5::${one}`)
    await refused(12)
    for (let one = 1; one <= 70; one++) slowly(`198.51.100.${one}`)
    await until('there is no more room', () => (statuses.get('503') ?? 0) > 12)
    const form = new FormData()
    form.append('administration_id', administration_id)
    form.append('order[file]', new Blob(['nothing']), 'declaration.txt')
    const { status, text } = await call('POST /v1/orders', { token, multipart: form })
    assert.notEqual(status, 503, text)
  } finally {
    for (const client of clients) client.destroy()
  }
})

test('very many unknown members inside of records are no fault of ours', async () => {
  const odd = Object.fromEntries(Array.from({ length: 450 }, (_, n) => [`odd_${n}`, 1]))
  const invoice_lines = Array.from({ length: 900 }, () => odd)
  const invoices = [{ invoice_number: 'F-odd', invoice_lines }]
  const { status, text } = await call('POST /v1/invoices', { token, json: { administration_id, invoices } })
  assert.ok(status < 500, `${status} ${text.slice(0, 300)}`)
})
