import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'

const service = await startService()
const { given, database } = service
const { db } = database
const tenant = await given.tenant()
const stranger = await given.tenant()
const { administration_id } = tenant
const boss = await signedIn(service, tenant.company_id)
const outsider = await signedIn(service, stranger.company_id)
const reader = await signedIn(service, tenant.company_id, {
  company_role: null,
  rights: { [administration_id]: 'restricted' },
})
const change = (debtor_id: string, own: object, who = boss) =>
  who.send('POST /console/debtors/change', { administration_id, debtor_id, ...own })
const dispute = (debtor_id: string, own: object, who = boss) =>
  who.send('POST /console/debtors/dispute', { administration_id, debtor_id, ...own })
const shownOf = async (debtor_id: string) => {
  const { rows } = await sql<{ reminder: string | null; primary: string | null; phone: string | null; city: string }>`
    select reminder_email_address as reminder, primary_email_address as primary, call_phone_number as phone,
           postal_address_city as city from debtors where id = ${debtor_id}::bigint`.execute(db)
  return rows[0] ?? assert.fail('no debtor')
}
const eventsOf = async (debtor_id: string) => {
  const { rows } = await sql<{ event_name: string }>`
    select event_name from events where resource_type = 'debtor' and resource_id = ${debtor_id}::bigint order by id`.execute(
    db,
  )
  return rows.map(({ event_name }) => event_name)
}

test('a debtor without a contact gets another address for reminders, and keeps everything else', async () => {
  const columns = { primary_email_address: 'old@example.com', call_phone_number: '+31 20 123 4567' }
  const debtor_id = await given.debtor(tenant, { ...columns, postal_address_city: 'Utrecht' })
  const answer = await change(debtor_id, { reminder_email_address: ' credit@example.com ' })
  assert.equal(answer.status, 200, answer.text)
  const expected = { reminder: 'credit@example.com', primary: 'old@example.com', phone: '+31 20 123 4567' }
  assert.deepEqual(await shownOf(debtor_id), { ...expected, city: 'Utrecht' })
  assert.deepEqual(await eventsOf(debtor_id), ['debtor_email_address_provided'])
  assert.equal((await change(debtor_id, { reminder_email_address: '', remark: 'Calls back.' })).status, 200)
  assert.deepEqual(await shownOf(debtor_id), { ...expected, reminder: null, city: 'Utrecht' })
})

test('debtors with the same contact follow, and what is no address is refused with its field', async () => {
  const contact_id = await given.row('contacts', tenant, {
    ...{ contact_identifier: 'C-1', lastname: 'Both', default_email_address: 'both@example.com' },
    ...{ debtor_numbers: ['S-1', 'S-2'], created_at: 'stamp', updated_at: 'stamp' },
  })
  const first = await given.debtor(tenant, { debtor_number: 'S-1', contact_id })
  const second = await given.debtor(tenant, { debtor_number: 'S-2', contact_id })
  assert.equal((await change(first, { reminder_email_address: 'two@example.com' })).status, 200)
  assert.equal((await shownOf(second)).reminder, 'two@example.com')
  const refused = await change(first, { reminder_email_address: 'nowhere', call_phone_number: 'x' })
  assert.equal(refused.status, 422)
  assert.match(refused.text, /reminder_email_address: is not an email address/)
  assert.match(refused.text, /call_phone_number: is not a phone number/)
  assert.equal((await shownOf(first)).reminder, 'two@example.com')
})

test('labels are those that were given, and each one added or removed makes an event', async () => {
  const debtor_id = await given.debtor(tenant)
  await given.row('debtor_labels', tenant, { debtor_id, name: 'old' })
  assert.equal((await change(debtor_id, { labels: ['key account'] })).status, 200)
  assert.deepEqual((await eventsOf(debtor_id)).toSorted(), ['label_added', 'label_removed'])
})

test('invoices are disputed together or not at all, and stand among the facts with promises and lateness', async () => {
  const debtor_id = await given.debtor(tenant)
  const late = { due_date: '2026-01-01', sent_at: '2025-12-01T09:00:00Z' }
  const one = await given.invoice(tenant, debtor_id, { invoice_number: 'D-1', ...late })
  const two = await given.invoice(tenant, debtor_id, { invoice_number: 'D-2', ...late })
  const foreign = await given.invoice(tenant, await given.debtor(tenant))
  const refused = await dispute(debtor_id, { invoice_ids: [one, foreign], reason: 'quality' })
  assert.equal(refused.status, 422, refused.text)
  const answer = await dispute(debtor_id, { invoice_ids: [one, two], reason: 'quality', note: 'Broken.' })
  assert.equal(answer.status, 200, answer.text)
  await given.row('promises', tenant, {
    ...{ debtor_id, amount: '10.00', currency_code: 'EUR', promised_on: '2026-02-01', status: 'broken' },
    ...{ origin: 'person', ended_at: 'stamp', created_at: 'stamp', updated_at: 'stamp' },
  })
  const facts = (await boss.get(`/console/administrations/${administration_id}/debtor_facts?debtor_id=${debtor_id}`))
    .body as Record<string, unknown> & { disputes: { invoice_number: string; owner: string }[] }
  assert.deepEqual(
    facts.disputes.map(({ invoice_number }) => invoice_number),
    ['D-1', 'D-2'],
  )
  assert.deepEqual([facts.overdue_invoices, facts.promises_broken, facts.promises_kept], [2, 1, 0])
  assert.ok(Number(facts.overdue_days) > 200)
})

