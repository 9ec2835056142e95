/** What a table held, and by what it is known whether that is still so: the hash of its rows as COPY prints them. */
export type TablePart = { name: string; columns: string[]; rows: number; bytes: number; sha256: string }

export type SequencePart = { name: string; last_value: string; is_called: boolean }

/** Comes at the end of a backup and lists what is in it. */
export type Manifest = {
  format: 1
  product: 'dunlin'
  version: string
  made_at: string
  postgresql: string
  /** What the schema was made by. */
  migrations: { name: string; hash: string }[]
  tables: TablePart[]
  sequences: SequencePart[]
  /** The files of the data folder; null when they were not part of it. */
  files: { count: number; bytes: number; sha256: string } | null
}

export const manifest_name = 'manifest.json'
export const seal_name = 'manifest.sha256'

/** Jobs that wait are kept as what they are to do, because the tables of the queue change with its library. */
export const jobs_table = 'restored_jobs'
export const jobs_columns = ['name', 'data', 'start_after']

/** The name of a piece of a table: large tables come in several, so that none has to be held whole. */
export const pieceName = (table: string, piece: number): string =>
  `tables/${table}/${String(piece).padStart(6, '0')}.copy`

/** The table that a piece belongs to, or the path of a file. */
export function partOf(name: string): { table: string } | { file: string } | null {
  const [, table] = /^tables\/([a-z_][a-z0-9_]*)\/\d{6,}\.copy$/.exec(name) ?? []
  if (table !== undefined) return { table }
  // Each step begins with a letter or digit, so that no path leads out of its folder.
  const [, file] = /^files\/((?:[A-Za-z0-9][\w.=-]*\/)*[A-Za-z0-9][\w.=-]*)$/.exec(name) ?? []
  return file === undefined ? null : { file }
}
