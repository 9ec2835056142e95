import pg from 'pg'
import type { Plan, Table } from './distribution.ts'
import { SpreadProblem } from './migrate_cluster.ts'

// Brings the tables of a database where the plan wants them. Every statement stands for itself, and what is still to be
// done is read from the catalogue: so it can be broken off anywhere and begun again.

export type Step = { says: string; statements: Statement[] }
export type Statement = { text: string; table: string }

/** What a database has of the plan already. */
export type Spread = {
  cut: ReadonlySet<string>
  copied: ReadonlySet<string>
  /** Foreign keys that are there, as `table.name`. */
  keys: ReadonlySet<string>
  /** Tables of which triggers rest. */
  resting: ReadonlySet<string>
  /** Functions that no table of a node names: what triggers call, for one. */
  functions: ReadonlySet<string>
  /** Tables that were cut, and whose rows still lie on the coordinator as well. */
  left_over: ReadonlySet<string>
}

/** A database of one server. */
export const unspread = ({ distributed, reference, local }: Plan): Spread => ({
  cut: new Set(),
  copied: new Set(),
  keys: new Set(keysOf([...distributed, ...reference, ...local]).map(({ path }) => path)),
  resting: new Set(),
  functions: new Set(['all']),
  left_over: new Set(),
})

/** What is still to be done. */
export function spreadSteps(plan: Plan, now: Spread): Step[] {
  const to_cut = plan.distributed.filter(({ name }) => !now.cut.has(name))
  const to_copy = plan.reference.filter(({ name }) => !now.copied.has(name))
  const with_triggers = new Set(plan.triggers.map(({ table }) => table))
  // All of them, also of tables that lie where they belong: that they rest says that the work is not done.
  const rest = to_cut.length + to_copy.length > 0 ? plan.distributed.filter(({ name }) => with_triggers.has(name)) : []
  const off = [...keysOf(to_cut), ...keysToCopies(plan)].filter(({ path }) => now.keys.has(path))
  const gone = new Set(off.map(({ path }) => path))
  const back = keysOf(plan.distributed).filter(({ path }) => gone.has(path) || !now.keys.has(path))
  const wake = plan.distributed.filter((table) => rest.includes(table) || now.resting.has(table.name))
  const first = [...now.cut].find((name) => plan.distributed.some((one) => one.name === name)) ?? to_cut[0]?.name
  const steps: Step[] = [
    {
      says: 'Triggers of tenant tables rest meanwhile.',
      statements: rest
        .filter(({ name }) => !now.resting.has(name))
        .map(({ name }) => ({ table: name, text: `alter table ${name} disable trigger user` })),
    },
    {
      says: 'Foreign keys are taken off, because a table cannot be cut while it points at one that is not.',
      statements: off.map(({ table, key }) => ({ table, text: `alter table ${table} drop constraint ${key.name}` })),
    },
    {
      says: 'What tenant tables point at is copied to every node.',
      statements: to_copy.map(({ name }) => ({ table: name, text: `select create_reference_table('${name}')` })),
    },
    {
      says: 'Tenant tables are cut by administration, all in the same way.',
      statements: to_cut.map(({ name }) => ({ table: name, text: cutTable(name, name === first ? 'none' : first) })),
    },
    {
      says: 'What is on the nodes now is removed from the coordinator.',
      statements: plan.distributed
        .filter(({ name }) => to_cut.some((one) => one.name === name) || now.left_over.has(name))
        .map(({ name }) => ({ table: name, text: `select truncate_local_data_after_distributing_table('${name}')` })),
    },
    {
      says: 'Foreign keys again; each has administration_id in it, or points at a table that every node has.',
      statements: back.map(({ table, key }) => ({
        table,
        text: `alter table ${table} add constraint ${key.name} ${key.definition}`,
      })),
    },
    {
      says: 'Functions that triggers and statements call are made on every node.',
      statements: now.functions.size > 0 ? [{ table: 'functions', text: make_functions }] : [],
    },
    {
      says: 'Triggers work again, on the nodes.',
      statements: wake.map(({ name }) => ({ table: name, text: `alter table ${name} enable trigger user` })),
    },
  ]
  return steps.filter(({ statements }) => statements.length > 0)
}

const unmade_functions = `
  select p.oid::regprocedure::text as name from pg_proc p join pg_language l on l.oid = p.prolang
  where l.lanname = 'plpgsql' and p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and not exists (
      select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    and not exists (select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)`

