import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openPage, startBrowser } from '../../server/test/browser.ts'
import { addressOf, testDatabase } from '../../server/test/harness.ts'

// The guide is followed line by line on the real demo: its commands run in a shell, and the person is a browser.

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const page_text = await readFile(join(root, 'docs/guides/connecting.md'), 'utf8')
const commands = [...page_text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text)

const data_dir = await mkdtemp(join(tmpdir(), 'dunlin-connecting-'))
const database = await testDatabase()
const printed = await startDemo()
const card = JSON.parse(await readFile(join(data_dir, 'demo.json'), 'utf8'))
/** What the shell knows after each step. */
let known: NodeJS.ProcessEnv = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: data_dir }

async function startDemo(): Promise<string> {
  const env = {
    ...process.env,
    DATABASE_URL: addressOf(database.connection),
    DATA_DIR: data_dir,
    PORT: '0',
    LOG_LEVEL: '',
  }
  const demo = spawn(process.execPath, [join(root, 'server/bin/dunlin.js'), 'demo', '--debtors', '20'], { env })
  after(async () => {
    const ended = once(demo, 'exit')
    if (demo.kill('SIGTERM')) await ended
    await rm(data_dir, { recursive: true, force: true })
  })
  let text = ''
  demo.stderr.on('data', (bytes) => {
    text += bytes
  })
  for await (const bytes of demo.stdout) {
    text += bytes
    if (/per_page=2"\n/.test(text)) return text
  }
  return assert.fail(`The demo ended: ${text}`)
}

/** Runs the commands that hold a text, and keeps what they set and define. */
async function follow(holding: string, more: NodeJS.ProcessEnv = {}): Promise<string> {
  const text = commands.find((one) => one.includes(holding)) ?? assert.fail(`The guide has no ${holding}.`)
  // With -a, variables and functions reach the next step through the environment.
  const script = `set -aeu -o pipefail\n${text}\nprintf '\\0'; env -0`
  const { stdout } = await run('bash', ['-c', script], { env: { ...known, ...more }, cwd: root })
  const [said = '', ...pairs] = stdout.split('\0')
  known = Object.fromEntries(
    pairs.filter(Boolean).map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
  return said
}

const administrations = (said: string): string[] => JSON.parse(said).data.map(({ id }: { id: string }) => id)

test('the demo prints how to get in, and nothing else', () => {
  assert.doesNotMatch(printed, /^\{/m)
  assert.match(printed, /Let software in http:\/\/127\.0\.0\.1:\d+\/oauth\/authorize\?/)
  assert.equal(card.applications.authorization_code.redirect_uri, `${card.base_url}/demo/callback`)
})

test('the page of the demo shows what came in as text, keeps none of it, and is nowhere else', async () => {
  const answer = await fetch(`${card.base_url}/demo/callback?code=%3Cscript%3E%27&state=%22%3E%3Cb%3E`)
  const shown = await answer.text()
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.match(shown, /&lt;script&gt;&#39;/)
  assert.doesNotMatch(shown, /<script>|<b>/)
  assert.match(await (await fetch(`${card.base_url}/demo/callback?error=%3Ci%3E`)).text(), /&lt;i&gt;/)
  await database.db
    .updateTable('applications')
    .set({ redirect_uri: 'https://app.example.com/' })
    .where('redirect_uri', '=', `${card.base_url}/demo/callback`)
    .execute()
  assert.equal((await fetch(`${card.base_url}/demo/callback?code=x`)).status, 404)
  await database.db
    .updateTable('applications')
    .set({ redirect_uri: `${card.base_url}/demo/callback` })
    .where('redirect_uri', '=', 'https://app.example.com/')
    .execute()
})

test('every command of the guide does what the guide says', async () => {
  await follow('field()')
  assert.equal(administrations(await follow('.static_token')).length, 4)
  await follow('REDIRECT_URI=')
  await follow('AUTHORIZE_LINK=')

  const { page, complaints } = await openPage(await startBrowser())
  await page.goto(known.AUTHORIZE_LINK ?? '')
  await page.getByLabel('Email address').fill(card.user.email_address)
  await page.getByLabel('Password', { exact: true }).fill(card.user.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('All, also those that come later').check()
  await page.getByRole('button', { name: 'Allow' }).click()
  const code = await page.locator('#code').innerText()
  await page.getByText(known.STATE ?? 'no state').waitFor()
  assert.match(await page.locator('pre').innerText(), /^curl --user/)
  assert.deepEqual(complaints, [])

  const exchanged = await follow('grant_type=authorization_code', { CODE: code })
  assert.match(exchanged, /"expires_in":7200/)
  assert.match(exchanged, /"data":\[\{"id":"/)
  const before = known.ACCESS_TOKEN
  assert.match(await follow('grant_type=refresh_token'), /the twin got the same pair/)
  assert.notEqual(known.ACCESS_TOKEN, before)
  assert.match(await follow('/oauth/introspect'), /"active":true/)
  assert.equal(await follow('/oauth/revoke'), '{}')
  assert.equal(await follow('/oauth/introspect'), '{"active":false}')
  assert.equal(administrations(await follow('grant_type=client_credentials')).length, 4)
})
