import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'

const now = new Date('2026-11-16T10:00:00Z')
const service = await startService({ now: () => now })
const { given, database } = service
const { db } = database
const tenant = await given.tenant()
const { administration_id, company_id } = tenant
const stranger = await given.tenant()
const boss = await signedIn(service, company_id)
const worker = await signedIn(service, company_id, {
  company_role: null,
  rights: { [administration_id]: 'administrator' },
})
const outsider = await signedIn(service, stranger.company_id)

type Person = typeof boss
const make = (who: Person, body: object = {}) =>
  who.send('POST /console/sandboxes', { like_id: administration_id, name: 'To try', ...body })
const startOver = (who: Person, sandbox_id: string) => who.send('POST /console/sandboxes/start_over', { sandbox_id })
const idOf = ({ body, text }: { body: unknown; text: string }): string =>
  (body as { id?: string }).id ?? assert.fail(text)
const there = (id: string) =>
  db.selectFrom('administrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const ownIds = async (who: Person): Promise<string[]> => {
  const { administrations } = (await who.get('/console/session')).body as { administrations: { id: string }[] }
  return administrations.map(({ id }) => id)
}
const inside = `/console/administrations/${administration_id}`

test('a sandbox is like its model: settings, flows with their drafts, and texts, and nobody in it', async () => {
  const changed = await boss.send(`PATCH ${inside}/settings`, { engine_enabled: true, sending_stopped: true })
  assert.equal(changed.status, 200, changed.text)
  const flow = ((await boss.get(`${inside}/flow_versions/business`)).body as { versions: { definition: object }[] })
    .versions[0]?.definition
  const drafted = await boss.send(`PATCH ${inside}/flow_versions/business/draft`, {
    ...{ revision: null, definition: { ...flow, name: 'Another name' } },
  })
  assert.equal(drafted.status, 200, drafted.text)
  const letter = { step: 'reminder_1', language_code: 'en', subject: 'Our own words', body: 'Please pay.' }
  const saved = await boss.send('POST /console/letter_texts/save', { administration_id, ...letter })
  assert.equal(saved.status, 200, saved.text)
  const reply = { language_code: 'en', name: 'Ours', subject: 'S', body: 'B' }
  assert.equal((await boss.send('POST /console/reply_texts/save', { administration_id, ...reply })).status, 200)
  await given.debtor(tenant)

  const id = idOf(await make(boss, { name: '  To \u202etry ' }))
  const [made, model] = [await there(id), await there(administration_id)]
  assert.deepEqual(
    [made.sandbox, made.status, made.internal_name, made.name, made.bank_account_number, made.company_id],
    [true, 'active', 'To try', model.name, model.bank_account_number, company_id],
  )
  const settings = made.settings as Record<string, unknown>
  assert.deepEqual([settings.engine_enabled, settings.sending_stopped], [true, undefined])
  const counted = async (table: string): Promise<unknown> =>
    (
      await sql<{ count: number }>`
        select count(*)::integer as count from ${sql.table(table)} where administration_id = ${id}::bigint`.execute(db)
    ).rows[0]?.count
  const tables = ['flows', 'flow_versions', 'letter_texts', 'reply_texts', 'debtors', 'invoices']
  assert.deepEqual(await Promise.all(tables.map(counted)), [2, 3, 1, 1, 0, 0])
  const draft = await sql<{ name: string }>`
    select definition ->> 'name' as name from flow_versions
    where administration_id = ${id}::bigint and published_at is null`.execute(db)
  assert.deepEqual(draft.rows, [{ name: 'Another name' }])
})

test('whoever may not add administrations makes none, and nobody reaches the model of another company', async () => {
  assert.equal((await make(worker)).status, 403)
  assert.equal((await make(outsider)).status, 403)
  assert.equal((await make(boss, { like_id: stranger.administration_id })).status, 403)
  assert.equal((await make(boss, { like_id: '999999999' })).status, 403)
  for (const name of ['', ' ', '\u200b', '\n', 'x'.repeat(61)])
    assert.equal((await make(boss, { name })).status, 422, name)
})

