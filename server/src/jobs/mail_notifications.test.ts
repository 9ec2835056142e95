import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Tenant } from '../../test/given.ts'
import { data, startService } from '../../test/harness.ts'
import { readable, startSmtp } from '../../test/smtp.ts'
import { until } from '../../test/until.ts'
import { givenPerson } from '../../test/visitor.ts'
import { changeIn } from '../db/change.ts'
import { serviceActor } from '../domain/actor.ts'
import { notification_types } from '../domain/notifications.ts'
import { type NewNotification, notify } from '../follow_up/perform/notify.ts'
import { enqueue } from '../queue/enqueue.ts'
import { letter_languages } from '../settings/administration_settings.ts'
import { mailNotifications } from './mail_notifications.ts'

let now = new Date('2026-11-16T09:00:00Z')
const smtp = await startSmtp()
const service = await startService({ smtp_url: smtp.url, now: () => now, jobs: { poll_s: 0.5 } })
const { call, given, database } = service
const to = ['boss@example.com', 'desk@example.com']

async function place(settings: object, sandbox = false): Promise<Tenant> {
  const tenant = await given.tenant()
  await sql`update administrations set settings = ${JSON.stringify(settings)}::jsonb, sandbox = ${sandbox}
    where id = ${tenant.administration_id}::bigint`.execute(database.db)
  return tenant
}
const raise = ({ administration_id }: Tenant, ...notifications: NewNotification[]) =>
  changeIn(database.db, { administration_id, actor: serviceActor('engine'), real_now: now }, (change) =>
    notify(change, notifications),
  )

/** Lets the job run as the timetable would, and waits until all was looked at. */
async function mailed(): Promise<void> {
  await enqueue(database.db, 'mail_notifications', {})
  await until('all is mailed', async () => {
    const { rows } = await sql`select from notifications where cause is not null and mailed_at is null`.execute(
      database.db,
    )
    const { rows: unsent } = await sql`select from mails where status = 'queued'`.execute(database.db)
    const { rows: running } = await sql`select from pgboss.job
      where name = 'mail_notifications' and state in ('created', 'active')`.execute(database.db)
    return rows.length === 0 && unsent.length === 0 && running.length === 0
  })
}

test('a notification is shown by the interface, and mailed to the list of the administration', async () => {
  const tenant = await place({ notification_email_addresses: to, default_language: 'nl' })
  const debtor_id = await given.debtor(tenant, { name: 'Bakkerij Brood' })
  const invoice_id = await given.invoice(tenant, debtor_id, { invoice_number: 'F-7' })
  const bounced: NewNotification = {
    notification_type: 'mail_bounced',
    invoice_id,
    details: { bounce_reason: 'mailbox full' },
  }
  const [id] = await raise(tenant, bounced)
  const { administration_id } = tenant
  const token = await given.token(tenant)
  const [shown] = data(await call(`GET /v1/notifications?administration_id=${administration_id}`, { token }))
  assert.deepEqual(
    [shown?.id, shown?.notification_type, shown?.resource_type, shown?.debtor_id, shown?.invoice_id, shown?.details],
    [id, 'mail_bounced', 'invoice', debtor_id, invoice_id, { bounce_reason: 'mailbox full' }],
  )
  await mailed()
  const [mail, ...others] = smtp.received.splice(0)
  assert.deepEqual([mail?.to, others], [to, []])
  const text = mail ? readable(mail) : ''
  assert.match(text, /Mail aan Bakkerij Brood, factuur F-7 kon niet worden bezorgd\. «mailbox full»/)
  assert.ok(text.includes(`${service.app.base_url}/administrations/${administration_id}`))
  await mailed()
  assert.deepEqual(smtp.received, [], 'nothing is mailed twice')
})

test('the same cause makes one a day, and another the day after', async () => {
  const tenant = await place({ notification_email_addresses: to })
  const stale: NewNotification = { notification_type: 'books_stale' }
  assert.equal((await raise(tenant, stale, stale)).length, 1)
  assert.deepEqual(await raise(tenant, stale), [])
  assert.equal((await raise(tenant, { ...stale, key: 'other' })).length, 1)
  now = new Date('2026-11-17T09:00:00Z')
  assert.equal((await raise(tenant, stale)).length, 1)
  await mailed()
  const mails = smtp.received.splice(0)
  assert.equal(mails.length, 1, 'what came together is one mail')
  assert.match(mails[0]?.headers.get('subject') ?? '', /3 things need attention/)
})

