import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Listener, listenTo } from '../../test/event_stream.ts'
import { startService } from '../../test/harness.ts'
import { logTo } from '../../test/log_to.ts'
import { happen } from '../../test/receiver.ts'
import { until } from '../../test/until.ts'
import { givenPerson, signedIn, visitor } from '../../test/visitor.ts'
import { changeIn } from '../db/change.ts'
import { serviceActor } from '../domain/actor.ts'

const lines: string[] = []
const log = logTo('info', (line: string) => void lines.push(line))
const service = await startService({ log })
const { given, database, call } = service
const tenant = await given.tenant()
const { administration_id } = tenant
const other = await given.tenant()
const boss = await signedIn(service, tenant.company_id)
const outsider = await signedIn(service, other.company_id)
const debtor_id = await given.debtor(tenant, { name: 'Bakery Morning Star' })

const open: Listener[] = []
after(() => open.splice(0).forEach((one) => void one.close()))
async function listen(who: typeof boss, where = administration_id, base_url = service.app.base_url): Promise<Listener> {
  const listener = await listenTo(base_url, who, where)
  open.push(listener)
  return listener
}

async function note(who = boss, content = 'Prefers to be called.'): Promise<string> {
  const answer = await who.send('POST /console/notes', { administration_id, debtor_id, content })
  assert.equal(answer.status, 201, answer.text)
  return `notes ${(answer.body as { id: string }).id}`
}

/** What a page may lag behind. */
const soon_ms = 2_000

test('a page hears which record changed, in which dossier and by whom, and nothing of what is in it', async () => {
  const listener = await listen(boss)
  assert.equal(listener.status, 200)
  const { 'content-type': type, 'cache-control': cache, 'x-accel-buffering': buffering } = listener.headers
  assert.match(`${type} ${cache} ${buffering}`, /^text\/event-stream.* no-store, no-transform no$/)
  const [ready] = listener.events
  assert.equal(ready?.event, 'ready')
  assert.ok(Number(ready?.data.changed_ms_ago) >= 0, JSON.stringify(ready))
  const colleague = await signedIn(service, tenant.company_id)
  const written = await note(colleague, 'secret words')
  const subject = 'secret task'
  const task = { administration_id, debtor_id, subject, expiry_date: '2026-11-20' }
  const { id } = (await colleague.send('POST /console/tasks', task)).body as { id: string }
  await until('both are heard', () => [written, `tasks ${id}`].every((one) => listener.heard().includes(one)), soon_ms)
  const changes = listener.events.flatMap(({ data }) => (data.changes ?? []) as object[])
  assert.deepEqual(
    changes.filter((one) => 'kind' in one && one.kind === 'tasks'),
    [{ kind: 'tasks', id, debtor_id, by: colleague.id }],
  )
  assert.doesNotMatch(JSON.stringify(listener.events), /secret/)
})

test('what the service does is announced with the name of its part, and settings as the administration', async () => {
  const listener = await listen(boss)
  const happening = { event_name: 'debtor_new_comment', resource_type: 'debtor', resource_id: debtor_id } as const
  await happen(service, administration_id, [happening])
  await until('it is heard', () => listener.heard().includes(`debtors ${debtor_id}`), soon_ms)
  const [hint] = listener.events.flatMap(({ data }) => (data.changes ?? []) as object[])
  assert.deepEqual(hint, { kind: 'debtors', id: debtor_id, debtor_id, by: 'upkeep' })
  await changeIn(
    database.db,
    { administration_id, actor: serviceActor('engine'), real_now: new Date() },
    async () => {},
  )
  await until('it is heard', () => listener.heard().includes(`administrations ${administration_id}`), soon_ms)
})

test('that a message of a stranger is thrown away is heard, also beside what else changes', async () => {
  const id = await given.message(tenant, { debtor_id: null, sender_type: 'debtor' })
  const listener = await listen(boss)
  const [discarded] = await Promise.all([
    boss.send(`PATCH /console/messages/${id}/discard`, { administration_id }),
    note(boss, 'Written in the same moment.'),
  ])
  assert.ok(discarded.status < 300, discarded.text)
  await until('it is heard', () => listener.heard().includes(`messages ${id}`), soon_ms)
})

test('many changes at once are one hint', async () => {
  const listener = await listen(boss)
  await given.debtors(tenant, 300)
  await until('it is heard', () => listener.events.some(({ data }) => data.many === true), soon_ms)
  assert.ok(JSON.stringify(listener.events).length < 2_000)
})

