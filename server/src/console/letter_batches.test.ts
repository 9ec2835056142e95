import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { letterRow, performLetter, switchOn } from '../../test/given_letters.ts'
import { startService } from '../../test/harness.ts'
import { readPdf } from '../../test/read_pdf.ts'
import { until } from '../../test/until.ts'
import { signedIn } from '../../test/visitor.ts'

let today = new Date('2026-11-16T09:00:00Z')
const service = await startService({ now: () => today })
const { database, given } = service
const { db } = database
const tenant = await given.tenant()
await switchOn(db, tenant)
const { administration_id } = tenant
const stranger = await given.tenant()
const withRole = (role: 'standard' | 'restricted') =>
  signedIn(service, tenant.company_id, { company_role: null, rights: { [administration_id]: role } })
const worker = await withRole('standard')
const reader = await withRole('restricted')
const outsider = await signedIn(service, stranger.company_id)

const address = { postal_address_street_1: 'Keizersgracht 8', postal_address_postal_code: '1017 AB' }
let last = 0
/** A letter to print, rendered and ready. */
async function ready(): Promise<{ letter_id: string; debtor_id: string; name: string }> {
  const name = `Debtor by post ${++last}`
  const debtor_id = await given.debtor(tenant, { ...address, name })
  const invoice_ids = [await given.invoice(tenant, debtor_id)]
  const letter_id = await performLetter(db, tenant, { invoice_ids, at: today, channel: 'post', queued: true })
  await until('it is rendered', async () => (await letterRow(db, tenant, letter_id)).status === 'underway')
  return { letter_id, debtor_id, name }
}

type Batches = {
  ready: number
  batches: { id: string; letters: number; posted_on: string | null; posted_by: string | null; document_url: string }[]
}
const list = async (): Promise<Batches> =>
  (await reader.get(`/console/administrations/${administration_id}/letter_batches`)).body as Batches
const make = async () =>
  (await worker.send('POST /console/letter_batches', { administration_id })).body as {
    id: string | null
    letters: number
    withdrawn: number
  }
const post = (id: string | null, posted_on: string) =>
  worker.send('POST /console/letter_batches/mark_posted', { administration_id, id, posted_on })

test('a letter on paper is a PDF before it is printed, and sent when it was posted', async () => {
  const { letter_id } = await ready()
  const letter = await letterRow(db, tenant, letter_id)
  assert.deepEqual([letter.sent_on, letter.filename], [null, 'Herinnering 2026-11-16.pdf'])
  assert.notEqual(letter.file_id, null)
  assert.deepEqual((await list()).ready, 1)
  const { id, letters } = await make()
  assert.equal(letters, 1)
  // Printed in the evening, posted the day after.
  today = new Date('2026-11-17T09:00:00Z')
  assert.equal((await post(id, '2026-11-18')).status, 422, 'not in the future')
  assert.equal((await post(id, '2026-11-15')).status, 422, 'not before it was written')
  const answer = await post(id, '2026-11-17')
  assert.deepEqual(answer.body, { letters: 1 })
  const sent = await letterRow(db, tenant, letter_id)
  assert.deepEqual([sent.status, sent.sent_on], ['sent', '2026-11-17'])
  assert.deepEqual(sent.proof, { posted_on: '2026-11-17', batch_id: id, posted_by_user_id: worker.id })
  assert.deepEqual((await post(id, '2026-11-17')).body, { letters: 0 }, 'a second call changes nothing')
  assert.equal((await post(id, '2026-11-16')).status, 409)
})

test('a batch is one PDF with the pages of all its letters in order, always the same', async () => {
  const names = [(await ready()).name, (await ready()).name, (await ready()).name]
  const { id, letters } = await make()
  assert.equal(letters, 3)
  const open = async (): Promise<Buffer> => {
    const { batches } = await list()
    const { document_url } = batches.find((one) => one.id === id) ?? assert.fail('it is not listed')
    const file = await fetch(document_url)
    assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'application/pdf'])
    return Buffer.from(await file.arrayBuffer())
  }
  const first = await open()
  const pages = readPdf(first)
  assert.equal(pages.length, 3)
  for (const [index, name] of names.entries()) assert.ok(pages[index]?.includes(name), `${name} on page ${index + 1}`)
  await db
    .updateTable('debtors')
    .set({ name: 'Another name' })
    .where('administration_id', '=', administration_id)
    .execute()
  assert.ok(first.equals(await open()))
  await post(id, '2026-11-17')
})

test('what was paused while it lay ready is withdrawn, and not printed', async () => {
  const [held, going] = [await ready(), await ready()]
  await db.updateTable('debtors').set({ paused_at: today.toISOString() }).where('id', '=', held.debtor_id).execute()
  // The day after it still goes: on paper no last day is named.
  today = new Date('2026-11-18T09:00:00Z')
  assert.deepEqual(await make().then(({ letters, withdrawn }) => [letters, withdrawn]), [1, 1])
  const { status, status_reason } = await letterRow(db, tenant, held.letter_id)
  assert.deepEqual([status, status_reason], ['withdrawn', 'debtor_paused'])
  const { rows } = await sql`
    select from steps where letter_id = ${held.letter_id}::bigint and withdrawn_at is null`.execute(db)
  assert.equal(rows.length, 0)
  assert.equal((await letterRow(db, tenant, going.letter_id)).status, 'underway')
  assert.deepEqual(await make(), { id: null, letters: 0, withdrawn: 0 })
})

test('whoever makes and posts batches at once with others prints and posts each letter once', async () => {
  const all = [await ready(), await ready(), await ready()]
  const made = await Promise.all(Array.from({ length: 8 }, make))
  assert.deepEqual(
    made
      .map(({ letters, withdrawn }) => [letters, withdrawn])
      .sort()
      .at(-1),
    [3, 0],
  )
  assert.equal(
    made.reduce((sum, { letters, withdrawn }) => sum + letters + withdrawn, 0),
    3,
  )
  const id = made.find((one) => one.id !== null)?.id ?? assert.fail('nobody made one')
  const posted = await Promise.all(Array.from({ length: 8 }, () => post(id, '2026-11-18')))
  assert.equal(
    posted.reduce((sum, { body }) => sum + (body as { letters: number }).letters, 0),
    3,
  )
  const days = await Promise.all(all.map(async ({ letter_id }) => (await letterRow(db, tenant, letter_id)).sent_on))
  assert.deepEqual(days, ['2026-11-18', '2026-11-18', '2026-11-18'])
})

test('only who works there makes and posts batches, and nobody from elsewhere sees them', async () => {
  const path = `/console/administrations/${administration_id}/letter_batches`
  assert.equal((await outsider.get(path)).status, 403)
  assert.equal((await reader.send('POST /console/letter_batches', { administration_id })).status, 403)
  assert.equal((await outsider.send('POST /console/letter_batches', { administration_id })).status, 403)
  assert.equal((await post('999999', '2026-11-17')).status, 404)
  const [batch] = (await list()).batches
  const [, id] = /letter_batches\/\d+\/(\d+)/.exec(batch?.document_url ?? '') ?? []
  const other = batch?.document_url.replace(`/${administration_id}/${id}`, `/${stranger.administration_id}/${id}`) ?? ''
  assert.equal((await fetch(other)).status, 403)
})
