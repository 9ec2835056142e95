import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startService } from '../server/test/harness.ts'

// The package as somebody else gets it: packed, installed in an empty folder without a network, and used from there.

const run = promisify(execFile)
const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'dunlin-package-'))
after(() => rm(folder, { recursive: true, force: true }))
const user = join(folder, 'user')

const service = await startService()
const tenant = await service.given.tenant()
await service.given.debtors(tenant, 2)

before(async () => {
  const built = join(folder, 'built')
  await run(process.execPath, [place('build.ts'), built])
  const { stdout } = await run('npm', ['pack', built, '--json', '--pack-destination', folder], { cwd: folder })
  // npm describes each package that it packed, in a list or by name.
  const [packed] = Object.values(JSON.parse(stdout)) as { filename: string }[]
  assert.ok(packed, stdout)
  await mkdir(user)
  await writeFile(join(user, 'package.json'), '{ "type": "module" }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed.filename)], { cwd: user })
})

const program = `
import { createClient } from '@dunlin/sdk'

const dunlin = createClient({ base_url: process.env.DUNLIN_URL ?? '', token: process.env.DUNLIN_TOKEN ?? '' })
const administration_id = process.env.DUNLIN_ADMINISTRATION ?? ''
for await (const { name } of dunlin.debtors.list({ administration_id })) console.log(name)
`

test('what is installed runs in a plain Node', async () => {
  await writeFile(join(user, 'program.js'), program)
  const env = {
    PATH: process.env.PATH,
    DUNLIN_URL: service.app.base_url,
    DUNLIN_TOKEN: await service.given.token(tenant),
    DUNLIN_ADMINISTRATION: tenant.administration_id,
  }
  const { stdout } = await run(process.execPath, ['program.js'], { cwd: user, env })
  assert.equal([...stdout.matchAll(/^Debtor \d+$/gm)].length, 2, stdout)
})

test('what is installed has its types, and needs nobody else for them', async () => {
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
  }
  await writeFile(join(user, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const check = (text: string): Promise<string> =>
    writeFile(join(user, 'program.ts'), text)
      .then(() => run(process.execPath, [place('../node_modules/typescript/bin/tsc'), '-p', user]))
      .then(
        () => '',
        ({ stdout }) => String(stdout),
      )
  const typed = (field: string): string => `
    import { createClient, type Debtor, exchangeCode } from '@dunlin/sdk'
    const dunlin = createClient({ base_url: '', token: '' })
    const page = await dunlin.debtors.list({ administration_id: '1' })
    export const names: string[] = page.data.map((debtor: Debtor) => debtor.${field})
    export const pair = exchangeCode({ base_url: '', client_id: '', client_secret: '', code: '', redirect_uri: '' })`
  assert.equal(await check(typed('name')), '')
  assert.match(await check(typed('nmae')), /'nmae' does not exist on type 'Debtor'/)
})

test('the sources are not packed by mistake, and nothing is shipped that is not needed', async () => {
  const wrong = await run('npm', ['pack', '--dry-run'], { cwd: place('.') }).then(
    () => 'It was packed.',
    ({ stderr }) => String(stderr),
  )
  assert.match(wrong, /npm run package/)
  const shipped = JSON.parse(await readFile(join(user, 'node_modules/@dunlin/sdk/package.json'), 'utf8'))
  assert.equal(shipped.dependencies, undefined)
  assert.equal(shipped.private, undefined)
})
