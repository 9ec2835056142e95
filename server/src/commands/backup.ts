import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import own from '../../package.json' with { type: 'json' }
import { clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { BackupProblem, backup as writeBackup } from '../db/backup/backup.ts'
import { noteBackup } from '../db/backup/last_backup.ts'
import type { Manifest } from '../db/backup/manifest.ts'
import { restore as putBack } from '../db/backup/restore.ts'
import { releaseJobs } from '../db/backup/restored_jobs.ts'
import { verifyBackup } from '../db/backup/verify.ts'
import { type Connection, client } from '../db/connect.ts'
import { outsideQueues } from '../db/queues.ts'
import { isFull } from '../files/problem.ts'
import { queues } from '../jobs/index.ts'
import { type Command, json_option, Mistake, print, required } from './command.ts'
import { errorOf } from './doctor/finding.ts'
import { withOpenDatabase } from './on_database.ts'

export const backup: Command = {
  summary: 'Write everything that the database and the folder of files hold into one file, while the service runs.',
  usage: 'dunlin backup --to FILE',
  options: {
    to: {
      takes: { type: 'string' },
      sentence: 'The file to write, or a folder that gets one with the time in its name.',
    },
    json: json_option,
  },
  run: (values) =>
    withOpenDatabase(async (connection, config) => {
      const now = clock.now()
      const file = await target(required(values, 'to'), now)
      const files_folder = config.files_url ? null : filesFolder(config)
      const left_out: { path: string; why: string }[] = []
      const leaveOut = (path: string, why: string): void => void left_out.push({ path, why })
      const options = { file, files_folder, version: own.version, now, leaveOut }
      const manifest = await explainingProblems(() => writeBackup(connection, options))
      const { size } = await stat(file)
      // The backup is there, whoever knows of it: a database that is only read cannot take note.
      const noted = await noteBackup(connection, now).then(
        () => [],
        (error: unknown) => [`The database could not note it, for those who watch: ${errorOf(error).message}.`],
      )
      print(values, { file, bytes: size, ...summaryOf(manifest), left_out }, [
        `Wrote ${file} (${size} bytes): ${said(manifest)}.`,
        ...noted,
        ...left_out.map(({ path, why }) => `Left out ${join(filesFolder(config), path)}: ${why}.`),
        'Keep it as safe as the database itself: it holds the same data.',
        ...(config.files_url
          ? ['Files are in the store of FILES_URL, and not in this file: back that up as well.']
          : []),
      ])
    }),
}

export const restore: Command = {
  summary: 'Put a backup back into an empty database, and bring it up to date.',
  usage: 'dunlin restore --from FILE [--replace] [--check] [--release-jobs]',
  options: {
    from: { takes: { type: 'string' }, sentence: 'The file that dunlin backup wrote.' },
    replace: { takes: { type: 'boolean' }, sentence: 'Remove what the database holds, if it holds something.' },
    check: { takes: { type: 'boolean' }, sentence: 'Only read the file to its end, and say whether it is whole.' },
    'release-jobs': {
      takes: { type: 'boolean' },
      sentence: 'This takes the place of the original: let mails and the work of the night go on at once.',
    },
    json: json_option,
  },
  run: async (values) => {
    const file = resolve(required(values, 'from'))
    if (values.check === true) {
      const manifest = await explainingProblems(() => verifyBackup(file))
      return print(values, { file, ...summaryOf(manifest) }, [`${file} is whole: ${said(manifest)}.`])
    }
    // Before a database is started for it.
    await explainingProblems(() => verifyBackup(file))
    const work = async (connection: Connection, config: Config): Promise<void> => {
      const waits = (line: string): void => console.error(line)
      const options = { file, files_folder: filesFolder(config), replace: values.replace === true, queues, waits }
      const manifest = await explainingProblems(() => putBack(connection, options))
      const released = values['release-jobs'] === true ? await release(connection) : null
      print(values, { file, ...summaryOf(manifest), jobs_held: released === null }, [
        `${file} is restored: ${said(manifest)}.`,
        ...(config.files_url && manifest.files
          ? [`Its files are in ${filesFolder(config)}: dunlin copy-files brings them to the bucket of FILES_URL.`]
          : []),
        ...(released === null ? held_lines : [letGo(released)]),
      ])
    }
    await withOpenDatabase(work, { makes: true })
  },
}

export const release_jobs: Command = {
  summary: 'Let mails and the work of the night go on in a database that was restored.',
  usage: 'dunlin release-jobs',
  options: { json: json_option },
  run: (values) =>
    withOpenDatabase(async (connection) => {
      const released = await release(connection)
      print(values, { held: released !== null, released: released ?? 0 }, [
        released === null ? 'Nothing is held here.' : letGo(released),
      ])
    }),
}

const held_lines = [
  'Mails and the work of the night are held here, so that a copy reaches nobody whom the original reaches too.',
  'If this takes the place of the original: dunlin release-jobs lets them go.',
]

const letGo = (count: number): string =>
  `Mails and the work of the night go on; ${count} jobs of the backup wait no more.`

async function release(connection: Connection): Promise<number | null> {
  const own = client(connection, 'dunlin release')
  await own.connect()
  return releaseJobs(own, outsideQueues(queues)).finally(() => own.end())
}

const filesFolder = (config: Config): string => join(config.data_dir, 'files')

/** A name that nothing has yet: an older backup is never written over. */
async function target(given: string, now: Date): Promise<string> {
  const named = resolve(given)
  const found = await stat(named).catch(() => null)
  if (found?.isDirectory()) return join(named, `dunlin-${now.toISOString().replace(/[:.]/g, '-')}.tar.gz`)
  if (found) throw new Mistake(`There is a file ${named} already; name another one.`)
  const folder = await stat(dirname(named)).catch(() => null)
  if (!folder?.isDirectory()) throw new Mistake(`There is no folder ${dirname(named)}.`)
  return named
}

function summaryOf({ version, made_at, migrations, tables, files }: Manifest) {
  const rows = Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))
  return { version, made_at, migration: migrations.at(-1)?.name ?? null, rows, files: files?.count ?? 0 }
}

function said({ version, made_at, migrations, tables, files }: Manifest): string {
  const rows = tables.reduce((sum, one) => sum + one.rows, 0)
  const made = `made ${made_at} by Dunlin ${version} at ${migrations.at(-1)?.name ?? 'no migration'}`
  return `${rows} rows of ${tables.length} tables and ${files?.count ?? 0} files, ${made}`
}

async function explainingProblems<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BackupProblem) throw new Mistake(error.message)
    const { code, path = 'The file' } = error as NodeJS.ErrnoException // Whatever the file system throws carries one.
    if (isFull(code ?? '')) throw new Mistake('The disk is full; nothing was left behind.')
    if (code === 'EACCES' || code === 'EROFS') throw new Mistake(`${path} cannot be written or read here (${code}).`)
    throw error
  }
}
