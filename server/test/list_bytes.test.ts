import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { readCursor, writeCursor } from '../src/api/cursor.ts'
import type { Resource } from '../src/api/define.ts'
import type { Fields } from '../src/api/field.ts'
import { defaultSelection, parseFields } from '../src/api/fields.ts'
import { type Module, modules } from '../src/api/modules.ts'
import { operations } from '../src/api/operations.ts'
import { type PageRequest, selectPage } from '../src/api/select.ts'
import { permission_names } from '../src/auth/permissions.ts'
import { connect as connectTo } from '../src/db/connect.ts'
import { todayIn } from '../src/domain/days.ts'
import { openStore } from '../src/files/store.ts'
import { families } from '../src/resources/index.ts'
import { type Chance, chanceFrom } from './chance.ts'
import { fillEveryFamily } from './every_family.ts'
import type { Tenant } from './given.ts'
import { type Answer, nextCursor, startService } from './harness.ts'
import { sampleOf } from './samples.ts'
import { until } from './until.ts'

// Pages of lists go past the driver, from the socket of the database into the answer. Here they are compared, byte for
// byte, with the JSON that PostgreSQL makes of the same records and that the ordinary driver hands over, while other
// clients break off in the middle of theirs and connections to the database are cut.

const seed = Number(process.env.FUZZ_SEED ?? 1)
const pages = Number(process.env.LIST_PAGES ?? 350)
const at_once = 12
// The keys of the list.
const every_module = Object.keys(modules) as Module[]

const now = new Date()
const service = await startService({ now: () => now })
const { given, database, app, call } = service
// The ordinary driver has connections of its own, which nobody cuts.
const { pool: own_pool } = connectTo(database.connection, { connections: 4, application: 'ordinary' })
after(() => own_pool.end())
const { link_key } = await openStore({ data_dir: service.data_dir, files_url: null, now })

type Owner = { tenant: Tenant; token: string; keys: Record<string, string[]> }

/** Names that need every escape there is, letters of every length, and more than the socket reads at once. */
const odd_names = [
  '"\\/\b\f\n\r\t\u0001\u001f\u007f\u2028',
  'Zeeë 漢字 🐦 \u202e',
  '\\u0000 and \\"',
  // Each alone as well, because one that is noticed brings all of a text to be looked through.
  ...['\u001f', '\u0001', '\n', '"', '\\'].map((one) => `Between ${one} words`),
  ' ',
  `${'"'.repeat(3_000)}${'🐦'.repeat(3_000)}`,
  'x'.repeat(70_000),
]

async function owner(mark: string): Promise<Owner> {
  const tenant = await given.tenant({ modules: every_module })
  const every = await fillEveryFamily(given, tenant)
  const debtors = [String(every.debtors)]
  for (const [place, name] of odd_names.entries()) {
    debtors.push(await given.debtor(tenant, { name, remark: name, postal_address_city: `${mark} ${place}` }))
    await given.row('notes', tenant, {
      content: name,
      debtor_id: debtors.at(-1),
      created_at: 'stamp',
      updated_at: 'stamp',
    })
  }
  await given.debtors(tenant, 320)
  for (let day = 1; day < 20; day++) {
    const invoice_date = `2026-10-${String(day).padStart(2, '0')}`
    await given.invoice(tenant, String(every.debtors), { invoice_date, due_date: '2026-12-01' })
  }
  const ids = Object.values(every).filter((id) => /^\d+$/.test(id))
  const keys = { id: ids, debtor_id: debtors, debtor_number: ['D-every', 'D3', 'D4'], invoice_number: ['F-every'] }
  return { tenant, token: await given.token(tenant), keys }
}
const owners = [await owner('first'), await owner('second')] as const

const lists = operations(families).flatMap((operation) =>
  operation.doing.do === 'list' && operation.reach === 'administration'
    ? [{ operation, resource: operation.doing.resource }]
    : [],
)

/** Some of the members of a record, in any order, and of those that have members themselves, perhaps some of theirs. */
function someOf(fields: Fields, chance: Chance): unknown[] {
  const names = Object.keys(fields).filter(() => chance.percent(30))
  if (chance.percent(30)) names.reverse()
  return names.map((name) => {
    const value = fields[name]?.definition.value
    return value && value.is !== 'value' && chance.percent(50) ? { [name]: someOf(value.shape, chance) } : name
  })
}

type Asked = { resource: Resource; owner: Owner; path: string; query: Record<string, string> }

function ask({ operation, resource }: (typeof lists)[number], chance: Chance): Asked {
  const by = chance.pick(owners)
  const { query } = sampleOf(operation, by.keys, chance)
  const { cursor, fields, per_page, order, ...filters } = query
  const wanted = Object.entries(filters).filter(() => chance.percent(35))
  const chosen = resource.selectable.includes('list') && chance.percent(70)
  return {
    ...{ resource, owner: by, path: operation.path },
    query: {
      ...Object.fromEntries(wanted),
      administration_id: by.tenant.administration_id,
      per_page: String(chance.pick([1, 2, 3, 10, 100, 101, 500])),
      ...(order !== undefined && chance.percent(60) ? { order } : {}),
      ...(chosen ? { fields: JSON.stringify({ only: someOf(resource.fields, chance) }) } : {}),
    },
  }
}

const lineOf = ({ path, query }: Asked): string => `GET ${path}?${new URLSearchParams(query)}`

