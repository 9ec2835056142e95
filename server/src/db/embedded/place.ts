import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import {
  access,
  chmod,
  chown,
  constants,
  lchown,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  stat,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { errorCode } from './processes.ts'

// Where the embedded PostgreSQL lives. Normally everything is in the data folder. PostgreSQL refuses to run as
// root, so for root it runs as another user, who may be unable to enter the data folder; the database is then
// kept in the shared folder below, and a link in the data folder shows where, so that a folder that is moved or
// opened later still finds its database.

export const shared_folder = '/var/lib/dunlin'
export const socket_port = 5432

/** Whom PostgreSQL runs as, when that is somebody else than ourselves. */
export type Account = { uid: number; gid: number }

export type DataFolder = { folder: string; run_folder: string; log_file: string; hash: string }

export type ServerPaths = {
  account: Account | null
  data: string
  data_link: string
  socket: string
  notices: string[]
}

// The address of a Unix socket holds 104 bytes on some systems and 108 on others.
const socket_path_bytes_max = 100

/** Makes the data folder and what lies in it for Dunlin itself; needs no lock. */
export async function openDataFolder(data_dir: string): Promise<DataFolder> {
  try {
    await mkdir(dirname(resolve(data_dir)), { recursive: true })
    // The user that PostgreSQL runs as must be able to pass through, but need not see what is there.
    makeFolder(data_dir, runsAsRoot() ? 0o711 : 0o700)
    const folder = await realpath(data_dir)
    const run_folder = join(folder, 'postgres_run')
    if ((await mkdir(run_folder, { recursive: true, mode: 0o700 })) !== undefined) await giveLike(run_folder, folder)
    await access(run_folder, constants.W_OK)
    const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16)
    return { folder, run_folder, log_file: join(folder, 'postgres.log'), hash }
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes(errorCode(error))) throw error
    throw new Error(
      `Dunlin may not write in the data folder ${resolve(data_dir)} (${errorCode(error)}): run it as the owner of ` +
        'that folder, or choose another DATA_DIR.',
      { cause: error },
    )
  }
}

/** Decides where data and socket are and makes the folder of the socket; the caller holds the lock. */
export async function chooseServerPaths(folders: DataFolder, run_as: string | null): Promise<ServerPaths> {
  const data_link = join(folders.folder, 'postgres')
  const existing = await existingData(data_link)
  const chosen = runsAsRoot()
    ? await placeForRoot(folders, existing, run_as)
    : await placeForUser(existing ?? data_link)
  const moved = chosen.data !== data_link && chosen.data.startsWith(`${shared_folder}/`)
  const socket = await socketFolder(folders, chosen.account, moved)
  const notices = moved
    ? [
        `The database is kept in ${chosen.data}, because the user that PostgreSQL runs as cannot enter ${folders.folder}.`,
      ]
    : []
  return { ...chosen, data_link, socket, notices }
}

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0
}

/** Whether that user may pass through a folder and all those above it, judged by their mode bits. */
export async function canEnter(account: Account, folder: string): Promise<boolean> {
  const real = await realpath(folder)
  if (!(await allows(account, real, 1))) return false
  return real === dirname(real) || canEnter(account, dirname(real))
}

/** Whether a file or folder itself grants that user the bits: 4 to read, 1 to run or pass. */
export async function allows(account: Account, path: string, bits: number): Promise<boolean> {
  const found = await stat(path)
  const shift = found.uid === account.uid ? 6 : found.gid === account.gid ? 3 : 0
  return ((found.mode >> shift) & bits) === bits
}

/** Hands a folder and all in it to the account; the folder itself last, so that a kill halfway is seen. */
export async function giveTo(account: Account, path: string): Promise<void> {
  const found = await lstat(path)
  if (found.isDirectory()) {
    for (const name of await readdir(path)) await giveTo(account, join(path, name))
  }
  if (found.uid !== account.uid) await lchown(path, account.uid, account.gid)
}

/** What root makes in somebody's data folder stays usable for that somebody. */
export async function giveLike(path: string, example: string): Promise<void> {
  if (!runsAsRoot()) return
  const owner = await stat(example)
  await chown(path, owner.uid, owner.gid)
}

export async function makeSharedFolder(): Promise<void> {
  await mkdir(dirname(shared_folder), { recursive: true })
  makeFolder(shared_folder, 0o755)
}

/**
 * Makes a folder that has its mode from the start, whatever the umask: a mode set afterwards would let another
 * process see the folder closed, and decide to keep the database elsewhere.
 */
