import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startService } from '../server/test/harness.ts'
import { partnerOf } from '../server/test/oauth.ts'

const run = promisify(execFile)
const here = fileURLToPath(new URL('./', import.meta.url))
const root = join(here, '..')
const page = await readFile(join(here, 'README.md'), 'utf8')
const examples = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text = '']) => text)

// Beside the package, so that an example finds it by its name.
const folder = await mkdtemp(join(here, '.examples-'))
after(() => rm(folder, { recursive: true, force: true }))
for (const [index, text] of examples.entries()) await writeFile(join(folder, `${index}.ts`), text)

const service = await startService()
const { given, app } = service
const partner = partnerOf(service, () => new Date())
const connected = await partner.connect({ all: true })
const { tenant, application } = connected
await given.debtors(tenant, 3)
const tokens = await partner.tokens(connected)
await writeFile(join(folder, 'tokens.json'), JSON.stringify(tokens))
const env = {
  ...process.env,
  DUNLIN_URL: app.base_url,
  DUNLIN_TOKEN: await given.token(tenant),
  DUNLIN_ADMINISTRATION: tenant.administration_id,
  DUNLIN_CLIENT_ID: application.client_id,
  DUNLIN_CLIENT_SECRET: application.client_secret,
}

async function said(example: string): Promise<string> {
  const index = examples.findIndex((text) => text.includes(example))
  assert.ok(index >= 0, `There is an example with ${example}.`)
  const { stdout, stderr } = await run(process.execPath, [join(folder, `${index}.ts`)], { cwd: folder, env })
  return `${stdout}${stderr}`
}

test('every example compiles', async () => {
  const options = { extends: '../tsconfig.json', include: ['*.ts'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options))
  const compiler = join(root, 'node_modules', '.bin', 'tsc')
  await run(compiler, ['-p', folder]).catch(({ stdout }) => assert.fail(String(stdout)))
})

test('reading shows the debtors, and what is refused', async () => {
  const text = await said('for await (const debtor of')
  assert.equal([...text.matchAll(/^D\d+ Debtor \d+ 0\.00$/gm)].length, 3, text)
  assert.match(text, /^404 not_found: There is no such debtor\. \(request [\w-]{36}\)$/m)
})

test('writing reports what was done and what was not', async () => {
  const text = await said('dunlin.debtors.create')
  assert.match(text, /^1 done$/m)
  assert.match(text, /^D1002 name: is missing$/m)
  assert.match(text, /^sent at 20/m)
})

test('a sync reports what changed, and the second time nothing', async () => {
  assert.match(await said("dunlin.sync('debtors.list'"), /^changed \d+ 20/m)
  assert.equal(await said("dunlin.sync('debtors.list'"), '')
})

test('tokens renew themselves', async () => {
  await service.database.db.updateTable('access_tokens').set({ revoked_at: new Date().toISOString() }).execute()
  assert.match(await said('oauth:'), /^Administration \d+$/m)
  const stored = JSON.parse(await readFile(join(folder, 'tokens.json'), 'utf8'))
  assert.notEqual(stored.access_token, tokens.access_token)
})

test('a person is sent to the page of consent', async () => {
  const [, address = ''] = /^open (\S+)$/m.exec(await said('authorizeUrl(')) ?? []
  assert.equal((await fetch(address)).status, 200)
})
