import { sql } from 'kysely'
import { type Actions, call, createMany } from '../api/actions.ts'
import { separatedIds, separatedKeys } from '../api/checked.ts'
import type { Context } from '../api/context.ts'
import { refuseParameters } from '../api/errors.ts'
import { type Input, id, key, oneOf } from '../api/field.ts'
import { writeRows } from '../db/bulk.ts'
import { asTable } from '../db/rows_as_table.ts'
import { mandateProblems, psp_providers, type WantedMandate } from '../domain/psp_mandate.ts'
import { emitMany } from '../events/emit_many.ts'
import { psp_mandates } from './psp_mandates.ts'

const { bank_account_name, bank_account_number, customer_identifier, ...mandate } = psp_mandates.input
const item = {
  bank_account_name,
  bank_account_number,
  provider_code: oneOf(psp_providers, 'Payment service provider.').required(),
  ...mandate,
  debtor_code: key('Debtor, by number; this or `debtor_id` is needed.'),
  debtor_id: id('Debtor, by internal identifier.'),
  customer_identifier,
}

type Item = Input<typeof item>

const selectors = {
  psp_mandate_ids: separatedIds('Internal identifiers of mandates.'),
  mandate_identifiers: separatedKeys('Identifiers of mandates at the provider.'),
  mandate_references: separatedKeys('Own references of mandates.'),
  debtor_numbers: separatedKeys('Numbers of debtors, all of whose mandates are meant.'),
}

/** A mandate is active or deactivated, and never becomes active again: the debtor gives a new one. */
export const psp_mandate_actions: Actions = {
  create: createMany(psp_mandates, {
    status: 200,
    summary: 'Register mandates',
    description:
      'Registers mandates that are signed and verified at the provider, all or none, and shows them: the mandate ' +
      'itself when one was sent, otherwise a list. A debtor has one active mandate. What is refused is reported as ' +
      '`psp_mandates: <reason> (<records>)`, where the reason is one of `missing_data`, `invalid_provider`, ' +
      '`unknown_debtor`, `duplicate_debtor_code`, `duplicate_mandate_identifier` and `existing_mandate`, and a record ' +
      'is named by its place behind a hash sign, from `#0` on, with its debtor or with the member that is wrong.',
    items: 'psp_mandates',
    item,
    example: {
      psp_mandates: [
        {
          bank_account_name: 'Example Trading',
          bank_account_number: 'NL91ABNA0417164300',
          provider_code: 'twikey',
          mandate_reference: 'M-1001',
          debtor_code: 'D1001',
        },
      ],
    },
    word: (problem) => {
      const [, place, member, says = ''] = /^psp_mandates\[(\d+)\]\.(\w+): (.*)$/s.exec(problem) ?? []
      const reason = says === 'is missing' ? 'missing_data' : member === 'provider_code' ? 'invalid_provider' : null
      if (place === undefined) return problem === 'psp_mandates: is missing' ? 'psp_mandates: missing_data' : problem
      return reason === null ? problem : `psp_mandates: ${reason} (#${place} ${member})`
    },
    run: async (context, items) => {
      const found = await find(context, items)
      const problems = mandateProblems(found.map(({ wanted }) => wanted))
      if (problems.size > 0)
        refuseParameters([...problems].map(([problem, places]) => sayProblem(problem, places, items)))
      const ids = await insert(context, items, found)
      await emitCreated(context, ids)
      return ids
    },
  }),

  delete: call({
    method: 'DELETE',
    path: psp_mandates.path,
    summary: 'Deactivate mandates',
    outcome: 'How many mandates were meant, and which values led to none.',
    example: { mandate_references: ['M-1001'] },
    reach: 'administration',
    permission: 'psp_mandates:write',
    description:
      'Deactivates mandates, and puts them on the list of deleted ones. They stay visible, with `deactivated_at`. One ' +
      'that is deactivated already counts and stays as it is. At least one parameter is needed that says which; ' +
      'values that lead to no mandate stand in `errors` under `not_found`.',
    body: selectors,
    answer: 'batch',
    run: async (context, wanted) => {
      const given = Object.values(wanted).some((values) => values && values.length > 0)
      if (!given) refuseParameters([`psp_mandate_ids: is missing, and so are ${others}; one of them is needed`])
      const { mandates, not_found } = await select(context, wanted)
      await deactivate(context, mandates)
      return { count: mandates.length, errors: new Map(not_found.length > 0 ? [['not_found', not_found]] : []) }
    },
  }),
}

