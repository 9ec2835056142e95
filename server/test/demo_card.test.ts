import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { addressOf, testDatabase } from './harness.ts'
import { until } from './until.ts'

const bin = fileURLToPath(new URL('../bin/dunlin.js', import.meta.url))
const database = await testDatabase()
const data_dir = await mkdtemp(join(tmpdir(), 'dunlin-card-'))
after(() => rm(data_dir, { recursive: true, force: true }))

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

test('as soon as the demo answers, its card is whole', async () => {
  const port = await freePort()
  const env = {
    ...process.env,
    DATABASE_URL: addressOf(database.connection),
    DATA_DIR: data_dir,
    PORT: String(port),
    LOG_LEVEL: '',
  }
  const demo = spawn(process.execPath, [bin, 'demo', '--debtors', '5'], { env, stdio: 'ignore' })
  const ended = once(demo, 'exit')
  try {
    const base_url = `http://127.0.0.1:${port}`
    const answers = (): Promise<boolean> =>
      fetch(`${base_url}/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    await until('the demo answers', answers, 60_000)
    const card = JSON.parse(await readFile(join(data_dir, 'demo.json'), 'utf8'))
    assert.equal(card.base_url, base_url)
    assert.ok(card.portal_url.startsWith(`${base_url}/portal/`), card.portal_url)
    const { access_token, redirect_uri } = card.applications.authorization_code
    assert.ok(access_token)
    assert.equal(redirect_uri, `${base_url}/demo/callback`)
    assert.deepEqual(
      (await readdir(data_dir)).filter((name) => name.startsWith('demo.json')),
      ['demo.json'],
    )
  } finally {
    demo.kill('SIGTERM')
    await ended
  }
})