function makeFolder(path: string, mode: number): void {
  const umask = process.umask(0)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    process.umask(umask)
  }
}

async function existingData(data_link: string): Promise<string | null> {
  const linked = await lstat(data_link).catch(absent)
  if (linked === null) return null
  try {
    return await realpath(data_link)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    throw new Error(`${data_link} points at a folder that is not there: bring that back, or remove the link.`)
  }
}

async function placeForUser(data: string): Promise<{ account: null; data: string }> {
  const found = await stat(data).catch(absent)
  if (found !== null && found.uid !== process.getuid?.()) {
    throw new Error(
      `The database in ${data} belongs to the user with number ${found.uid}: run Dunlin as that user or as root, ` +
        'or choose another DATA_DIR.',
    )
  }
  return { account: null, data }
}

async function placeForRoot(
  folders: DataFolder,
  existing: string | null,
  run_as: string | null,
): Promise<{ account: Account; data: string }> {
  const usual = await accountFor(run_as)
  if (existing !== null) {
    const owner = await stat(existing)
    const account = owner.uid === 0 ? usual : { uid: owner.uid, gid: owner.gid }
    if (await canEnter(account, dirname(existing))) return { account, data: existing }
    throw new Error(
      `The database in ${existing} cannot be reached by the user with number ${account.uid}, that PostgreSQL runs ` +
        'as: let that user pass through the folders above it (chmod o+x), or move the folder.',
    )
  }
  // Data kept there before stays in use, also when the data folder can be entered by now.
  const shared = join(shared_folder, `data-${folders.hash}`)
  const kept = await stat(shared).catch(absent)
  if (kept === null && (await canEnter(usual, folders.folder))) {
    return { account: usual, data: join(folders.folder, 'postgres') }
  }
  await makeSharedFolder()
  if (!(await canEnter(usual, shared_folder))) {
    throw new Error(
      `The user ${run_as ?? 'nobody'}, that PostgreSQL runs as, can enter neither ${folders.folder} nor ${shared_folder}: ` +
        'let it pass through one of them (chmod o+x), or set DATABASE_URL.',
    )
  }
  return { account: kept === null || kept.uid === 0 ? usual : { uid: kept.uid, gid: kept.gid }, data: shared }
}

/** Whom PostgreSQL runs as for root: the user that the operator named, or nobody. */
async function accountFor(run_as: string | null): Promise<Account> {
  const found = await findUser(({ name }) => name === (run_as ?? 'nobody'))
  if (found !== null && found.uid !== 0) return { uid: found.uid, gid: found.gid }
  if (run_as === null) return { uid: 65534, gid: 65534 }
  throw new Error(
    `EMBEDDED_USER is ${run_as}, and PostgreSQL cannot run as that: name a user of this machine other than root.`,
  )
}

type User = { name: string } & Account

/** A user of the machine. */
export async function findUser(fits: (user: User) => boolean): Promise<User | null> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  for (const line of passwd.split('\n')) {
    const [name = '', , uid, gid] = line.split(':')
    const user = { name, uid: Number(uid), gid: Number(gid) }
    if (gid !== undefined && fits(user)) return user
  }
  return null
}

async function socketFolder(folders: DataFolder, account: Account | null, moved: boolean): Promise<string> {
  const beside = join(folders.folder, 'postgres_socket')
  const temporary = [...new Set([tmpdir(), '/tmp'])].map((folder) => join(folder, `dunlin-${folders.hash}`))
  for (const folder of moved ? [join(shared_folder, `socket-${folders.hash}`)] : [beside, ...temporary]) {
    if (Buffer.byteLength(socketFile(folder)) > socket_path_bytes_max) continue
    if (account !== null && !(await canEnter(account, dirname(folder)))) continue
    await makePrivateFolder(folder, account)
    return folder
  }
  throw new Error(`No folder for the socket of PostgreSQL has a path short enough; tried ${temporary.join(' and ')}.`)
}

export function socketFile(folder: string): string {
  return join(folder, `.s.PGSQL.${socket_port}`)
}

async function makePrivateFolder(folder: string, account: Account | null): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error
  })
  const own = process.getuid?.()
  const owner = account?.uid ?? own
  const found = await lstat(folder)
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== own)) {
    // In a folder open to all, somebody else may have put something under this name to listen in.
    throw new Error(`${folder} should be a folder of Dunlin's own, but belongs to somebody else: remove it.`)
  }
  if (account !== null && found.uid !== account.uid) await chown(folder, account.uid, account.gid)
  if ((found.mode & 0o777) !== 0o700) await chmod(folder, 0o700)
}

function absent(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null
  throw error
}
