import { sql } from 'kysely'
import type { Service } from './harness.ts'

/** Tables that may change although a request is refused: who came and when, and the clock of an administration. */
const beside = ['administration_stamps', 'api_tokens', 'failed_attempts', 'grants', 'migrations']

/** What the worker does when it sends a mail that was asked for before. */
const of_mails = ['UPDATE mails', 'INSERT one_time_links', 'DELETE one_time_links', 'UPDATE one_time_links']

/**
 * Watches every table but those. A trigger notes each row that is added, changed or removed, in the transaction that
 * does it; what is rolled back was never noted. Returns what has changed since it was last asked.
 */
export async function watchChanges({ database: { db } }: Pick<Service, 'database'>): Promise<() => Promise<string[]>> {
  await sql`create table test_changes (what text not null)`.execute(db)
  await sql`
    create function test_change() returns trigger language plpgsql as $$
    begin
      insert into test_changes values (tg_op || ' ' || tg_table_name);
      return null;
    end $$`.execute(db)
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'test_changes'`.execute(db)
  for (const { name } of rows.filter((row) => !beside.includes(row.name))) {
    await sql`
      create trigger test_change after insert or update or delete on ${sql.table(name)}
      for each row execute function test_change()`.execute(db)
  }
  return async () => {
    const { rows } = await sql<{ what: string }>`delete from test_changes returning what`.execute(db)
    return [...new Set(rows.map(({ what }) => what))].filter((what) => !of_mails.includes(what))
  }
}
