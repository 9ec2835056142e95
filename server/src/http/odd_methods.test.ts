import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'

const { app, call } = await startService()
const { port } = new URL(app.base_url)
const secret = 'dunlinstaticOfSomebody'

/** All that comes back for a request as it stands. */
const speak = (line: string, body = ''): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    let heard = ''
    socket.on('data', (piece) => {
      heard += piece
    })
    socket.once('close', () => resolve(heard)).once('error', reject)
    const length = body === '' ? '' : `content-type: application/json\r\ncontent-length: ${body.length}\r\n`
    const head = `${line} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${secret}\r\nx-odd: ${secret}\r\n${length}`
    socket.write(`${head}connection: close\r\n\r\n${body}`)
  })

const taken = {
  '/oauth/token': 'POST',
  '/oauth/introspect': 'POST',
  '/oauth/revoke': 'POST',
  '/.well-known/oauth-authorization-server': 'GET, HEAD',
  '/oauth/authorize': 'GET, POST, HEAD',
  '/v1/debtors': 'GET, POST, HEAD',
  '/v1/debtors/7': 'GET, HEAD',
  '/api/v1/debtors?administration_id=1': 'GET, POST, HEAD',
  '/console/sign_in': 'POST',
  '/files/uploads/1/token': 'PUT',
  '/files/letters/1/2': 'GET, HEAD',
}

/** CONNECT never becomes a request, and is answered by itself. */
const usual = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'CONNECT'])
const odd = METHODS.filter((method) => !usual.has(method))

for (const [path, allow] of Object.entries(taken)) {
  test(`${path} refuses methods that nobody uses, says which it takes, and repeats nothing`, async () => {
    assert.ok(odd.includes('TRACE') && odd.includes('PROPFIND'))
    for (const method of odd) {
      for (const body of ['', JSON.stringify({ secret })]) {
        const heard = await speak(`${method} ${path}`, body)
        assert.match(heard, /^HTTP\/1\.1 405 /, `${method}: ${heard}`)
        assert.match(heard, new RegExp(`^allow: ${allow}\r$`, 'm'), method)
        assert.ok(heard.includes(`${method} is not possible here; use ${allow}.`), heard)
        assert.ok(!heard.includes(secret), method)
      }
    }
  })
}

test('odd methods find no path where there is none', async () => {
  for (const method of odd) assert.match(await speak(`${method} /nowhere`), /^HTTP\/1\.1 404 /, method)
  assert.match(await speak('TRACE *'), /^HTTP\/1\.1 404 /)
})

test('a method in small letters, or one that there is not, is told from other nonsense', async () => {
  for (const method of ['get', 'Post', 'FOO', 'trace', 'GETX']) {
    const heard = await speak(`${method} /v1/debtors`)
    assert.match(heard, /^HTTP\/1\.1 400 [\s\S]*methods are in capitals, as GET\./, method)
    assert.ok(!heard.includes(secret))
  }
})

test('nobody gets a tunnel, and the process goes on', async () => {
  for (const path of ['/oauth/token', '/v1/debtors', 'example.com:443']) {
    const heard = await speak(`CONNECT ${path}`, JSON.stringify({ secret }))
    assert.match(heard, /^HTTP\/1\.1 405 /)
    assert.ok(!heard.includes(secret))
  }
  assert.equal((await call('GET /health')).status, 200)
})
