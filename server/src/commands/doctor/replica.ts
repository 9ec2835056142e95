import type { Config } from '../../config.ts'
import { client } from '../../db/connect.ts'
import { errorOf, type Finding, passed, problem, warning } from './finding.ts'

/** Beyond this, those who follow changes would notice. */
const behind_s_max = 30

/** What a server says about itself and about how far it is. */
type Standing = {
  /** The same for a server and its streaming replicas. */
  cluster: string
  database: string
  started: string
  migrations: number | null
  /** The newest stamp of any administration, in seconds; null when nothing was written yet. */
  newest_s: number | null
}

/** Looks at the replica, and how far it is behind the database; nothing when there is none. */
export async function examineReplica({ database_url, replica_url }: Config): Promise<Finding[]> {
  if (database_url === null || replica_url === null) return []
  let copy: Standing
  try {
    copy = await standingOf(replica_url)
  } catch (error) {
    const remedy = 'Mend REPLICA_URL or the server it names; until then the primary answers.'
    return [problem('replica', `It cannot be reached: ${errorOf(error).message}`, remedy)]
  }
  // The copy first: what is written in between makes it look further behind, never further ahead.
  const primary = await standingOf(database_url).catch(() => null)
  return primary === null ? [] : [judgeReplica(primary, copy)]
}

function judgeReplica(primary: Standing, copy: Standing): Finding {
  const { cluster, database, started } = primary
  if (copy.cluster === cluster && copy.database === database && copy.started === started) {
    return warning('replica', 'REPLICA_URL leads to the database itself.', 'Name a copy of it, or leave it out.')
  }
  if (copy.migrations !== primary.migrations) {
    const says = `The database has had ${primary.migrations ?? 0} migrations, and the copy ${copy.migrations ?? 0}.`
    return problem('replica', says, 'See that it is a copy of this database, and that it follows.')
  }
  if (primary.newest_s !== null && copy.newest_s === null) {
    return problem('replica', 'Nothing that was written has arrived there.', 'See that the copy follows the database.')
  }
  const behind_s = Math.round((primary.newest_s ?? 0) - (copy.newest_s ?? 0))
  if (behind_s > behind_s_max) {
    const says = `It is ${behind_s} s behind. Nothing is lost by that, but clients hear of changes so much later.`
    return warning('replica', says, 'Look at what holds up its replay, or leave REPLICA_URL out for a while.')
  }
  return passed('replica', behind_s > 0 ? `It follows, ${behind_s} s behind.` : 'It follows, and is up to date.')
}

async function standingOf(url: string): Promise<Standing> {
  const own = client(url, 'dunlin doctor')
  await own.connect()
  try {
    const { rows: there } = await own.query<Omit<Standing, 'migrations' | 'newest_s'> & { filled: boolean }>(`
      select (select system_identifier::text from pg_control_system()) as cluster, current_database() as database,
             pg_postmaster_start_time()::text as started, to_regclass('public.migrations') is not null as filled`)
    const [server] = there
    if (!server) throw new Error('The server said nothing about itself.')
    const { filled, ...named } = server
    if (!filled) return { ...named, migrations: null, newest_s: null }
    const { rows } = await own.query<{ migrations: number; newest_s: number | null }>(`
      select (select count(*)::integer from migrations) as migrations,
             (select extract(epoch from max(stamp))::float8 from administration_stamps) as newest_s`)
    return { ...named, migrations: rows[0]?.migrations ?? null, newest_s: rows[0]?.newest_s ?? null }
  } finally {
    await own.end()
  }
}