test('debtors are invented in a sandbox without any, and its clock finds them', async () => {
  const id = idOf(await make(boss))
  const invent = (who: Person, where = id) => who.send('POST /console/sandbox/invent', { administration_id: where })
  assert.equal((await invent(outsider)).status, 403)
  const [one, two] = await Promise.all([invent(boss), invent(boss)])
  assert.deepEqual([one.status, two.status].sort(), [200, 409], 'twice at once they come once')
  assert.equal((await invent(boss, administration_id)).status, 409, 'never among real ones')
  const turned = await boss.send(`PATCH /console/administrations/${id}/clock`, { date: '2026-11-30' })
  assert.equal(turned.status, 200, turned.text)
  const { letters, debtors } = (await boss.get(`/console/administrations/${id}/sandbox`)).body as {
    letters: number
    debtors: unknown[]
  }
  assert.equal(debtors.length, 6)
  assert.ok(letters > 0)
})

test('starting over puts a fresh one in its place, and the old one is marked for removal', async () => {
  const old = idOf(await make(boss, { name: 'Old and new' }))
  await boss.send('POST /console/sandbox/invent', { administration_id: old })
  await boss.send(`PATCH /console/administrations/${old}/clock`, { date: '2026-11-20' })
  const player = await signedIn(service, company_id, { company_role: null, rights: { [old]: 'standard' } })
  assert.deepEqual(await ownIds(player), [old])
  assert.equal((await startOver(player, old)).status, 403)
  assert.equal((await startOver(outsider, old)).status, 403)
  assert.equal((await startOver(boss, administration_id)).status, 409, 'what is real is never begun anew')

  const answers = await Promise.all([startOver(boss, old), startOver(boss, old)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409], 'twice at once it happens once')
  const fresh = idOf(answers.find(({ status }) => status === 200) ?? assert.fail())
  const [before, after] = [await there(old), await there(fresh)]
  assert.deepEqual([before.status, before.deleted_at === null], ['deleted', false])
  assert.deepEqual(
    [after.status, after.sandbox, after.days_ahead, after.internal_name],
    ['active', true, 0, 'Old and new'],
  )
  assert.deepEqual(await ownIds(player), [fresh], 'who worked in the old one works in the new one')
  assert.equal((await boss.get(`/console/administrations/${old}/sandbox`)).status, 403)
  const { diary, debtors } = (await boss.get(`/console/administrations/${fresh}/sandbox`)).body as {
    diary: unknown[]
    debtors: unknown[]
  }
  assert.deepEqual([diary, debtors], [[], []])
  assert.equal((await there(administration_id)).status, 'active')
})

test('many who make sandboxes at once, like several administrations, make no more than there may be', async () => {
  const crowd = await given.tenant()
  const models = [crowd.administration_id]
  for (let n = 0; n < 2; n++) models.push((await given.tenant({ company_id: crowd.company_id })).administration_id)
  const maker = await signedIn(service, crowd.company_id)
  const wanted = Array.from({ length: 30 }, (_, n) => make(maker, { like_id: models[n % 3], name: `M ${n}` }))
  const answers = await Promise.all(wanted)
  const made = answers.filter(({ status }) => status === 200).length
  assert.deepEqual([made, answers.filter(({ status }) => status === 409).length], [20, 10])
})

test('a company has so many sandboxes and no more, and can still start over', async () => {
  let last = ''
  for (let n = 0; n < 25; n++) {
    const answer = await make(boss, { name: `S ${n}` })
    if (answer.status === 409) {
      assert.match(answer.text, /^.*There are 20 sandboxes already/)
      assert.equal((await startOver(boss, last)).status, 200)
      return
    }
    last = idOf(answer)
  }
  assert.fail('nobody said no')
})
