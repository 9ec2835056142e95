import type pg from 'pg'

/** Whoever wrote records says how many; what has to follow happens by itself, a moment later. */
export type GrowthWatch = { grown: (records: number) => void; stop: () => void }

/** So many records, of one request or of many, can have changed what is known of a table. */
const many = 100

/** PostgreSQL reports changes a second after they were made, at the soonest. */
const wait_ms = 1_500

/** Tables that have more than doubled since they were looked at. Those without statistics say -1. */
const doubled = `
  select c.oid::regclass::text as name
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_mod_since_analyze > greatest(200, c.reltuples)`

/**
 * Keeps what PostgreSQL knows of young tables true. Plans are kept, and a plan that was made while a table was nearly
 * empty takes any index that begins with the administration, because then all are equally good; a first sync would
 * read everything that it wrote again for each row. PostgreSQL itself looks at a table once a minute, which is late:
 * so whenever many records were written, the tables that have doubled are looked at, and their plans are made anew.
 */
export function watchGrowth(pool: pg.Pool): GrowthWatch {
  let timer: NodeJS.Timeout | null = null
  let written = 0

  async function look(): Promise<void> {
    const { rows } = await pool.query<{ name: string }>(doubled)
    for (const { name } of rows) await pool.query(`analyze (skip_locked) ${name}`)
  }

  return {
    grown: (records) => {
      written += records
      if (written < many) return
      timer ??= setTimeout(() => {
        written = 0
        // If it cannot be done now, PostgreSQL does it by itself later.
        look()
          .catch(() => {})
          .finally(() => {
            timer = null
          })
      }, wait_ms).unref()
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer)
    },
  }
}
