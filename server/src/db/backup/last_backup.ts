import type pg from 'pg'
import { type Connection, client } from '../connect.ts'

/** Notes in the database that was backed up when that was; one of an older release has no place for it. */
export async function noteBackup(connection: Connection, made_at: Date): Promise<void> {
  const own = client(connection, 'dunlin backup')
  await own.connect()
  try {
    const { rows } = await own.query(`select where to_regclass('public.last_backup') is not null`)
    if (rows.length === 0) return
    await own.query(
      `insert into last_backup (made_at) values ($1::timestamptz)
       on conflict (id) do update set made_at = greatest(last_backup.made_at, excluded.made_at)`,
      [made_at.toISOString()],
    )
  } finally {
    await own.end()
  }
}

/** How many seconds ago the last backup was made; null: none was, or they are made in another way. */
export async function backupAge(pool: pg.Pool): Promise<number | null> {
  const { rows } = await pool.query<{ seconds: number }>(
    'select extract(epoch from statement_timestamp() - made_at)::float8 as seconds from last_backup',
  )
  return rows[0]?.seconds ?? null
}
