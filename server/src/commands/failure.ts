import { ConfigProblem } from '../config.ts'
import { BackupProblem } from '../db/backup/backup.ts'
import { SpreadProblem } from '../db/migrate_cluster.ts'
import { isFull } from '../files/problem.ts'
import { Mistake } from './command.ts'
import { errorOf } from './doctor/finding.ts'

/** What to do about a database that cannot be spoken to, by the code of the system or of PostgreSQL. */
export const remedies: { readonly [code: string]: string } = {
  ECONNREFUSED: 'Start PostgreSQL, or mend host and port in DATABASE_URL.',
  ENOTFOUND: 'Mend the host in DATABASE_URL, or the name service of this machine.',
  EAI_AGAIN: 'Mend the host in DATABASE_URL, or the name service of this machine.',
  ENOENT: 'Start PostgreSQL, or mend the folder of its socket in DATABASE_URL.',
  ETIMEDOUT: 'Let this machine reach PostgreSQL: look at firewalls and routes.',
  '28P01': 'Mend user and password in DATABASE_URL.',
  '28000': 'Let this machine and role in, in pg_hba.conf of PostgreSQL.',
  '3D000': 'Make the database that DATABASE_URL names, with encoding UTF8.',
  '53300': 'Raise max_connections of PostgreSQL, or end what holds its connections.',
}

type Env = { readonly [name: string]: string | undefined }

/** What went wrong as a sentence with what to do, if an operator can mend it; null if it is a fault of ours. */
export function sentenceOf(error: unknown, env: Env): string | null {
  if (error instanceof Mistake || error instanceof ConfigProblem) return error.message
  if (error instanceof BackupProblem || error instanceof SpreadProblem) return error.message
  const known = ofListening(error, env) ?? ofFullDisk(error, env)
  if (known !== null) return known
  // What we throw ourselves for an operator is a sentence, and ends like one; what is wrong in a program does not.
  const ours = error instanceof Error && error.constructor === Error && !('code' in error) && /\.$/.test(error.message)
  return ours ? error.message : (ofFolder(error, env) ?? ofDatabase(error, env))
}

/** What the system says about a port, a name or a file. */
type SystemError = {
  code?: string
  syscall?: string
  address?: string
  port?: number
  hostname?: string
  path?: string
}

function ofListening(error: unknown, env: Env): string | null {
  const { code, syscall, address, port, hostname } = error as SystemError // Whatever is thrown may carry them.
  if (syscall === 'getaddrinfo' && hostname !== undefined && hostname === env.HOST)
    return `HOST is «${hostname}», which is no address of this machine: set it to 127.0.0.1, or 0.0.0.0 for all.`
  if (syscall !== 'listen') return null
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is taken: end what listens there (another Dunlin?), or set PORT to another one.`
  if (code === 'EADDRNOTAVAIL')
    return `HOST is «${address}», which is no address of this machine: set it to 127.0.0.1, or 0.0.0.0 for all.`
  if (code === 'EACCES')
    return `Port ${port} is not for this user: set PORT to one above 1023, and let a proxy stand before it.`
  return null
}

/** The database has a code of its own for it; its programs report it in the words of the system alone. */
function ofFullDisk(error: unknown, env: Env): string | null {
  const { code, message } = errorOf(error)
  if (code === '53100' && env.DATABASE_URL) return 'The disk of the database of DATABASE_URL is full: make room there.'
  if (!isFull(code) && !/No space left on device|Disk quota exceeded/.test(message)) return null
  return `The disk of DATA_DIR (${env.DATA_DIR ?? './data'}) is full: make room, or move the folder to a larger disk.`
}

function ofFolder(error: unknown, env: Env): string | null {
  const { code, path, syscall } = error as SystemError
  if (path === undefined || syscall === 'connect') return null
  const folder = env.DATA_DIR ?? './data'
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return `DATA_DIR is «${folder}», and ${path} is a file: set it to a folder, or to a place where one can be made.`
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOENT')
    return `${path} cannot be made or written (${code}): run Dunlin as the owner of DATA_DIR (${folder}).`
  return null
}

function ofDatabase(error: unknown, env: Env): string | null {
  if (!env.DATABASE_URL) return null
  const { code, message } = errorOf(error)
  if (error instanceof URIError)
    return 'DATABASE_URL cannot be read: percent-encode what is not a letter or digit in user and password (% is %25).'
  const remedy =
    remedies[code] ?? (/timeout expired|Connection terminated/.test(message) ? remedies.ETIMEDOUT : undefined)
  return remedy === undefined ? null : `The database of DATABASE_URL cannot be reached: ${message}. ${remedy}`
}