test('who only reads, and whoever is of another company, changes nothing', async () => {
  const debtor_id = await given.debtor(tenant, { primary_email_address: 'kept@example.com' })
  const invoice_ids = [await given.invoice(tenant, debtor_id)]
  for (const who of [reader, outsider]) {
    assert.equal((await change(debtor_id, { default_email_address: 'x@example.com' }, who)).status, 403)
    assert.equal((await dispute(debtor_id, { invoice_ids, reason: 'other' }, who)).status, 403)
  }
  assert.equal((await change(await given.debtor(stranger), { remark: 'x' })).status, 404)
  assert.equal((await shownOf(debtor_id)).primary, 'kept@example.com')
})

const mailAgain = (debtor_id: string, address: string, who = boss) =>
  who.send('POST /console/debtors/mail_again', { administration_id, debtor_id, address })
const mark = (address: string, own: object = {}, of = tenant) =>
  given.row('undeliverable_addresses', of, { address, reason: '550 no such user', since: 'stamp', ...own })
type Facts = { bounced_addresses: { address: string; reason: string; until: string | null }[] }
const bouncedOf = async (debtor_id: string) => {
  const answer = await reader.get(`/console/administrations/${administration_id}/debtor_facts?debtor_id=${debtor_id}`)
  return (answer.body as Facts).bounced_addresses.map(({ address }) => address)
}
const listed = async (): Promise<string[]> => {
  const path = `/console/administrations/${administration_id}/debtors?show=all&order=name_asc&marks=mail_bounced`
  return ((await reader.get(path)).body as { debtors: { id: string }[] }).debtors.map(({ id }) => id)
}

test('who cannot be reached is a list, and says from which of its addresses mail came back', async () => {
  const debtor_id = await given.debtor(tenant, {
    ...{ primary_email_address: 'Gone@Example.com; here@example.com', reminder_email_address: 'full@example.com' },
  })
  const other = await given.debtor(tenant, { primary_email_address: 'not.gone@example.com' })
  await mark('gone@example.com', {}, stranger)
  assert.deepEqual([await bouncedOf(debtor_id), await listed()], [[], []])
  await mark('gone@example.com')
  await mark('full@example.com', { until: '2099-01-01T00:00:00Z' })
  assert.deepEqual(await bouncedOf(debtor_id), ['full@example.com', 'gone@example.com'])
  assert.deepEqual([await bouncedOf(other), await listed()], [[], [debtor_id]])
  // Another address takes it off the list; what bounced stays marked for whoever has it.
  assert.equal((await change(debtor_id, { reminder_email_address: 'new@example.com' })).status, 200)
  assert.deepEqual(await bouncedOf(debtor_id), ['gone@example.com'])
  assert.equal((await change(debtor_id, { default_email_address: 'here@example.com' })).status, 200)
  assert.deepEqual([await bouncedOf(debtor_id), await listed()], [[], []])
})

test('somebody says that an address is right: mail goes there again, and the task to check it is over', async () => {
  const address = 'right@example.com'
  const debtor_id = await given.debtor(tenant, { primary_email_address: address })
  await mark(address)
  const task_id = await given.task(tenant, { debtor_id, cause: `wrong_address ${address} ${debtor_id} 2026-11-16` })
  const longer = await given.task(tenant, { debtor_id, cause: `wrong_address ${address}.au ${debtor_id} 2026-11-16` })
  assert.equal((await mailAgain(debtor_id, address, reader)).status, 403)
  assert.equal((await mailAgain(debtor_id, address, outsider)).status, 403)
  assert.equal((await mailAgain(debtor_id, 'other@example.com')).status, 404)
  assert.equal((await mailAgain(await given.debtor(tenant), address)).status, 404)
  assert.deepEqual(await bouncedOf(debtor_id), [address])
  const answer = await mailAgain(debtor_id, 'Right@example.com')
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(await bouncedOf(debtor_id), [])
  const { rows } = await sql<{ id: string; status: string | null }>`
    select id::text, completed_status as status from tasks where debtor_id = ${debtor_id}::bigint order by id`.execute(
    db,
  )
  assert.deepEqual(rows, [
    { id: task_id, status: 'cleaned_up' },
    { id: longer, status: null },
  ])
  assert.equal((await mailAgain(debtor_id, address)).status, 404)
})
