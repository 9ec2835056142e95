import { type SpawnOptions, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { chown, lstat, mkdir, open, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { writeAccess } from './access.ts'
import type { Binaries } from './binaries.ts'
import { type Account, giveTo, type ServerPaths, socket_port } from './place.ts'
import { errorCode } from './processes.ts'

// The folder that PostgreSQL keeps its data in: making it once, and the settings it is run with.

/** Makes the data folder when there is none, and refuses one that these programs cannot read. */
export async function prepareCluster(options: {
  place: ServerPaths
  binaries: Binaries
  settings: Record<string, string>
  log: (line: string) => void
}): Promise<void> {
  const { place, binaries, settings, log } = options
  await removeUnfinished(place.data, log)
  const version = await readFile(join(place.data, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version === null) {
    await refuseForeignFolder(place.data)
    log('Making the database folder.')
    await makeCluster(place, binaries, settings.fsync !== 'off')
  } else if (Number.parseInt(version, 10) !== binaries.major) {
    throw new Error(
      `The database in ${place.data} was made by PostgreSQL ${version.trim()}, and this Dunlin brings PostgreSQL ` +
        `${binaries.major}: dump it with the earlier Dunlin and load it into a new DATA_DIR, or go back to that ` +
        'version. Nothing was changed.',
    )
  }
  if (place.account !== null) await giveWhole(place.data, place.account)
  await writeAccess(place)
  if (place.data_link !== place.data) await linkTo(place.data, place.data_link)
}

/**
 * A name that no other server on the machine has, because no other folder has this number on this device. The
 * server shows it in its command line, and all its processes show it in theirs.
 */
export async function clusterName(data: string): Promise<string> {
  const found = await stat(data, { bigint: true })
  return `dunlin-${createHash('sha256').update(`${found.dev}:${found.ino}`).digest('hex').slice(0, 16)}`
}

/** The arguments of the server. What is asked for wins over our choices, but not over what makes it ours. */
export function serverArguments(options: {
  data: string
  socket: string
  cluster_name: string
  settings: Record<string, string>
}): string[] {
  const settings: Record<string, string> = {
    shared_buffers: `${megabytesOfPages()}MB`,
    max_connections: '100',
    huge_pages: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_checkpoints: 'off',
    // Statements and details of errors hold names and amounts of debtors, which do not belong in a log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    logging_collector: 'off',
    ...options.settings,
    listen_addresses: '',
    port: String(socket_port),
    unix_socket_directories: `"${options.socket.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    cluster_name: options.cluster_name,
  }
  return ['-D', options.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/**
 * How many megabytes of pages the server keeps for itself: an eighth of what there is, which leaves most of it to the
 * pages of the operating system and to everything else on a small machine.
 */
function megabytesOfPages(): number {
  const limit = process.constrainedMemory()
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return Math.min(1024, Math.max(128, Math.floor(memory / 8 / 2 ** 20)))
}

/** How programs of PostgreSQL are run: as the account, in a folder it can enter, and free of our environment. */
export function spawnOptions(account: Account | null, folder: string): SpawnOptions {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C', LC_ALL: 'C', TZ: 'UTC' }
  return { cwd: folder, env, ...(account ?? {}) }
}

/** Built under another name and renamed when complete, so that a kill halfway leaves no broken database. */
async function makeCluster(place: ServerPaths, binaries: Binaries, durable: boolean): Promise<void> {
  const unfinished = `${place.data}.new-${randomUUID()}`
  await mkdir(unfinished, { mode: 0o700 })
  if (place.account !== null) await chown(unfinished, place.account.uid, place.account.gid)
  try {
    await runInitdb(unfinished, place.account, binaries, durable)
    await rename(unfinished, place.data)
    if (durable) await syncFolder(dirname(place.data))
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

function runInitdb(folder: string, account: Account | null, binaries: Binaries, durable: boolean): Promise<void> {
  // Text sorts by code point and knows upper from lower case in every language, and does both without the
  // locales of the machine, so the same everywhere. Who may connect is written afterwards.
  const options = ['-D', folder, '-U', 'dunlin', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin']
  options.push('--builtin-locale=C.UTF-8', '--auth-local=reject', '--auth-host=reject', '--no-instructions')
  if (!durable) options.push('--no-sync')
  return new Promise((resolve, reject) => {
    const child = spawn(join(binaries.folder, 'bin', 'initdb'), options, {
      ...spawnOptions(account, folder),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.once('error', (error) => reject(cannotRun(binaries, error)))
    child.once('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`initdb could not make ${folder} (${signal ?? code}): ${output.trim().slice(-2000)}`))
    })
  })
}

export function cannotRun(binaries: Binaries, cause: Error): Error {
  return new Error(
    `The programs of PostgreSQL in ${binaries.folder} cannot be run on this machine (${errorCode(cause)}): ` +
      'set DATABASE_URL to a PostgreSQL server.',
    { cause },
  )
}

async function removeUnfinished(data: string, log: (line: string) => void): Promise<void> {
  const parent = dirname(data)
  const names = (await readdir(parent)).filter((name) => name.startsWith(`${basename(data)}.new-`))
  for (const name of names) {
    try {
      await rm(join(parent, name), { recursive: true, force: true, maxRetries: 3 })
    } catch (error) {
      // The initdb of a killed process may still be writing there; the next start tries again.
      log(`${join(parent, name)} is left over and could not be removed yet (${errorCode(error)}).`)
    }
  }
}

async function refuseForeignFolder(data: string): Promise<void> {
  const names = await readdir(data).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  })
  if (names.length === 0) return
  throw new Error(`${data} is not empty and not a database of PostgreSQL: move it away, or choose another DATA_DIR.`)
}

async function giveWhole(data: string, account: Account): Promise<void> {
  if ((await lstat(data)).uid !== account.uid) await giveTo(account, data)
}

async function linkTo(data: string, data_link: string): Promise<void> {
  await symlink(data, data_link).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error
  })
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
