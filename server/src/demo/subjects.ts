import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { phase_paid } from './facts.ts'
import type * as g from './ground.ts'

/** What people talk about: the overdue invoices, then the newest of the others. Narrow, because it is read often. */
export async function createSubjects(db: Kysely<Tables>): Promise<void> {
  await sql`
    create unlogged table demo_subjects (
      administration_id bigint not null, i integer not null, invoice_id bigint not null, debtor_id bigint not null,
      case_id bigint, n integer not null, created_at timestamptz not null, open boolean not null,
      amount numeric(18,2) not null, currency text not null, name text not null, language_code text not null,
      email_address text, primary key (administration_id, i)
    )`.execute(db)
}

export async function insertSubjects(db: Kysely<Tables>, ground: g.DemoAdministration): Promise<void> {
  await sql`
    insert into demo_subjects (
      administration_id, i, invoice_id, debtor_id, case_id, n, created_at, open, amount, currency, name, language_code,
      email_address)
    select chosen.administration_id, row_number() over (order by overdue desc, n desc), chosen.id, debtor_id,
           case when case_phase <> ${sql.lit(phase_paid)} then case_id end, n, chosen.created_at, open <> 0,
           case when open <> 0 then open else total end, currency, name, language_code, primary_email_address
    from (
      select *, open <> 0 and due_date < ${ground.now}::date as overdue from demo_invoice_facts
      where administration_id = ${ground.administration_id}::bigint and sent_at is not null and not credit
      order by overdue desc, n desc
      limit ${ground.sizes.messages}::integer
    ) chosen
    join debtors on debtors.administration_id = chosen.administration_id and debtors.id = debtor_id`.execute(db)
}