const make_functions = `select create_distributed_function(unmade.name::regprocedure) from (${unmade_functions}) unmade`

type Key = { path: string; table: string; key: Table['foreign_keys'][number] }

const keysOf = (tables: readonly Table[]): Key[] =>
  tables.flatMap(({ name, foreign_keys }) =>
    foreign_keys.map((key) => ({ path: `${name}.${key.name}`, table: name, key })),
  )

/**
 * What stays on the coordinator points at no table of Citus, or it would become one itself, whose statements may not
 * look at the clock. Rows of the three tables that this is about are removed by nobody but the purge, which looks.
 */
const keysToCopies = ({ local, reference }: Plan): Key[] =>
  keysOf(local).filter(({ key }) => reference.some(({ name }) => name === key.table))

const cutTable = (name: string, beside = 'none'): string =>
  `select create_distributed_table('${name}', 'administration_id', colocate_with => '${beside}')`

/** How the tables lie now. */
export async function readSpread(own: pg.ClientBase): Promise<Spread> {
  const { rows } = await own.query<{ kind: keyof Spread; name: string }>(`
    with citus as (
      select c.oid, c.relname::text as name, p.partmethod as method, p.repmodel as model
      from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
      where c.relnamespace = 'public'::regnamespace
    )
    select 'cut' as kind, name from citus where method = 'h'
    union all
    select 'copied', name from citus where method = 'n' and model = 't'
    union all
    select 'keys', c.relname::text || '.' || k.conname::text from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and c.relnamespace = 'public'::regnamespace
    union all
    select distinct 'resting', c.relname::text from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgenabled = 'D' and c.relnamespace = 'public'::regnamespace
    union all
    select 'functions', unmade.name from (${unmade_functions}) unmade
    union all
    select 'left_over', name from citus where method = 'h' and pg_relation_size(oid) > 0`)
  const named = (kind: keyof Spread): Set<string> =>
    new Set(rows.filter((row) => row.kind === kind).map(({ name }) => name))
  return {
    cut: named('cut'),
    copied: named('copied'),
    keys: named('keys'),
    resting: named('resting'),
    functions: named('functions'),
    left_over: named('left_over'),
  }
}

/**
 * Triggers are written for it: what they ask and write is bound to the administration of their row. A transaction that
 * writes to all nodes does so one after the other: else it could not change a table that every node has any more.
 */
const settings = { 'citus.enable_unsafe_triggers': 'on', 'citus.multi_shard_modify_mode': 'sequential' }

export const set_cluster = `do $$ begin ${Object.entries(settings)
  .map(
    ([name, value]) =>
      `execute format('alter database %I set ${name} = ${value}', current_database()); ` +
      `perform set_config('${name}', '${value}', false); `,
  )
  .join('')}end $$`

/** Readies a coordinator for its tables, unless it is ready. `host`: the name by which its workers reach it. */
export async function readyCluster(own: pg.ClientBase, host: string): Promise<void> {
  try {
    await own.query('create extension if not exists citus')
    await own.query(
      `select citus_set_coordinator_host($1, inet_server_port())
       where not exists (select from pg_dist_node where groupid = 0)`,
      [host],
    )
    await own.query(set_cluster)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    throw new SpreadProblem(`This server is no coordinator of a Citus cluster: ${error.message}.`)
  }
  const { rows } = await own.query('select from pg_dist_node where isactive and shouldhaveshards and groupid <> 0')
  if (rows.length > 0) return
  throw new SpreadProblem(
    `The cluster has no workers yet: for each of them run select citus_add_node('HOST', 5432) in this database, and ` +
      'then this again.',
  )
}

/** Does what is still to be done, and reports what it does. */
export async function spread(own: pg.Client, plan: Plan, report: (line: string) => void): Promise<number> {
  const steps = spreadSteps(plan, await readSpread(own))
  let done = 0
  for (const { says, statements } of steps) {
    report(says)
    for (const [place, { text, table }] of statements.entries()) {
      if (statements.length > 1) report(`  ${table} (${place + 1} of ${statements.length})`)
      await own.query(text).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        throw new SpreadProblem(
          `Stopped at «${text}»: ${reason.replace(/\.?$/, '.')} What was done stays. Mend what it says and run this ` +
            'again, before Dunlin is started: it goes on from here.',
          { cause: error },
        )
      })
      done++
    }
  }
  return done
}
