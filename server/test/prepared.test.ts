import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const server = fileURLToPath(new URL('../', import.meta.url))
const place = await mkdtemp(join(tmpdir(), 'dunlin-prepared-'))
after(() => rm(place, { recursive: true }))

/** Says what runs: what was put together, or the source. */
async function whatRuns(): Promise<string> {
  const ask = `console.log(new Error().stack.includes('/dist/') ? 'prepared' : 'source')`
  const path = join(place, 'server/src/commands/law.ts')
  const text = await readFile(path, 'utf8')
  if (!text.includes(ask)) await writeFile(path, `${text}\n${ask}\n`)
  const { stdout } = await run(process.execPath, [join(place, 'server/bin/dunlin.js'), 'law', '--help'])
  assert.match(stdout, /Usage: dunlin law/)
  return stdout.split('\n')[0] ?? ''
}
const prepare = () => run(process.execPath, [join(place, 'server/prepare.js')])

test('what was put together runs as long as it was made of the source that is there', async () => {
  await mkdir(join(place, 'server'))
  for (const name of ['bin', 'src', 'package.json', 'prepare.js']) {
    await cp(join(server, name), join(place, 'server', name), { recursive: true })
  }
  await cp(join(server, '../package.json'), join(place, 'package.json'))
  await symlink(join(server, '../node_modules'), join(place, 'node_modules'))
  assert.equal(await whatRuns(), 'source')
  await prepare()
  assert.equal(await whatRuns(), 'prepared')

  const source = join(place, 'server/src/commands/command.ts')
  await writeFile(source, `${await readFile(source, 'utf8')}\n// Changed.\n`)
  assert.equal(await whatRuns(), 'source')
  await prepare()
  assert.equal(await whatRuns(), 'prepared')

  await writeFile(join(place, 'server/dist/program.json'), '{"program":')
  assert.equal(await whatRuns(), 'source')
})
