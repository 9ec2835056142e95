import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { compileCacheFolder } from './compile_cache.js'

const root = await mkdtemp(join(tmpdir(), 'dunlin-cache-'))
after(() => rm(root, { recursive: true, force: true }))
let place = ''
let number = 0
beforeEach(async () => {
  number += 1
  place = join(root, String(number))
  for (const folder of ['', 'node_modules', 'data', 'tmp']) await mkdir(join(place, folder), { mode: 0o755 })
})
const beside = (): string => join(place, 'node_modules/.cache/dunlin')
const inData = (): string => join(place, 'data/compile_cache')
const find = (): string | null => compileCacheFolder({ DATA_DIR: join(place, 'data') }, beside())

test('compiled code is kept beside the code, for nobody else to write', async () => {
  assert.equal(find(), beside())
  assert.equal((await stat(beside())).mode & 0o777, 0o700)
})

test('where others may write to the code, it is kept with the data', async () => {
  await chmod(join(place, 'node_modules'), 0o775)
  assert.equal(find(), inData())
})

test('a folder that others may write to, or a link to one, is never used', async () => {
  await chmod(join(place, 'node_modules'), 0o777)
  await mkdir(inData())
  await chmod(inData(), 0o777)
  assert.equal(find(), null)
  await rm(inData(), { recursive: true })
  await symlink(join(place, 'tmp'), inData())
  assert.equal(find(), null)
  await rm(inData())
  await chmod(join(place, 'data'), 0o777)
  assert.equal(find(), null)
})

test('without a data folder none is made', async () => {
  await chmod(join(place, 'node_modules'), 0o777)
  await rm(join(place, 'data'), { recursive: true })
  assert.equal(find(), null)
  assert.deepEqual(await readdir(place), ['node_modules', 'tmp'])
})

test('a start leaves nothing in the folder for temporary files', async () => {
  const program = fileURLToPath(new URL('dunlin.js', import.meta.url))
  const env = { ...process.env, TMPDIR: join(place, 'tmp'), DATA_DIR: join(place, 'data') }
  const { status } = spawnSync(process.execPath, [program, 'help'], { env, stdio: 'ignore' })
  assert.equal(status, 0)
  assert.deepEqual(await readdir(join(place, 'tmp')), [])
})