test('nobody hears of another company, whatever they ask for', async () => {
  const theirs = await listen(outsider, other.administration_id)
  assert.equal((await listen(outsider)).status, 403)
  assert.equal((await listen(visitor(service) as typeof boss)).status, 401)
  assert.equal((await listen(boss, '')).status, 422)
  assert.equal((await listen(boss, 'x')).status, 422)
  const reader = await signedIn(service, tenant.company_id, {
    company_role: null,
    rights: { [administration_id]: 'restricted' },
  })
  const second = await given.tenant({ company_id: tenant.company_id })
  assert.equal((await listen(reader, second.administration_id)).status, 403)
  const [mine, beside] = [await listen(reader), await listen(boss, second.administration_id)]
  const written = await note()
  await until('who may hears it', () => mine.heard().includes(written), soon_ms)
  // It was announced in one round; a later change of theirs comes after it.
  await given.debtor({ ...other })
  await given.debtor({ ...second })
  await until('they hear of their own', () => theirs.heard().length > 0 && beside.heard().length > 0, soon_ms)
  assert.ok(![...theirs.heard(), ...beside.heard()].includes(written))
  assert.doesNotMatch(JSON.stringify(theirs.events), new RegExp(`"administration_id":"${administration_id}"`))
})

test('who loses the right to see an administration is out within two seconds, and hears nothing after', async () => {
  const rights = { [administration_id]: 'standard' as const }
  const member = await signedIn(service, tenant.company_id, { company_role: null, rights })
  const [theirs, mine] = [await listen(member), await listen(boss)]
  await database.db.deleteFrom('user_administrations').where('user_id', '=', member.id).execute()
  await until('it ends', theirs.ended, soon_ms)
  assert.equal(theirs.events.at(-1)?.event, 'ended')
  const written = await note()
  await until('others hear it', () => mine.heard().includes(written), soon_ms)
  assert.ok(!theirs.heard().includes(written))
  assert.equal((await listen(member)).status, 403)
})

test('signing out ends the streams of that session, and no other', async () => {
  const person = await givenPerson(service, tenant.company_id)
  const [here, elsewhere] = [visitor(service), visitor(service)]
  await here.signIn(person)
  await elsewhere.signIn(person)
  const as = (who: typeof here) => ({ ...who, ...person })
  const [first, second, still] = [await listen(as(here)), await listen(as(here)), await listen(as(elsewhere))]
  const cookies = here.headers()
  await here.send('POST /console/sign_out')
  await until('both end', () => first.ended() && second.ended(), soon_ms)
  const written = await note()
  await until('the other one hears', () => still.heard().includes(written), soon_ms)
  const again = await listenTo(service.app.base_url, { headers: () => cookies }, administration_id)
  assert.equal(again.status, 401)
})

test('a person has so many streams, is refused more with words, and gets another when one is closed', async () => {
  const person = await signedIn(service, tenant.company_id)
  const all = await Promise.all(Array.from({ length: 20 }, () => listen(person)))
  assert.deepEqual([...new Set(all.map(({ status }) => status))], [200])
  const refused = await call(`GET /console/live?administration_id=${administration_id}`, { headers: person.headers() })
  assert.equal(refused.status, 429)
  assert.match(refused.text, /too many pages open/)
  assert.equal(refused.headers.get('retry-after'), '30')
  assert.equal((await listen(boss)).status, 200, 'others have their own')
  all[0]?.close()
  await until('there is room', async () => (await listen(person)).status === 200, soon_ms)
})

test('a second process announces what the first one wrote, and a page that comes again what it missed', async () => {
  const second = await startService({ beside: service })
  const far = await listen(boss, administration_id, second.app.base_url)
  const written = await note()
  await until('it is heard there', () => far.heard().includes(written), soon_ms)
  far.close()
  await note()
  const again = await listen(boss, administration_id, second.app.base_url)
  const { changed_ms_ago } = again.events[0]?.data ?? {}
  assert.ok(Number(changed_ms_ago) < 5_000, `${changed_ms_ago}`)
  // A deploy does not wait for pages that stay open.
  const before = performance.now()
  await second.app.stop()
  assert.ok(performance.now() - before < 4_000, `${performance.now() - before} ms`)
  await until('it ended', again.ended, soon_ms)
})

test('streams are counted, and how long they last is not taken for slowness', async () => {
  const gauge = async (): Promise<number> =>
    Number(/^dunlin_live_streams (\d+)$/m.exec((await call('GET /metrics')).text)?.[1] ?? Number.NaN)
  for (const one of open.splice(0)) one.close()
  await until('all are gone', async () => (await gauge()) === 0)
  const listener = await listen(boss)
  assert.equal(await gauge(), 1)
  lines.length = 0
  listener.close()
  await until('it is gone', async () => (await gauge()) === 0)
  const line = lines.find((one) => one.includes('GET /console/live')) ?? ''
  assert.equal(JSON.parse(line).status, 200, line)
  const { text } = await call('GET /metrics')
  const counted = /_bucket\{le="0.25",route="GET \/console\/live",status="200"\} (\d+)/.exec(text)?.[1]
  const all = /_count\{route="GET \/console\/live",status="200"\} (\d+)/.exec(text)?.[1]
  assert.ok(all !== undefined && counted === all, `${counted} of ${all}`)
})
