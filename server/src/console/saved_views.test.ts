import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { signedIn, visitor } from '../../test/visitor.ts'

const service = await startService()
const { given } = service
const tenant = await given.tenant()
const { administration_id } = tenant
const stranger = await given.tenant()
const boss = await signedIn(service, tenant.company_id)
const robin = await signedIn(service, tenant.company_id, { company_role: 'standard' })
const kim = await signedIn(service, tenant.company_id, { company_role: 'standard' })
const reader = await signedIn(service, tenant.company_id, { company_role: 'restricted' })
const outsider = await signedIn(service, stranger.company_id)

type View = { id: string; name: string; shared: boolean; search: string; own: boolean; may_change: boolean }
type Who = typeof boss

const view = (name: string, more: object = {}) => ({
  ...{ administration_id, list: 'debtors', name, shared: false },
  ...{ search: 'show=overdue&marks=late_30', columns: ['name', 'open'], ...more },
})
const verb = (who: Who, name: 'save' | 'change' | 'remove', body: object) =>
  who.send(`POST /console/saved_views/${name}`, { administration_id, ...body })
async function save(who: Who, name: string, more: object = {}): Promise<string> {
  const answer = await verb(who, 'save', view(name, more))
  assert.equal(answer.status, 200, answer.text)
  return (answer.body as { id: string }).id
}
async function viewsOf(who: Who, list = 'debtors'): Promise<View[]> {
  const answer = await who.get(`/console/administrations/${administration_id}/saved_views?list=${list}`)
  assert.equal(answer.status, 200, answer.text)
  return (answer.body as { views: View[] }).views
}
const names = async (who: Who, list?: string) => (await viewsOf(who, list)).map(({ name }) => name)

test('a view is there for who made it, and for everybody once it is shared', async () => {
  const own = await save(robin, 'Late')
  const shared = await save(robin, 'Key accounts', { shared: true })
  assert.deepEqual(await names(robin), ['Key accounts', 'Late'])
  assert.deepEqual(await names(kim), ['Key accounts'])
  for (const list of ['tasks', 'letters']) assert.deepEqual(await names(robin, list), [])
  const letters = await save(robin, 'Final ones', { list: 'letters', search: 'step=final_reminder' })
  assert.deepEqual(await names(robin, 'letters'), ['Final ones'])
  const [seen] = await viewsOf(kim)
  assert.deepEqual([seen?.own, seen?.may_change, seen?.search], [false, false, 'marks=late_30&show=overdue'])
  assert.equal((await viewsOf(boss))[0]?.may_change, true)
  assert.equal((await verb(robin, 'change', { id: own, shared: true, name: ' Late ones ' })).status, 200)
  assert.deepEqual(await names(kim), ['Key accounts', 'Late ones'])
  for (const id of [own, shared, letters]) assert.equal((await verb(robin, 'remove', { id })).status, 200)
  assert.deepEqual(await names(robin), [])
  assert.equal((await verb(robin, 'remove', { id: own })).status, 404)
})

test('what is left out of a change stays', async () => {
  const id = await save(robin, 'Before')
  assert.equal((await verb(robin, 'change', { id, columns: ['name', 'late'] })).status, 200)
  const [kept] = (await viewsOf(robin)) as (View & { columns: string[] })[]
  assert.deepEqual(
    [kept?.name, kept?.search, kept?.columns],
    ['Before', 'marks=late_30&show=overdue', ['name', 'late']],
  )
  await verb(robin, 'remove', { id })
})

test('a view of somebody else is changed and removed by administrators alone, and only once it is shared', async () => {
  const [own, shared] = [await save(robin, 'Own'), await save(robin, 'Shared', { shared: true })]
  for (const name of ['change', 'remove'] as const) {
    assert.equal((await verb(kim, name, { id: own })).status, 404)
    assert.equal((await verb(boss, name, { id: own })).status, 404)
    assert.equal((await verb(kim, name, { id: shared })).status, 403)
  }
  assert.equal((await verb(boss, 'change', { id: shared, name: 'Renamed' })).status, 200)
  assert.equal((await verb(boss, 'change', { id: shared, shared: false })).status, 422)
  assert.deepEqual(await names(kim), ['Renamed'])
  assert.equal((await verb(boss, 'remove', { id: shared })).status, 200)
  await verb(robin, 'remove', { id: own })
})

