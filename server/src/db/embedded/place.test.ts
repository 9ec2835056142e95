import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, cp, lstat, mkdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { findPackage, prepareBinaries } from './binaries.ts'
import { startEmbedded } from './embedded.ts'
import { aboutData, givenStarted, givenTestFolder, query, quick, type TestFolder } from './given.ts'
import { allows, canEnter, openDataFolder, runsAsRoot, shared_folder } from './place.ts'

const nobody = { uid: 65534, gid: 65534 }

test('a data folder with a long path has its socket in a private folder for temporary files', async (t) => {
  const trial = await givenTestFolder(t)
  const data_dir = join(trial.folder, 'long'.repeat(30), 'data')
  const embedded = await givenStarted(trial, { data_dir })
  const { host } = embedded.connection

  assert.equal(dirname(host), tmpdir())
  assert.equal((await lstat(host)).mode & 0o777, 0o700)
  assert.deepEqual(await query(embedded.connection, 'select 1 as one'), [{ one: 1 }])
  await embedded.stop()
  await assert.rejects(lstat(host), { code: 'ENOENT' })
})

test('something of somebody else under the name of the private folder is refused', async (t) => {
  const trial = await givenTestFolder(t)
  const data_dir = join(trial.folder, 'long'.repeat(30), 'data')
  const taken = join(tmpdir(), `dunlin-${(await openDataFolder(data_dir)).hash}`)
  await writeFile(taken, '')
  trial.later(() => rm(taken))

  await assert.rejects(startEmbedded({ data_dir, log: () => undefined, settings: quick }), /belongs to somebody else/)
})

test('a data folder in a private home works: for its owner there, for root in the shared folder', async (t) => {
  const trial = await givenTestFolder(t)
  const home = join(trial.folder, 'home')
  await mkdir(home, { mode: 0o700 })
  const data_dir = join(home, 'clone', 'data')
  const shared = join(shared_folder, `data-${(await openDataFolder(data_dir)).hash}`)
  trial.later(() => rm(shared, { recursive: true, force: true }))
  const first = await givenStarted(trial, { data_dir })
  await query(first.connection, 'create table kept as select 42 as answer')
  await first.stop()

  // The database stays where it is, also when the home is opened afterwards.
  await chmod(home, 0o755)
  const second = await givenStarted(trial, { data_dir })

  assert.deepEqual(await query(second.connection, 'select answer from kept'), [{ answer: 42 }])
  if (!runsAsRoot()) return assert.deepEqual(aboutData(first.notices), [])
  assert.equal(await readlink(join(data_dir, 'postgres')), shared)
  for (const { notices } of [first, second]) {
    const [notice, ...more] = aboutData(notices)
    assert.deepEqual(more, [])
    assert.ok(notice?.startsWith(`The database is kept in ${shared}, because`))
  }
})

test('a link to data that is not there stops the start instead of beginning anew', async (t) => {
  const { data_dir } = await givenTestFolder(t)
  await mkdir(data_dir, { mode: 0o755 })
  execFileSync('ln', ['-s', '/nowhere/dunlin', join(data_dir, 'postgres')])

  await assert.rejects(startEmbedded({ data_dir, log: () => undefined, settings: quick }), /points at a folder/)
})

test('who may enter is read from the modes of all folders above', async (t) => {
  const { folder } = await givenTestFolder(t)
  const inner = join(folder, 'outer', 'inner')
  await mkdir(inner, { recursive: true })
  const cases: [number, number, boolean][] = [
    [0o755, 0o755, true],
    [0o711, 0o701, true],
    [0o700, 0o755, false],
    [0o755, 0o750, false],
    [0o754, 0o755, false],
  ]
  const stranger = { uid: 64_000, gid: 64_000 }
  // A folder for temporary files may itself be closed to strangers.
  const above = await canEnter(stranger, folder)
  for (const [outer_mode, inner_mode, expected] of cases) {
    await chmod(inner, inner_mode)
    await chmod(dirname(inner), outer_mode)
    assert.equal(
      await canEnter(stranger, inner),
      expected && above,
      `${outer_mode.toString(8)} ${inner_mode.toString(8)}`,
    )
    await chmod(dirname(inner), 0o755)
  }
  await chmod(inner, 0o077)
  const { uid, gid } = await lstat(inner)
  assert.equal(await allows({ uid, gid }, inner, 1), false)
  assert.equal(await allows({ uid: uid + 1, gid }, inner, 1), true)
})

test('library links that npm did not make are made at the start', async (t) => {
  const trial = await givenTestFolder(t)
  const { package_folder, library } = await givenPackage(trial)
  await rm(library, { force: true })

  const binaries = await prepareBinaries({ package_folder, data_folder: dirname(package_folder), account: null })

  assert.equal(binaries.folder, join(package_folder, 'native'))
  assert.equal((await lstat(library)).isSymbolicLink(), true)
  assert.deepEqual(binaries.notices, [])
})

test('programs that cannot be used where they are are copied, once', async (t) => {
  const trial = await givenTestFolder(t)
  const { package_folder, library, version } = await givenPackage(trial)
  const data_folder = join(dirname(dirname(package_folder)), 'data')
  await mkdir(data_folder)
  await rm(library, { force: true })
  // Root may write everywhere but hands over to somebody who may not enter; others may not make the links.
  const account = runsAsRoot() ? nobody : null
  const closed = runsAsRoot() ? dirname(package_folder) : join(package_folder, 'native', 'lib')
  await chmod(closed, runsAsRoot() ? 0o700 : 0o555)
  trial.later(() => chmod(closed, 0o755))
  const copy = join(runsAsRoot() ? shared_folder : data_folder, `postgresql-${version}`)
  trial.later(() => rm(copy, { recursive: true, force: true }))

  const options = { package_folder, data_folder, account }
  const [first, second] = await Promise.all([prepareBinaries(options), prepareBinaries(options)])

  assert.deepEqual(first, second)
  assert.equal(first.folder, join(copy, 'native'))
  assert.match(first.notices[0] ?? '', /^The programs of PostgreSQL are copied to .*, because .*\.$/)
  const said = execFileSync(join(first.folder, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/' })
  assert.match(String(said), /PostgreSQL/)
})

test('on a machine without the package, the error says what to do', () => {
  assert.throws(() => findPackage('win32', 'x64'), /does not run on Windows: set DATABASE_URL/)
  assert.throws(() => findPackage('linux', 'riscv64'), /no embedded PostgreSQL for linux-riscv64: set DATABASE_URL/)
  assert.throws(() => findPackage('linux', 'ppc64'), /not installed: run npm install .* or set DATABASE_URL/)
})

/** A copy of the installed package under a version of its own, so that its copies meet no others. */
async function givenPackage(trial: TestFolder): Promise<{ package_folder: string; library: string; version: string }> {
  const package_folder = join(trial.folder, 'modules', 'package')
  await cp(findPackage(), package_folder, { recursive: true, verbatimSymlinks: true })
  const description = join(package_folder, 'package.json')
  const version = `18.0.0-test.${process.pid}.${performance.now()}`
  const text = await readFile(description, 'utf8')
  await writeFile(description, text.replace(/"version": "[^"]*"/, `"version": "${version}"`))
  const links: { target: string }[] = JSON.parse(
    await readFile(join(package_folder, 'native', 'pg-symlinks.json'), 'utf8'),
  )
  return { package_folder, library: join(package_folder, links[0]?.target ?? ''), version }
}