/** The same page, as PostgreSQL and its driver make it. */
async function ordinary({ resource, owner: by, query }: Asked): Promise<string> {
  const { administration_id, per_page, fields, order: wanted, cursor, ...rest } = query
  const column = resource.orders.find((one) => wanted === `${one}_asc` || wanted === `${one}_desc`)
  const order = column && wanted ? { name: wanted, column, downwards: wanted.endsWith('_desc') } : null
  const filters = new Map(
    Object.entries(rest).map(([name, text]) => {
      const read = resource.filters[name]?.read(text)
      return [name, read && 'value' in read ? read.value : assert.fail(`${name}=${text}`)]
    }),
  )
  const request: PageRequest = {
    ...{ filters, order, whole: true, per_page: Number(per_page) },
    cursor: readCursor(cursor, order?.name),
  }
  const selection =
    fields === undefined
      ? defaultSelection(resource.fields)
      : parseFields(fields, resource.fields, new Set(every_module))
  const { text, values } = selectPage(
    resource,
    selection,
    {
      ...{ owner_id: by.tenant.administration_id, base_url: app.base_url, now, link_key, mail_address: null },
      ...{
        today: () => todayIn({ timezone: 'Europe/Amsterdam', days_ahead: 0 }, now),
        permissions: new Set(permission_names),
      },
    },
    request,
  )
  const { rows } = await own_pool.query<{ id: string; document: string; until?: string; day?: string }>(text, values)
  const shown = rows.slice(0, request.per_page)
  const [last, next] = [shown.at(-1), rows[request.per_page]]
  const place = order && last?.day ? { order: order.name, day: last.day } : null
  const after = next && {
    pagination: {
      cursor: writeCursor({ id: last?.id ?? '', until: request.cursor.until ?? next.until ?? null, place }),
    },
  }
  const data = shown.map(({ document }) => document).join(',')
  return `{"data":[${data}]${after ? `,${JSON.stringify(after).slice(1, -1)}` : ''}}`
}

/** Where two texts part, with what is around. */
function difference(one: string, other: string): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return `at ${at}: «${one.slice(Math.max(0, at - 60), at + 60)}» and not «${other.slice(Math.max(0, at - 60), at + 60)}»`
}

async function compare(asked: Asked): Promise<Answer> {
  const answer = await call(lineOf(asked), { token: asked.owner.token })
  if (answer.status !== 200) return answer
  const expected = await ordinary(asked)
  if (answer.text !== expected) assert.fail(`${lineOf(asked)} ${difference(answer.text, expected)}`)
  return answer
}

/** A client that asks for a large page, and leaves: at once, or with its beginning. */
async function breakOff(chance: Chance): Promise<void> {
  const { tenant, token } = chance.pick(owners)
  const socket: Socket = connect({ host: '127.0.0.1', port: Number(new URL(app.base_url).port) })
  socket.on('error', () => {})
  await once(socket, 'connect')
  const path = `/v1/debtors?administration_id=${tenant.administration_id}&per_page=500`
  const request = `GET ${path} HTTP/1.1\r\nhost: dunlin\r\nauthorization: Bearer ${token}\r\n\r\n`
  socket.write(request.repeat(1 + chance.below(3)))
  if (chance.percent(60)) await once(socket, 'data')
  socket.destroy()
}

/** Goes through numbers, several at once. */
async function each(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let number = 0
  const go = async (): Promise<void> => {
    while (number < count) await work(number++)
  }
  await Promise.all(Array.from({ length: at_once }, go))
}

const debtor_list = lists.find(({ operation }) => operation.path === '/v1/debtors') ?? assert.fail()
/** Every list in turn, and between them debtors, whose names are odd. */
const chosen_list = (number: number) =>
  number % 3 === 0 ? debtor_list : (lists[Math.floor(number / 1.5) % lists.length] ?? assert.fail())
const seen = new Map<number, number>()
const note = ({ status }: Answer): void => void seen.set(status, (seen.get(status) ?? 0) + 1)

test('every page has the bytes that the ordinary driver would bring, while other clients break off', async () => {
  const full = new Set<string>()
  let escaped = 0
  await each(pages, async (number) => {
    const chance = chanceFrom(seed * 1_000_003 + number)
    const one = chosen_list(number)
    if (chance.percent(25)) await breakOff(chance)
    const asked = ask(one, chance)
    const first = await compare(asked)
    note(first)
    assert.ok([200, 422].includes(first.status), `${lineOf(asked)} → ${first.status} ${first.text.slice(0, 200)}`)
    if (first.status !== 200) return
    if ((first.body as { data: unknown[] }).data.length > 0) full.add(one.operation.name)
    if (asked.query.fields !== undefined && first.text.includes('\\u001f')) escaped++
    const cursor = nextCursor(first)
    if (cursor === null) return
    const next = await compare({ ...asked, query: { ...asked.query, cursor } })
    assert.equal(next.status, 200, next.text)
  })
  const good = seen.get(200) ?? 0
  assert.ok(good > pages * 0.6, `of ${pages} only ${good} pages were compared`)
  const empty = lists.map(({ operation }) => operation.name).filter((name) => !full.has(name))
  assert.deepEqual(empty, [], 'of every list some page had a record')
  assert.ok(escaped > 5, `only ${escaped} pages with chosen fields had a letter that needs an escape`)
})

test('while connections to the database are cut, a page is whole or an error', async () => {
  const statuses = new Set<number>()
  const cut = async (): Promise<void> => {
    await own_pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'dunlin' and pid <> pg_backend_pid()
         and query like '%debtors%' order by random() limit 2`,
    )
  }
  await each(120, async (number) => {
    const chance = chanceFrom(seed * 2_000_003 + number)
    if (number % 20 === 10) await cut()
    const asked = ask(debtor_list, chance)
    statuses.add((await compare(asked)).status)
  })
  for (const status of statuses) assert.ok([200, 422, 500, 503].includes(status), String(status))
  await until('the service reads again', async () => {
    const [{ tenant, token }] = owners
    return (await call(`GET /v1/debtors?administration_id=${tenant.administration_id}`, { token })).status === 200
  })
})