test('whoever only reads keeps views, and shares none', async () => {
  assert.equal((await verb(reader, 'save', view('For all', { shared: true }))).status, 403)
  const id = await save(reader, 'For me')
  assert.equal((await verb(reader, 'change', { id, shared: true })).status, 403)
  assert.deepEqual(await names(reader), ['For me'])
})

test('a name is there once for a person and a list, however it is written', async () => {
  await save(kim, 'Twice')
  const again = await verb(kim, 'save', view('tWICE'))
  assert.equal(again.status, 422)
  assert.match(again.text, /choose another one/)
  await save(kim, 'Twice', { list: 'tasks' })
  await save(robin, 'Twice')
})

test('what is too long, too many or of no list is refused with what to do', async () => {
  for (const wrong of [
    ...[{ name: ' ' }, { name: 'x'.repeat(61) }, { search: `text=${'x'.repeat(2000)}` }, { list: 'mails' }],
    ...[{ columns: Array.from({ length: 41 }, (_, n) => `c${n}`) }, { shared: 'maybe' }],
  ]) {
    assert.equal((await verb(kim, 'save', view('Wrong', wrong))).status, 422, JSON.stringify(wrong))
  }
  const many = await signedIn(service, tenant.company_id, { company_role: 'standard' })
  for (let n = 0; n < 50; n++) await save(many, `View ${n}`)
  const refused = await verb(many, 'save', view('One more'))
  assert.equal(refused.status, 422)
  assert.match(refused.text, /remove one first/)
})

test('a name is one line that somebody can see', async () => {
  for (const name of ['\u200b', '\u202e\u2066', '\n\t', '\u3164\u115f', '\u2800'])
    assert.equal((await verb(kim, 'save', view(name))).status, 422)
  const id = await save(kim, 'Two\nlines \u202eturned', { list: 'invoices' })
  assert.deepEqual(await names(kim, 'invoices'), ['Two lines turned'])
  await verb(kim, 'remove', { id })
})

test('only so many views of a list are shared', async () => {
  const people = [
    await signedIn(service, tenant.company_id, { company_role: 'standard' }),
    await signedIn(service, tenant.company_id, { company_role: 'standard' }),
  ]
  for (const [place, who] of people.entries())
    for (let n = 0; n < 50; n++) await save(who, `Shared ${place} ${n}`, { list: 'payment_plans', shared: true })
  const last = await verb(kim, 'save', view('Beyond', { list: 'payment_plans', shared: true }))
  assert.equal(last.status, 422)
  assert.match(last.text, /shared: 100 views of this list are shared already/)
  const id = await save(kim, 'Own', { list: 'payment_plans' })
  assert.equal((await verb(kim, 'change', { id, shared: true })).status, 422)
  assert.equal((await viewsOf(kim, 'payment_plans')).length, 101)
})

test('another company neither sees nor touches views', async () => {
  const id = await save(boss, 'Ours', { shared: true })
  const place = `/console/administrations/${administration_id}/saved_views?list=debtors`
  assert.equal((await visitor(service).get(place)).status, 401)
  assert.equal((await outsider.get(place)).status, 403)
  assert.equal((await verb(outsider, 'save', view('Theirs'))).status, 403)
  for (const name of ['change', 'remove'] as const) {
    assert.equal((await verb(outsider, name, { id })).status, 403)
    const inside = { id, administration_id: stranger.administration_id }
    assert.equal((await verb(outsider, name, inside)).status, 404)
  }
  assert.ok((await names(boss)).includes('Ours'))
})
