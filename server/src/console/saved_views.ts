import { sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import type { Context } from '../api/context.ts'
import { refuse, refuseParameters } from '../api/errors.ts'
import { boolean, id, keyList, listOf, oneOf, text, textList } from '../api/field.ts'
import { roleOf } from '../api/pages.ts'
import type { Role } from '../api/principal.ts'
import { userOf } from '../domain/actor.ts'
import { isBlank, oneLine } from '../domain/lines.ts'

const lists = ['debtors', 'invoices', 'credit_cases', 'payment_plans', 'tasks', 'letters'] as const

const name_length_max = 60
const search_length_max = 2000
const columns_max = 40
/** Views that one person keeps in one administration. */
const of_person_max = 50
/** Views that everybody sees of one list: more nobody looks through, and each person reads them all. */
const shared_max = 100

/** Whose role is for showing others how to look at a list. */
const sharers: readonly Role[] = ['administrator', 'standard', 'communication']

const list = oneOf(lists, 'Which list.').required()
const saved = {
  name: text('What people call it.').required(),
  shared: boolean('Whether everybody who works in the administration sees it.').required(),
  search: text('Filters and order, as the address of the page says them: a query.').required(),
}

/** Views of lists that somebody keeps under a name. */
export const saved_view_calls: Actions = {
  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/saved_views',
    reach: 'member',
    description: 'Lists the views of a list: those of whoever asks, and those that are shared, by name.',
    body: { list },
    answer: {
      views: listOf(
        {
          id: id('Identifier.').required(),
          ...saved,
          columns: textList('The columns that it shows, in their order.').required(),
          own: boolean('Whether whoever asks made it.').required(),
          made_by: text('Who made it.').required(),
          may_change: boolean('Whether whoever asks may change and remove it.').required(),
        },
        'Views.',
      ).required(),
    },
    run: async ({ db, administration_id, principal: { user_id }, role }, { list: of }) => {
      const { rows } = await sql<Listed>`
        select v.id::text, v.name, v.shared, v.search, v.columns, v.user_id = ${user_id}::bigint as own,
               u.name as made_by, (v.user_id = ${user_id}::bigint or ${role === 'administrator'}::boolean) as may_change
        from saved_views v join users u on u.id = v.user_id
        where v.administration_id = ${administration_id}::bigint and v.list = ${of}::text
          and (v.shared or v.user_id = ${user_id}::bigint)
        order by lower(v.name), v.id`.execute(db)
      return { views: rows }
    },
  }),
}

type Listed = {
  id: string
  name: string
  shared: boolean
  search: string
  columns: string[]
  own: boolean
  made_by: string
  may_change: boolean
}

/** What people do with views. */
export const saved_view_verbs: Actions = {
  save: call({
    method: 'POST',
    path: '/console/saved_views/save',
    reach: 'administration',
    description: `Keeps a view of a list under a name. A person keeps at most ${of_person_max}.`,
    body: { list, ...saved, columns: keyList('The columns that it shows, in their order.').required() },
    answer: { id: id('The view.').required() },
    run: async (context, { list: of, columns, ...given }) => {
      const { db, administration_id, stamp } = context
      const view = readView(context, { ...given, columns })
      await refuseTaken(context, { list: of, name: view.name, id: null })
      if (view.shared) await refuseCrowd(context, of)
      const { rows } = await sql<{ id: string }>`
        insert into saved_views (
          administration_id, list, name, shared, user_id, search, columns, created_at, updated_at)
        select ${administration_id}::bigint, ${of}::text, ${view.name}::text, ${view.shared}::boolean,
               ${ownId(context)}::bigint, ${view.search}::text, ${view.columns}::text[], ${stamp}::timestamptz,
               ${stamp}::timestamptz
        where (select count(*) from saved_views where administration_id = ${administration_id}::bigint
                 and user_id = ${ownId(context)}::bigint) < ${of_person_max}::integer
        returning id::text`.execute(db)
      const [made] = rows
      if (!made) return refuseParameters([`name: you keep ${of_person_max} views already; remove one first`])
      return { id: made.id }
    },
  }),

  change: call({
    method: 'POST',
    path: '/console/saved_views/change',
    reach: 'administration',
    description:
      'Changes a view: its name, whether it is shared, or what it shows. What is left out stays. A shared view is ' +
      'changed by who made it, or by an administrator.',
    body: {
      id: id('The view.').required(),
      name: text('What people call it.'),
      shared: boolean('Whether everybody who works in the administration sees it.'),
      search: text('Filters and order, as the address of the page says them: a query.'),
      columns: keyList('The columns that it shows, in their order.'),
    },
    answer: {},
    run: async (context, { id: view_id, ...given }) => {
      const before = await findView(context, view_id)
      const view = readView(context, {
        name: given.name ?? before.name,
        shared: given.shared ?? before.shared,
        search: given.search ?? before.search,
        columns: given.columns ?? before.columns,
      })
      if (before.user_id !== ownId(context) && !view.shared)
        refuseParameters(['shared: only who made a view keeps it to themself; remove it instead'])
      await refuseTaken(context, { list: before.list, name: view.name, id: view_id, user_id: before.user_id })
      if (view.shared && !before.shared) await refuseCrowd(context, before.list)
      await sql`
        update saved_views set name = ${view.name}::text, shared = ${view.shared}::boolean,
          search = ${view.search}::text, columns = ${view.columns}::text[], updated_at = ${context.stamp}::timestamptz
        where administration_id = ${context.administration_id}::bigint and id = ${view_id}::bigint`.execute(context.db)
      return {}
    },
  }),

  remove: call({
    method: 'POST',
    path: '/console/saved_views/remove',
    reach: 'administration',
    description: 'Removes a view. A shared one is removed by who made it, or by an administrator.',
    body: { id: id('The view.').required() },
    answer: {},
    run: async (context, { id: view_id }) => {
      await findView(context, view_id)
      await sql`
        delete from saved_views
        where administration_id = ${context.administration_id}::bigint and id = ${view_id}::bigint`.execute(context.db)
      return {}
    },
  }),
}

