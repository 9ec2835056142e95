import { after } from 'node:test'
import { sql } from 'kysely'
import type pg from 'pg'
import { client } from '../src/db/connect.ts'
import type { Service } from './harness.ts'
import { nodesOf } from './servers.ts'

/**
 * Tables that may change although a request is refused: who came and when, the clock of an administration, and that
 * bytes are about to be kept.
 */
const beside = [
  ...['abandoned_bytes', 'administration_stamps', 'api_tokens', 'failed_attempts', 'grants', 'migrations'],
  // How far the engine has read what others wrote before, and when it looks at whom.
  ...['followers', 'follower_positions', 'company_follower_positions'],
  ...['agenda', 'agenda_records', 'engine_states', 'touched_dossiers'],
  // What was written before can be found a little later.
  'search_entries',
  // What the courier of webhooks does with events of before.
  ...['webhook_feeds', 'webhook_lanes', 'webhook_deliveries', 'webhook_attempts'],
  // Staff are notified of records that were refused.
  'notifications',
]

/** That the last write of an invoice was refused is noted with it, for the engine alone. */
const unshown = 'write_refused_at'

/** What the worker does when it sends a mail that was asked for before. */
const of_mails = ['UPDATE mails', 'INSERT one_time_links', 'DELETE one_time_links', 'UPDATE one_time_links']

/** What jobs do that were asked for before: what flows would have done, and everything about a case in one file. */
const of_jobs = [
  'UPDATE dry_runs',
  'UPDATE imports',
  'UPDATE import_rows',
  'UPDATE case_files',
  'INSERT files',
  'UPDATE files',
]

/** What was done to a table, and whose rows they are; null where a row does not say. */
export type Change = { what: string; company_id: string | null }

/**
 * Watches every table but those. A trigger notes each row that is added, changed or removed, in the transaction that
 * does it; what is rolled back was never noted. On a cluster that is noted on the node of the row. Returns what has
 * changed since it was last asked.
 */
export async function watchChanges({
  database: { db, connection },
}: Pick<Service, 'database'>): Promise<() => Promise<Change[]>> {
  const nodes = await Promise.all(nodesOf(connection).map((one) => watchedNode(client(one))))
  const { rows } = await sql<{ name: string; column: string | null }>`
    select t.table_name as name, min(c.column_name) as column
    from information_schema.tables t left join information_schema.columns c
      on c.table_schema = t.table_schema and c.table_name = t.table_name
      and c.column_name in ('administration_id', 'company_id')
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and t.table_name <> 'test_changes'
    group by t.table_name`.execute(db)
  for (const { name, column } of rows.filter((row) => !beside.includes(row.name))) {
    const owner =
      name === 'companies' ? { names: 'company_id', of: 'id' } : { names: column ?? 'company_id', of: column }
    const value = owner.of === null ? 'null' : `coalesce(new.${owner.of}, old.${owner.of})`
    const note = sql.id(`test_change_of_${name}`)
    // Everything in it is a name of our own schema.
    await sql`
      create function ${note}() returns trigger language plpgsql as ${sql.lit(`begin
        if tg_op = 'UPDATE' and to_jsonb(new) - '${unshown}' = to_jsonb(old) - '${unshown}' then return null; end if;
        insert into test_changes (${owner.names}, what) values (${value}, tg_op || ' ${name}');
        return null;
      end`)}`.execute(db)
    await sql`
      create trigger test_change after insert or update or delete on ${sql.table(name)}
      for each row execute function ${note}()`.execute(db)
  }
  return async () => {
    const changes = (await Promise.all(nodes.map((changed) => changed()))).flat()
    const later = [...of_mails, ...of_jobs]
    return changes.filter(({ what }) => !later.includes(what))
  }
}

/** Where a node notes what changed there, and what is new of it. */
async function watchedNode(own: pg.Client): Promise<() => Promise<Change[]>> {
  await own.connect()
  after(() => own.end())
  await own.query(`create unlogged table test_changes (
    id bigint generated always as identity primary key, administration_id bigint, company_id bigint, what text)`)
  let last = '0'
  return async () => {
    const { rows } = await own.query<Change & { id: string }>(
      `select n.id, n.what, coalesce(n.company_id, a.company_id) as company_id
       from test_changes n left join administrations a on a.id = n.administration_id
       where n.id > $1::bigint order by n.id`,
      [last],
    )
    last = rows.at(-1)?.id ?? last
    return rows
  }
}
