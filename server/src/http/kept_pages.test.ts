import assert from 'node:assert/strict'
import { Agent, get, type IncomingHttpHeaders } from 'node:http'
import { after, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { startService } from '../../test/harness.ts'

const { app, call } = await startService()
const agent = new Agent({ keepAlive: true })
after(() => agent.destroy())

type Got = { status: number; headers: IncomingHttpHeaders; bytes: Buffer }

/** As it comes over the wire; fetch would unpack it. */
const fetched = (path: string, headers: Record<string, string> = {}): Promise<Got> =>
  new Promise((resolve, reject) => {
    get(`${app.base_url}${path}`, { headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { statusCode: status = 0, headers: sent } = response
        resolve({ status, headers: sent, bytes: Buffer.concat(chunks) })
      })
    }).on('error', reject)
  })

const script = '/docs/js/scalar.js'
const pages: [path: string, type: RegExp][] = [
  [script, /javascript/],
  ['/docs/', /^text\/html/],
  ['/docs/guides/connecting', /^text\/plain/],
  ['/openapi.json', /^application\/json/],
]

for (const [path, type] of pages) {
  test(`${path} is sent compressed, and not again to whoever has it`, async () => {
    const plain = await fetched(path)
    assert.equal(plain.status, 200)
    assert.match(plain.headers['content-type'] ?? '', type)
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(plain.headers['cache-control'], 'no-cache')
    assert.match(plain.headers.vary ?? '', /accept-encoding/)
    const br = await fetched(path, { 'accept-encoding': 'gzip, deflate, br' })
    assert.equal(br.headers['content-encoding'], 'br')
    assert.ok(brotliDecompressSync(br.bytes).equals(plain.bytes))
    const gzip = await fetched(path, { 'accept-encoding': 'gzip;q=1.0, br;q=0' })
    assert.equal(gzip.headers['content-encoding'], 'gzip')
    assert.ok(gunzipSync(gzip.bytes).equals(plain.bytes))
    const { etag = '' } = plain.headers
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await fetched(path, { 'if-none-match': known })
      assert.deepEqual([again.status, again.bytes.length], [304, 0], known)
      assert.equal(again.headers.etag, etag)
    }
    assert.equal((await fetched(path, { 'if-none-match': '"other"' })).status, 200)
  })
}

test('the script of the reference is kept for ever under its hash, and its page names that', async () => {
  const page = (await fetched('/docs/')).bytes.toString()
  const [, named = ''] = /src="(js\/scalar\.js\?v=[\w-]{22})"/.exec(page) ?? []
  const kept = await fetched(`/docs/${named}`)
  assert.equal(kept.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal((await fetched(`${script}?v=older`)).headers['cache-control'], 'no-cache')
  assert.equal((await fetched('/docs')).headers.location, '/docs/')
})

test('the script of the reference costs little, however often it is fetched', async () => {
  const headers = { 'accept-encoding': 'br' }
  for (let n = 0; n < 3; n++) await fetched(script, headers)
  const before = process.cpuUsage()
  const often = 40
  for (let n = 0; n < often; n++) await fetched(script, headers)
  const { user, system } = process.cpuUsage(before)
  // Whoever fetches it is in this process too.
  assert.ok((user + system) / 1000 / often < 30, `${(user + system) / 1000 / often} ms each`)
})

test('what is not there is refused as everywhere', async () => {
  const answer = await call('GET /docs/nothing')
  assert.deepEqual([answer.status, (answer.body as { code: string }).code], [404, 'not_found'])
  assert.equal(answer.headers.get('cache-control'), 'no-store')
})

test('every other page says what may be kept of it', async () => {
  const html = { accept: 'text/html' }
  const asset = /assets\/[^"]+\.js/.exec((await fetched('/', html)).bytes.toString())?.[0] ?? ''
  const cases: [path: string, cache_control: string][] = [
    ['/', 'no-cache'],
    ['/administrations/1/invoices', 'no-cache'],
    [`/${asset}`, 'public, max-age=31536000, immutable'],
    ['/assets/older.js', 'no-store'],
    ['/favicon.svg', 'no-cache'],
    ['/portal/1/invoices/nothing', 'no-store'],
    ['/portal/broken', 'no-store'],
    ['/health', 'no-store'],
    ['/ready', 'no-store'],
    ['/metrics', 'no-store'],
    ['/v1/debtors', 'no-store'],
    ['/console/session', 'no-store'],
  ]
  for (const [path, expected] of cases) {
    const { headers } = await fetched(path, path.startsWith('/v1') ? {} : html)
    assert.equal(headers['cache-control'], expected, path)
  }
})
