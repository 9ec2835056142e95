import { type Kysely, sql } from 'kysely'
import { shownMoment } from '../../db/moments.ts'
import type { Tables } from '../../db/schema.ts'
import type { Of } from './read.ts'

export const contact_kinds = ['mail', 'post', 'bounce', 'call', 'message'] as const

/** How a debtor was last in touch with us, or we with it. */
export type LastContact = { debtor_id: string; kind: (typeof contact_kinds)[number]; at: string }

/** The latest contact of each debtor: a letter, a call or a message; each is the last row of an index. */
export async function readLastContacts(
  db: Kysely<Tables>,
  { administration_id, ids }: Pick<Of, 'administration_id' | 'ids'>,
): Promise<Map<string, LastContact>> {
  const of = (table: string) => sql`${sql.table(table)} r where r.administration_id = ${administration_id}::bigint
    and r.debtor_id = w.id`
  const { rows } = await sql<LastContact>`
    select w.id::text as debtor_id, latest.kind, ${shownMoment('latest.at')} as at
    from unnest(${ids}) as w (id)
    cross join lateral (
      select one.kind, one.at from (
        (select case when r.status = 'bounced' then 'bounce' else r.channel end as kind,
                coalesce(r.sent_at, r.created_at) as at
         from ${of('letters')} and r.status in ('sent', 'bounced') order by r.id desc limit 1)
        union all
        (select 'call', r.created_at from ${of('calls')} and r.taken_back_at is null order by r.id desc limit 1)
        union all
        (select case r.sender_type when 'debtor' then 'message' else 'mail' end,
                coalesce(r.received_at, r.sent_at, r.created_at)
         from ${of('messages')} order by r.id desc limit 1)
      ) one order by one.at desc limit 1) latest`.execute(db)
  return new Map(rows.map((row) => [row.debtor_id, row]))
}
