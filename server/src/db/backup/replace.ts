import type pg from 'pg'
import { queue_schema } from '../queues.ts'
import { BackupProblem } from './backup.ts'
import { jobs_table } from './manifest.ts'
import { readTables } from './session.ts'

/** Nobody may work on what is about to be replaced. */
export async function refuseInUse(own: pg.Client): Promise<void> {
  const { rows } = await own.query<{ name: string; count: number }>(`
    select application_name as name, count(*)::integer as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'dunlin%'
    group by application_name order by application_name`)
  if (rows.length === 0) return
  const who = rows.map(({ name, count }) => `${name} (${count} connections)`).join(', ')
  throw new BackupProblem(`The database is in use by ${who}: stop the service on every machine first.`)
}

/** Makes room: what is there goes, in the transaction of the caller, if it is ours and may go. */
export async function removeAll(own: pg.Client, replace: boolean): Promise<void> {
  const tables = await readTables(own)
  if (tables.length === 0 && !(await exists(own, 'migrations'))) return
  if (!(await exists(own, 'migrations')) || !(await exists(own, 'companies')))
    throw new BackupProblem('The database holds tables of something else: restore into a database of its own.')
  const { rows } = await own.query<{ count: string }>('select count(*) as count from companies')
  const count = rows[0]?.count ?? '0'
  if (count !== '0' && !replace)
    throw new BackupProblem(
      `The database holds ${count} companies: restore into an empty one, or say --replace to lose what is there.`,
    )
  await own.query(`drop table if exists ${jobs_table}`)
  const names = [...tables, 'migrations'].map((name) => own.escapeIdentifier(name))
  await own.query(`drop table ${names.join(', ')} cascade`)
  for (const statement of await dropFunctions(own)) await own.query(statement)
  await own.query(`drop schema if exists ${queue_schema} cascade`)
}

async function exists(own: pg.Client, table: string): Promise<boolean> {
  const { rows } = await own.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `public.${table}`,
  ])
  return rows[0]?.there === true
}

/** Our functions; those that an extension brought stay with it. */
async function dropFunctions(own: pg.Client): Promise<string[]> {
  const { rows } = await own.query<{ statement: string }>(`
    select format('drop function if exists %s cascade', p.oid::regprocedure) as statement from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`)
  return rows.map(({ statement }) => statement)
}
