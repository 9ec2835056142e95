import type pg from 'pg'
import { citus_version, citusVersion } from './citus.ts'
import { type Plan, readPlan } from './distribution.ts'
import { splitStatements } from './statements.ts'

/** Whether the tables of a database are spread over the nodes of a Citus cluster. */
export async function isSpread(own: pg.ClientBase): Promise<boolean> {
  if ((await citusVersion(own)) === null) return false
  const { rows } = await own.query(
    `select from pg_dist_partition where logicalrelid = to_regclass('debtors') and partmethod = 'h'`,
  )
  return rows.length > 0
}

/** Said for an operator: what stopped the work, and that it can go on. */
export class SpreadProblem extends Error {}

/**
 * Whether somebody began to spread a database and did not come to the end: triggers rest from the first statement to
 * the last.
 */
export async function isHalfSpread(own: pg.ClientBase): Promise<boolean> {
  const { rows } = await own.query(`
    select from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where ${citus_version} is not null and c.relnamespace = 'public'::regnamespace
      and not t.tgisinternal and t.tgenabled = 'D'
    limit 1`)
  return rows.length > 0
}

/** Whoever served it would write rows that nothing holds to each other. */
export async function refuseHalfSpread(own: pg.ClientBase): Promise<void> {
  if (!(await isHalfSpread(own))) return
  throw new SpreadProblem(
    'The tables of this database are half spread over the nodes of its cluster: triggers rest, and foreign keys are ' +
      'off. Run npx dunlin distribute --run --coordinator HOST to its end, and then this again.',
  )
}

/** How alike words must be that are spelt differently: what functions of the coordinator say of it no node hears. */
const alike = 'pg_trgm.word_similarity_threshold=0.45'
const set_alike = `do $do$ begin
  -- The setting is known to whoever has called something of its extension.
  perform show_limit();
  if not exists (
    select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
    where d.datname = current_database() and s.setrole = 0 and '${alike}' = any(s.setconfig)
  ) then
    execute format('alter database %I set ${alike}', current_database());
  end if;
end $do$`

/** Sets what nodes of a cluster must know by themselves, also those that came since. Returns why some could not. */
export async function setNodes(own: pg.ClientBase): Promise<string[]> {
  if (!(await isSpread(own))) return []
  const { rows } = await own.query<{ node: string; result: string }>(
    `select nodename || ':' || nodeport as node, result from run_command_on_workers($1) where not success`,
    [set_alike],
  )
  return rows.map(({ node, result }) => `${node} could not be set: ${result}`)
}

/**
 * Runs a file on a cluster, in the transaction of the caller, statement by statement. A table that it makes gets its
 * place at once, while it is empty: later statements of the file, and later files, may point at it.
 */
export async function runOnCluster(own: pg.ClientBase, text: string): Promise<void> {
  const { reference } = await readPlan()
  // One connection to each node, so that all statements of the transaction see each other's tables.
  await own.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
  for (const statement of splitStatements(text)) {
    const [, table] = /^create table (?:if not exists )?(\w+)/.exec(statement) ?? []
    if (table === undefined) await own.query(statement)
    else await makeTable(own, reference, { table, statement })
  }
}

/** Citus knows no foreign keys from a table of one server to one of many: they come back when it is cut, if it is. */
async function makeTable(
  own: pg.ClientBase,
  reference: Plan['reference'],
  { table, statement }: { table: string; statement: string },
): Promise<void> {
  await lockPointedAt(own, statement)
  await own.query('set local citus.enable_ddl_propagation = off')
  await own.query(statement)
  const { rows: constraints } = await own.query<{ name: string; definition: string; to: string | null }>(
    `select conname as name, pg_get_constraintdef(oid) as definition, nullif(confrelid, 0)::regclass::text as to
     from pg_constraint where conrelid = $1::text::regclass and contype in ('f', 'p') order by conname`,
    [table],
  )
  // As the plan has it for all tables; this one may be of a release that the plan does not know.
  const cut = constraints.some(({ definition }) => definition.startsWith('PRIMARY KEY (administration_id'))
  const off = constraints.filter(({ to }) => to !== null && (cut || reference.some(({ name }) => name === to)))
  for (const { name } of off) await own.query(`alter table ${table} drop constraint ${name}`)
  await own.query('set local citus.enable_ddl_propagation = on')
  if (!cut) return
  await own.query(`select create_distributed_table($1, 'administration_id', colocate_with => 'debtors')`, [table])
  for (const { name, definition } of off) await own.query(`alter table ${table} add constraint ${name} ${definition}`)
}

/**
 * Foreign keys lock what they point at a little, and then, when the table is cut, wholly. Who wrote in between would
 * wait for us, and we for them: so it is locked wholly from the beginning.
 */
async function lockPointedAt(own: pg.ClientBase, statement: string): Promise<void> {
  const names = [...statement.matchAll(/\breferences (\w+)/g)].map(([, name]) => name)
  const { rows } = await own.query<{ name: string }>(
    `select logicalrelid::regclass::text as name from pg_dist_partition
     where partmethod = 'h' and logicalrelid::regclass::text = any($1::text[]) order by 1`,
    [names],
  )
  for (const { name } of rows) await own.query(`lock table ${name} in access exclusive mode`)
}