/** The most records that are named for one problem. */
const named_max = 10

function sayProblem(problem: string, places: readonly number[], items: readonly Item[]): string {
  const named = places.slice(0, named_max).map((place) => {
    const { debtor_code, debtor_id } = items[place] ?? {}
    const debtor = debtor_code ? ` debtor_code ${debtor_code.slice(0, 60)}` : debtor_id ? ` debtor_id ${debtor_id}` : ''
    return `#${place}${debtor}`
  })
  const more = places.length - named.length
  return `psp_mandates: ${problem} (${[...named, ...(more > 0 ? [`${more} more`] : [])].join('; ')})`
}

const others = 'mandate_identifiers, mandate_references and debtor_numbers'

type MandateOfDebtor = { wanted: WantedMandate; debtor_number: string }

async function find({ db, administration_id }: Context, items: readonly Item[]): Promise<MandateOfDebtor[]> {
  const numbered = items.map((one, n) => ({ n, ...whole(one) }))
  const { rows } = await sql<{ debtor_id: string | null; debtor_number: string; known_already: boolean }>`
    select d.id as debtor_id, coalesce(d.debtor_number, '') as debtor_number,
           exists (select from psp_mandates m
                   where m.administration_id = ${administration_id}::bigint and m.debtor_id = d.id
                     and m.deactivated_at is null)
           or exists (select from psp_mandates m
                      where m.administration_id = ${administration_id}::bigint
                        and m.mandate_reference = one.mandate_reference)
           or exists (select from psp_mandates m
                      where m.administration_id = ${administration_id}::bigint
                        and m.mandate_identifier = one.mandate_identifier and m.provider = one.provider_code
                        and m.deactivated_at is null) as known_already
    from ${asTable('one', numbered, {
      ...{ n: 'integer', debtor_code: 'text', debtor_id: 'bigint', mandate_identifier: 'text' },
      ...{ mandate_reference: 'text', provider_code: 'text' },
    })}
    left join debtors coded
      on coded.administration_id = ${administration_id}::bigint and coded.debtor_number = one.debtor_code
    left join debtors d
      on d.administration_id = ${administration_id}::bigint
      -- Named twice, it has to be the same debtor.
      and d.id = case when one.debtor_code is null or coded.id = one.debtor_id then one.debtor_id
                      when one.debtor_id is null then coded.id end
    order by one.n`.execute(db)
  return items.map((one, index) => {
    const { debtor_id = null, debtor_number = '', known_already = false } = rows[index] ?? {}
    const { debtor_code, debtor_id: named_id, ...rest } = whole(one)
    const debtor_named = debtor_code !== null || named_id !== null
    return { wanted: { ...rest, debtor_named, debtor_id, known_already }, debtor_number }
  })
}

/** What was left out is null. */
const whole = (one: Item) => ({
  provider_code: one.provider_code,
  mandate_identifier: one.mandate_identifier ?? null,
  mandate_reference: one.mandate_reference ?? null,
  customer_identifier: one.customer_identifier ?? null,
  debtor_code: one.debtor_code ?? null,
  debtor_id: one.debtor_id ?? null,
})

async function insert(
  { db, administration_id, stamp }: Context,
  items: readonly Item[],
  found: readonly MandateOfDebtor[],
): Promise<string[]> {
  const rows = items.flatMap((one, index) => {
    const here = found[index]
    if (!here) return []
    const { debtor_code: _, provider_code: provider, ...given } = one
    const { debtor_number, wanted } = here
    const { debtor_id } = wanted
    return [{ ...given, provider, debtor_id, debtor_number, mandate_identifier: given.mandate_identifier ?? '' }]
  })
  const columns = [...Object.keys(psp_mandates.input), 'provider', 'debtor_id', 'debtor_number']
  const written = await writeRows(db, {
    table: 'psp_mandates',
    administration_id,
    stamp,
    key: 'debtor_number',
    columns,
    rows,
  })
  return written.map((row) => row.id)
}