test('many are counted behind the first, and every kind has words in every language', async () => {
  for (const language of letter_languages) {
    const tenant = await place({ notification_email_addresses: ['desk@example.com'], default_language: language })
    const debtor_id = await given.debtor(tenant)
    const details = { letters: 512, problem: 'no room', bounce_reason: 'unknown' }
    const all = notification_types.flatMap((notification_type): NewNotification[] => [
      { notification_type, debtor_id, details },
      { notification_type, details, key: 'more' },
      { notification_type, debtor_id, key: 'less' },
    ])
    await raise(tenant, ...all)
    await mailed()
    const [mail] = smtp.received.splice(0)
    const text = mail ? readable(mail) : ''
    assert.match(text, new RegExp(`(And|En nog) ${all.length - 25}\\b`), language)
    assert.doesNotMatch(text, /null|NaN|\[object/, language)
  }
})

test('nobody on the list, or a sandbox: it is shown and not mailed', async () => {
  for (const tenant of [await place({}), await place({ notification_email_addresses: to }, true)]) {
    assert.equal((await raise(tenant, { notification_type: 'engine_failed' })).length, 1)
  }
  await mailed()
  assert.deepEqual(smtp.received, [])
})

test('another bank account is mailed to the owners of the administration, whatever the list says', async () => {
  const own: NewNotification = {
    ...{ notification_type: 'bank_account_changed', details: { before: '6789', after: '4321' } },
  }
  const tenant = await place({ default_language: 'en' })
  const sibling = await given.tenant({ company_id: tenant.company_id })
  const of = async (who: Parameters<typeof givenPerson>[2]) =>
    (await givenPerson(service, tenant.company_id, who)).email_address
  const boss = await of({ company_role: 'administrator' })
  const chief = await of({ company_role: null, rights: { [tenant.administration_id]: 'administrator' } })
  await of({ company_role: 'standard' })
  await of({ company_role: null, rights: { [tenant.administration_id]: 'standard' } })
  await of({ company_role: null, rights: { [sibling.administration_id]: 'administrator' } })
  await givenPerson(service, (await given.tenant()).company_id)
  const unproven = await givenPerson(service, tenant.company_id)
  await sql`update users set address_proven = false where id = ${unproven.id}::bigint`.execute(database.db)
  const gone = await givenPerson(service, tenant.company_id)
  await sql`update users set deleted_at = now() where id = ${gone.id}::bigint`.execute(database.db)
  const debtor_id = await given.debtor(tenant, { name: 'Bakkerij Brood' })
  const theirs: NewNotification = { ...own, notification_type: 'debtor_bank_account_changed', debtor_id }

  await raise(tenant, own, theirs, { notification_type: 'engine_failed' })
  await mailed()
  const mails = smtp.received.splice(0)
  assert.deepEqual(mails.map((mail) => mail.to).sort(), [[boss], [chief]].sort())
  for (const mail of mails) {
    assert.match(readable(mail), /4321[\s\S]*Bakkerij Brood/)
    assert.doesNotMatch(readable(mail), /went wrong/, 'what nobody wants to hear of is not mailed')
  }

  // Who changes the account may change the list as well: the owners hear of their own account in any case.
  await sql`update administrations set settings = '{"notification_email_addresses": ["thief@example.com"]}'
    where id = ${tenant.administration_id}::bigint`.execute(database.db)
  now = new Date(now.getTime() + 86_400_000)
  await raise(tenant, { ...own, key: 'again' }, { ...theirs, key: 'again' })
  await mailed()
  const all = smtp.received.splice(0).map((mail) => `${mail.to} ${/Bakkerij Brood/.test(readable(mail))}`)
  assert.deepEqual(all.sort(), [`${boss} false`, `${chief} false`, 'thief@example.com true'].sort())
})

test('what cannot be said in one administration keeps no other from its mail', async () => {
  const places = [place, place, place].map((make) => make({ notification_email_addresses: to }))
  const tenants = await Promise.all(places)
  for (const tenant of tenants) await raise(tenant, { notification_type: 'engine_failed' })
  // As a newer release beside this one might write it.
  const set = (notification_type: string) =>
    sql`
    update notifications set notification_type = ${notification_type}
    where administration_id = ${tenants[1]?.administration_id ?? ''}::bigint`.execute(database.db)
  await set('of_a_later_release')
  await assert.rejects(mailNotifications(database.db, { now, base_url: 'https://dunlin.example.com' }))
  await until('the others are mailed', async () => smtp.received.length === 2)
  await set('engine_failed')
  await mailed()
  assert.equal(smtp.received.splice(0).length, 3, 'and it is mailed as soon as it can be')
})
