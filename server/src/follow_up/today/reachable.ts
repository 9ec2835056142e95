import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import type { idList } from '../read/portion.ts'

/** Somebody who can be called; without a name the debtor itself. */
export type Reachable = { name: string | null; phones: { number: string; wrong: boolean }[] }

type Row = { debtor_id: string; name: string | null; number: string; wrong: boolean }

/**
 * Whom to call of debtors: the debtor's own contact, then those of its open invoices. A number is wrong when the last
 * call to it said so; a call that reached somebody there makes it right again.
 */
export async function readReachable(
  db: Kysely<Tables>,
  { administration_id, ids }: { administration_id: string; ids: ReturnType<typeof idList> },
): Promise<Map<string, Reachable[]>> {
  const { rows } = await sql<Row>`
    with people as (
      select d.id as debtor_id, d.contact_id, 0 as place, d.call_phone_number as call, d.sms_phone_number as sms
      from debtors d where d.administration_id = ${administration_id}::bigint and d.id = any(${ids})
      union
      select i.debtor_id, i.contact_id, 1, c.call_phone_number, c.sms_phone_number
      from invoices i join contacts c on c.administration_id = ${administration_id}::bigint and c.id = i.contact_id
      where i.administration_id = ${administration_id}::bigint and i.debtor_id = any(${ids})
        and i.book_open_amount <> 0
    ), numbered as (
      select distinct on (p.debtor_id, n.number) p.debtor_id, p.contact_id, p.place, n.number, n.kind
      from people p cross join lateral (values (p.call, 0), (p.sms, 1)) n (number, kind)
      where coalesce(n.number, '') <> ''
      order by p.debtor_id, n.number, p.place, n.kind
    )
    select n.debtor_id::text, n.number,
           nullif(concat_ws(' ', nullif(c.firstname, ''), nullif(c.infix, ''), nullif(c.lastname, '')), '') as name,
           coalesce((select k.outcome = 'wrong_number' from calls k
             where k.administration_id = ${administration_id}::bigint and k.debtor_id = n.debtor_id
               and k.phone_number = n.number and k.taken_back_at is null
             order by k.id desc limit 1), false) as wrong
    from numbered n
    left join contacts c on c.administration_id = ${administration_id}::bigint and c.id = n.contact_id
    order by n.debtor_id, n.place, n.contact_id, n.kind`.execute(db)
  const people = new Map<string, Reachable[]>()
  for (const { debtor_id, name, number, wrong } of rows) {
    const known = people.get(debtor_id) ?? []
    const person = known.find((one) => one.name === name)
    if (person) person.phones.push({ number, wrong })
    else known.push({ name, phones: [{ number, wrong }] })
    people.set(debtor_id, known)
  }
  return people
}
