import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Range } from './bulk.ts'
import { dice, pick } from './chance.ts'
import { aboutInvoices, later } from './correspondence.ts'
import { type DemoAdministration, idOf, person } from './ground.ts'
import { disputes, promise_remarks } from './texts.ts'

const i = sql.ref('i')

/** What debtors say about invoices. */
export async function insertClaims(db: Kysely<Tables>, ground: DemoAdministration, range: Range): Promise<void> {
  await insertPromises(db, ground, range)
  await insertDisputes(db, ground, range)
}

/**
 * What debtors promised: of what is open, one promise that is not due yet or one that was broken or withdrawn, and what
 * was paid was promised before. A debtor has at most one promise that is open, so only its first invoice can have it.
 */
async function insertPromises(db: Kysely<Tables>, ground: DemoAdministration, range: Range): Promise<void> {
  const user = person(ground, i)
  await sql`
    with promised as (
      insert into promises (
        administration_id, id, debtor_id, amount, currency_code, promised_on, status, origin, remark,
        created_by_user_id, created_by_user_name, created_by_user_email_address, ended_at, created_at, updated_at)
      select ${ground.administration_id}::bigint, ${idOf(ground, 'messages', i)}, debtor_id, amount, currency,
             coalesce(greatest(happened_at::date, ended_at::date - days_late), ${ground.now}::date + 1
               + ${dice(i, 151, 12)}), status,
             case when by_user then 'person' else 'portal' end, ${pick(promise_remarks, sql`i / 9`)},
             case when by_user then ${user.id} end, case when by_user then ${user.name} end,
             case when by_user then ${user.email_address} end, ended_at, happened_at,
             greatest(happened_at, ended_at)
      from (
        select *, i % 2 = 0 as by_user,
          -- Every third of those that were kept came a few days late.
          case when status = 'kept' and i % 27 = 4 then 1 + ${dice(i, 158, 3)} else 0 end as days_late,
          case when status = 'broken'
               then greatest(happened_at, ${ground.now} - (2 + ${dice(i, 154, 40)}) * interval '1 day')
               when status <> 'open' then ${later(sql`happened_at`, ground.now, 152)} end as ended_at
        from (
          select *, case when not is_open then 'kept' when i % 27 = 4 and first then 'open'
                         when i % 27 = 13 then 'withdrawn' else 'broken' end as status
          from ${aboutInvoices(ground, range, 153)} about
          join (select i as place, open as is_open,
                       row_number() over (partition by debtor_id order by (i % 27 = 4) desc, i) = 1 as first
                from demo_subjects where administration_id = ${ground.administration_id}::bigint) subjects on place = i
          where i % 9 = 4
          offset 0
        ) stated
        offset 0
      ) ended
      returning administration_id, id, amount
    )
    insert into promise_invoices (administration_id, id, promise_id, invoice_id, open_amount)
    select promised.administration_id, promised.id, promised.id, invoice_id, promised.amount
    from promised join demo_subjects subjects on subjects.administration_id = promised.administration_id
      and ${idOf(ground, 'messages', sql`subjects.i`)} = promised.id`.execute(db)
}

/** What debtors say is wrong: half of it is still looked at, as far as the invoice is open. */
async function insertDisputes(db: Kysely<Tables>, ground: DemoAdministration, range: Range): Promise<void> {
  const owner = person(ground, sql`i / 11`)
  const texts = (part: keyof (typeof disputes)[number]) =>
    pick(
      disputes.map((one) => one[part]),
      sql`i / 11`,
    )
  await sql`
    insert into disputes (
      administration_id, id, debtor_id, invoice_id, reason, description, amount, origin, opened_on, owner_user_id,
      owner_user_name, owner_user_email_address, taken_up_at, outcome, outcome_message, ended_at, ended_on, created_at,
      updated_at)
    select ${ground.administration_id}::bigint, ${idOf(ground, 'messages', i)}, debtor_id, invoice_id,
           ${texts('reason')}, ${texts('description')}, case when i % 3 = 0 then round(amount / 4, 2) end,
           case when i % 22 = 7 then 'portal' else 'person' end, happened_at::date,
           case when taken_up_at is not null then ${owner.id} end,
           case when taken_up_at is not null then ${owner.name} end,
           case when taken_up_at is not null then ${owner.email_address} end, taken_up_at,
           case when ended_at is not null then ${texts('outcome')} end,
           case when ended_at is not null then ${texts('message')} end, ended_at, ended_at::date, happened_at,
           greatest(happened_at, taken_up_at, ended_at)
    from (
      select *, case when not is_open then ${later(sql`taken_up_at`, ground.now, 155)} end as ended_at
      from (
        select *, case when not is_open or i % 22 <> 7
                       then ${later(sql`happened_at`, ground.now, 156)} end as taken_up_at
        from ${aboutInvoices(ground, range, 157)} about
        join (select i as place, open as is_open from demo_subjects
              where administration_id = ${ground.administration_id}::bigint) subjects on place = i
        where i % 11 = 7
        offset 0
      ) taken
      offset 0
    ) ended`.execute(db)
}
