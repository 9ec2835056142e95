import { type Kysely, type RawBuilder, sql } from 'kysely'
import { boundTo } from '../db/here.ts'
import type { Tables } from '../db/schema.ts'
import { type ContextType, contexts } from '../events/contexts.ts'
import { debtorOf, touching } from '../events/touched.ts'

/** A record that changed: never what is in it. Whoever may see it asks for it. */
export type Hint = {
  /** The family of the record, as its table is called. */
  kind: string
  id: string
  /** The dossier that it belongs to, if it belongs to one. */
  debtor_id: string | null
  /** The id of a user, or the name of a part of the service; null where nothing says who it was. */
  by: string | null
}

/** Changes of an administration after one stamp and up to another. */
export type Interval = { administration_id: string; from: string; until: string }

/** Where rows show that they changed, and which debtor they belong to: SQL over the row `r`. */
type Source = { kind: string; id: string; changed_at: string; debtor: string }

const none = 'null::bigint'

const sources: { readonly [table: string]: Source } = {
  ...Object.fromEntries(
    Object.entries(touching).map(([table, { changed_at, ...naming }]) => [
      table,
      { ...named(table), changed_at, debtor: debtorOf(naming) },
    ]),
  ),
  // What dossiers leave out, because whoever looks at them writes it; pages show it.
  ...Object.fromEntries(['letters', 'steps', 'conversations'].map((table) => [table, plain(table, 'r.debtor_id')])),
  ...Object.fromEntries(['contacts', 'flows', 'order_lines'].map((table) => [table, plain(table, none)])),
  // Those of strangers belong to no dossier, and can be thrown away.
  deleted_messages: { ...named('deleted_messages'), changed_at: 'deleted_at', debtor: none },
}

function named(table: string): Pick<Source, 'kind' | 'id'> {
  return table === 'touched_dossiers'
    ? { kind: 'debtors', id: 'r.debtor_id' }
    : { kind: table.replace(/^deleted_/, ''), id: 'r.id' }
}

function plain(table: string, debtor: string): Source {
  return { kind: table, id: 'r.id', changed_at: 'updated_at', debtor }
}

/** More than this is sent as «many things changed», which costs pages no more than this would. */
const hints_max = 200

/**
 * Which records changed in between, by rows and by events; null when there are many. All that one transaction changes
 * carries its stamp, so its events also say who changed its rows. A change that no record shows is one of the
 * administration itself: settings, texts and the like.
 */
export async function readChanges(db: Kysely<Tables>, interval: Interval): Promise<Hint[] | null> {
  const { rows } = await sql<Omit<Hint, 'by'> & { stamp: string }>`
    select kind, id::text, debtor_id::text, stamp from (${changedRows(interval)}) changed
    limit ${hints_max + 1}::integer`.execute(db)
  const events = await readEvents(db, interval)
  if (rows.length > hints_max || events.length > hints_max) return null
  const by_stamp = new Map(events.map(({ stamp, by }) => [stamp, by]))
  const hints = [
    ...rows.map(({ stamp, ...row }) => ({ ...row, by: by_stamp.get(stamp) ?? null })),
    ...events.map(({ stamp: _, ...event }) => event),
  ]
  if (hints.length === 0) hints.push(ofAdministration(interval.administration_id))
  return [...new Map(hints.map((hint) => [`${hint.kind} ${hint.id} ${hint.by}`, hint])).values()]
}

const ofAdministration = (id: string): Hint => ({ kind: 'administrations', id, debtor_id: null, by: null })

async function readEvents(db: Kysely<Tables>, interval: Interval): Promise<(Hint & { stamp: string })[]> {
  const { rows } = await sql<Omit<Hint, 'kind'> & { resource_type: string; stamp: string }>`
    select r.resource_type, r.resource_id::text as id, r.event_time as stamp,
           case when r.resource_type = 'debtor' then r.resource_id::text
                else r.context #>> '{debtor,id}' end as debtor_id,
           coalesce(r.actor_user_id::text, r.actor_service) as by
    from events r where ${within(interval, 'event_time')}
    order by r.event_time, r.id limit ${hints_max + 1}::integer`.execute(db)
  return rows.map(({ resource_type, ...event }) => ({ ...event, kind: kindOf(resource_type) }))
}

/** Events are only ever about these types. */
const kindOf = (resource_type: string): string => contexts[resource_type as ContextType]?.table ?? `${resource_type}s`

function changedRows(interval: Interval): RawBuilder<unknown> {
  const parts = Object.entries(sources).map(([table, { kind, id, changed_at, debtor }]) => {
    // The indexes by which changes are found leave nothing out, but say so.
    return sql`
      select ${kind}::text as kind, ${sql.raw(id)} as id, ${boundTo(debtor, interval.administration_id)} as debtor_id,
             ${sql.ref(`r.${changed_at}`)} as stamp
      from ${sql.table(table)} r
      where ${within(interval, changed_at)} and ${sql.ref(`r.${changed_at}`)} > '-infinity'`
  })
  return sql.join(parts, sql` union all `)
}

/** It begins a microsecond later, because an index passes over pages that end before a moment, not with it. */
function within({ administration_id, from, until }: Interval, changed_at: string): RawBuilder<unknown> {
  const at = sql.ref(`r.${changed_at}`)
  return sql`r.administration_id = ${administration_id}::bigint
    and ${at} >= ${from}::timestamptz + interval '1 microsecond' and ${at} <= ${until}::timestamptz`
}