type View = { name: string; shared: boolean; search: string; columns: string[] }
type Kept = View & { list: (typeof lists)[number]; user_id: string }

const ownId = ({ actor }: Context): string => userOf(actor).id ?? refuse('forbidden', 'Only people keep views.')

/** A view as it is kept; everything that is wrong with it is reported at once. */
function readView(context: Context, { name, shared, search, columns }: View): View {
  const problems: string[] = []
  const wanted = oneLine(name)
  if (isBlank(wanted) || wanted.length > name_length_max)
    problems.push(`name: must be 1 to ${name_length_max} characters`)
  const query = new URLSearchParams(search.replaceAll('\0', ''))
  query.sort()
  const kept = query.toString()
  if (kept.length > search_length_max) problems.push(`search: must not be longer than ${search_length_max} characters`)
  if (columns.length > columns_max) problems.push(`columns: must not be more than ${columns_max}`)
  if (problems.length > 0) refuseParameters(problems)
  const role = roleOf(context)
  if (shared && (!role || !sharers.includes(role)))
    refuse('forbidden', 'Your role does not allow sharing views; keep it for yourself.')
  return { name: wanted, shared, search: kept, columns: [...new Set(columns)] }
}

/** A view that whoever asks may change; one of somebody else that is not shared is not there for them. */
async function findView(context: Context, view_id: string): Promise<Kept> {
  const { db, administration_id } = context
  const { rows } = await sql<Kept>`
    select list, name, shared, search, columns, user_id::text from saved_views
    where administration_id = ${administration_id}::bigint and id = ${view_id}::bigint for update`.execute(db)
  const [view] = rows
  const own = view?.user_id === ownId(context)
  if (!view || !(own || view.shared)) return refuse('not_found', 'There is no such view.')
  if (!own && roleOf(context) !== 'administrator')
    refuse('forbidden', 'Only who made a shared view, or an administrator, changes it.')
  return view
}

async function refuseCrowd({ db, administration_id }: Context, of: string): Promise<void> {
  const { rows } = await sql`
    select from saved_views
    where administration_id = ${administration_id}::bigint and list = ${of}::text and shared
    limit ${shared_max}::integer`.execute(db)
  if (rows.length >= shared_max)
    refuseParameters([`shared: ${shared_max} views of this list are shared already; remove one first`])
}

/** Two views of one person never stand beside each other under one name. */
async function refuseTaken(
  context: Context,
  { list: of, name, id: own, user_id }: { list: string; name: string; id: string | null; user_id?: string },
): Promise<void> {
  const { rows } = await sql`
    select from saved_views where administration_id = ${context.administration_id}::bigint and list = ${of}::text
      and user_id = ${user_id ?? ownId(context)}::bigint and lower(name) = lower(${name}::text)
      and id is distinct from ${own}::bigint`.execute(context.db)
  if (rows.length > 0) refuseParameters(['name: there is a view of this name already; choose another one'])
}