async function emitCreated(context: Context, ids: string[]): Promise<void> {
  const shown = await show(context, ids)
  await emitMany(
    context,
    shown.map(({ debtor_id, mandate }) => ({
      event_name: 'psp_mandate_created',
      resource_type: 'debtor',
      resource_id: debtor_id,
      details: { psp_mandate: mandate },
    })),
  )
}

type Selectors = Input<typeof selectors>
type Mandate = { id: string; debtor_id: string; active: boolean }

/** The mandates that are meant, each once, and the values that led to none. */
async function select(
  { db, administration_id }: Context,
  wanted: Selectors,
): Promise<{ mandates: Mandate[]; not_found: string[] }> {
  const by = (column: string, type: string, values: readonly string[] | null | undefined) => sql`
    select wanted.value::text, m.id, m.debtor_id, m.deactivated_at is null as active
    from unnest(${values ?? []}::${sql.raw(type)}[]) wanted (value)
    left join psp_mandates m
      on m.administration_id = ${administration_id}::bigint and m.${sql.ref(column)} = wanted.value`
  const { rows } = await sql<{ value: string } & { [Member in keyof Mandate]: Mandate[Member] | null }>`
    ${by('id', 'bigint', wanted.psp_mandate_ids)}
    union all ${by('mandate_identifier', 'text', wanted.mandate_identifiers)}
    union all ${by('mandate_reference', 'text', wanted.mandate_references)}
    union all ${by('debtor_number', 'text', wanted.debtor_numbers)}`.execute(db)
  const mandates = new Map<string, Mandate>()
  const not_found = new Set<string>()
  for (const { value, id: found, debtor_id, active } of rows) {
    if (found === null || debtor_id === null) not_found.add(value)
    else mandates.set(found, { id: found, debtor_id, active: active === true })
  }
  return { mandates: [...mandates.values()], not_found: [...not_found] }
}

/** Ends those that are active. The list of deleted mandates shows them from the same moment. */
async function deactivate(context: Context, mandates: readonly Mandate[]): Promise<void> {
  const active = mandates.filter((mandate) => mandate.active).map((mandate) => mandate.id)
  if (active.length === 0) return
  const { db, administration_id, stamp, now } = context
  await sql`
    with ended as (
      update psp_mandates set deactivated_at = ${now.toISOString()}::timestamptz, updated_at = ${stamp}::timestamptz
      where administration_id = ${administration_id}::bigint and id = any(${active}::bigint[])
      returning id, debtor_id, mandate_identifier, provider
    )
    insert into deleted_psp_mandates (administration_id, id, debtor_id, mandate_identifier, provider, deleted_at)
    select ${administration_id}::bigint, id, debtor_id, mandate_identifier, provider, ${stamp}::timestamptz
    from ended`.execute(db)
  const by_debtor = Map.groupBy(await show(context, active), (one) => one.debtor_id)
  await emitMany(
    context,
    [...by_debtor].map(([debtor_id, ended]) => ({
      event_name: 'psp_mandate_revoked',
      resource_type: 'debtor',
      resource_id: debtor_id,
      details: { revoked_psp_mandates: ended.map((one) => one.mandate) },
    })),
  )
}

/** Mandates as events show them: as the interface does, but with numbers as ids. */
async function show({ db, administration_id }: Context, ids: string[]) {
  const { rows } = await sql<{ debtor_id: string; mandate: object }>`
    select debtor_id, document::jsonb - 'administration_id' || jsonb_build_object('id', id, 'debtor_id', debtor_id)
             as mandate
    from psp_mandates
    where administration_id = ${administration_id}::bigint and id = any(${ids}::bigint[])
    order by id`.execute(db)
  return rows
}
