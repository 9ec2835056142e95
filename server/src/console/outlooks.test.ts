import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { engineOn } from '../../test/given_engine.ts'
import { startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'

const now = new Date('2026-11-16T10:00:00Z')
const service = await startService({ now: () => now })
const { given, database } = service
const { db } = database
const tenant = await given.tenant()
await engineOn(db, tenant, now)
const boss = await signedIn(service, tenant.company_id)
const stranger = await given.tenant()
const outsider = await signedIn(service, stranger.company_id)
const business = { is_company: true, coc_number: '12345678', primary_email_address: 'books@example.com' }
const sent = { sent_at: '2026-09-01T09:00:00Z' }

const here = `/console/administrations/${tenant.administration_id}`

type Outlook = {
  number: string
  step: string | null
  day: string | null
  flow_name: string
  because: { reason: string }[]
}

async function outlooks(family: string, id: string): Promise<{ on: boolean; outlooks: Outlook[] }> {
  const answer = await boss.get(`${here}/outlooks?family=${family}&id=${id}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as { on: boolean; outlooks: Outlook[] }
}

test('the page of a debtor shows what comes for each open record, the nearest first', async () => {
  const debtor_id = await given.debtor(tenant, business)
  const invoice = (invoice_number: string, columns: object) =>
    given.invoice(tenant, debtor_id, { invoice_number, ...sent, ...columns })
  const later = await invoice('F-later', { due_date: '2026-11-13' })
  await invoice('F-held', { paused_at: '2026-11-01T09:00:00Z' })
  await invoice('F-now', {})
  await invoice('F-paid', { open_amount: '0.00', book_open_amount: '0.00' })
  const { on, outlooks: found } = await outlooks('debtors', debtor_id)
  assert.equal(on, true)
  assert.deepEqual(
    found.map(({ number, step, day }) => [number, step, day]),
    [
      ['F-now', 'reminder_1', '2026-11-16'],
      ['F-later', 'reminder_1', '2026-11-23'],
      ['F-held', 'reminder_1', null],
    ],
  )
  assert.equal(found[0]?.flow_name, 'Businesses')
  const { outlooks: own } = await outlooks('invoices', later)
  assert.deepEqual(own, [found[1]])
})

test('nobody of another company sees what comes next', async () => {
  const debtor_id = await given.debtor(tenant, business)
  const invoice_id = await given.invoice(tenant, debtor_id, sent)
  const path = `outlooks?family=invoices&id=${invoice_id}`
  assert.equal((await outsider.get(`${here}/${path}`)).status, 403)
  const own = `/console/administrations/${stranger.administration_id}`
  assert.equal((await outsider.get(`${own}/${path}`)).status, 404)
  assert.deepEqual((await outsider.get(`${own}/outlooks?family=debtors&id=${debtor_id}`)).body, {
    ...{ on: false, sandbox: false, more: 0, outlooks: [] },
  })
})

type Shown = { letters: { step: string; day: string; subject: string; html: string; recipients: string[] }[] }

test('the next letter is shown as it will be on its day, together with what goes along', async () => {
  const debtor_id = await given.debtor(tenant, { ...business, language_code: 'en' })
  const invoice = (invoice_number: string, columns: object) =>
    given.invoice(tenant, debtor_id, { invoice_number, ...sent, ...columns })
  const later = await invoice('F-2001', { due_date: '2026-11-13', open_amount: '35.50', book_open_amount: '35.50' })
  const held = await invoice('F-2002', { paused_at: '2026-11-01T09:00:00Z' })
  const letterOf = async (who: typeof boss, id: string, path = here) =>
    who.get(`${path}/outlooks/letter?family=invoices&id=${id}`)
  const { letters } = (await letterOf(boss, later)).body as Shown
  assert.deepEqual(
    letters.map(({ step, day, recipients }) => [step, day, recipients]),
    [['reminder_1', '2026-11-20', ['books@example.com']]],
  )
  assert.match(letters[0]?.html ?? '', /F-2001/)
  assert.match(letters[0]?.html ?? '', /35\.50/)
  assert.deepEqual((await letterOf(boss, held)).body, { letters: [] })
  // What is due is shown as well, with what it takes along.
  const due = await invoice('F-2003', {})
  const { letters: now_due } = (await letterOf(boss, due)).body as Shown
  assert.deepEqual(
    now_due.map(({ step, day }) => [step, day]),
    [['reminder_1', '2026-11-16']],
  )
  assert.match(now_due[0]?.html ?? '', /F-2003/)
  assert.equal((await letterOf(outsider, later)).status, 403)
  const own = `/console/administrations/${stranger.administration_id}`
  assert.equal((await letterOf(outsider, later, own)).status, 404)
  // Looking writes nothing.
  const { rows } = await sql`select from letters where debtor_id = ${debtor_id}::bigint`.execute(db)
  assert.equal(rows.length, 0)
})

test('whatever changes while somebody looks at the next letter, it is shown as it is then, or not at all', async () => {
  const debtor_id = await given.debtor(tenant, { ...business, language_code: 'en' })
  const invoice_id = await given.invoice(tenant, debtor_id, { invoice_number: 'F-3001', ...sent })
  const looks = Array.from({ length: 60 }, () => boss.get(`${here}/outlooks/letter?family=invoices&id=${invoice_id}`))
  let changing = true
  const changes = (async () => {
    for (let turn = 0; changing; turn += 1) {
      await sql`update debtors set name = ${`<b>Odd ${turn}</b> {{ total.open }}`}::text,
          language_code = ${turn % 2 ? 'en' : 'nl'}::text,
          primary_email_address = ${turn % 3 ? 'books@example.com' : null}::text
        where administration_id = ${tenant.administration_id}::bigint and id = ${debtor_id}::bigint`.execute(db)
      await sql`update invoices set due_date = ${turn % 4 ? '2026-10-01' : '2027-01-01'}::date,
          paused_at = ${turn % 5 ? null : now}::timestamptz
        where administration_id = ${tenant.administration_id}::bigint and id = ${invoice_id}::bigint`.execute(db)
    }
  })()
  const answers = await Promise.all(looks).finally(() => {
    changing = false
  })
  await changes
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200], answers.map(({ text }) => text).join('\n'))
  const letters = answers.flatMap(({ body }) => (body as Shown).letters)
  assert.ok(letters.length > 0, 'some of them found it due')
  assert.ok(letters.every(({ html }) => !html?.includes('<b>Odd')))
  // One address is asked for one letter, never two of different moments.
  assert.ok(answers.every(({ body }) => (body as Shown).letters.length <= 1))
})

type Entry = { kind: string; name: string; status: string | null; letter_id: string | null; amount: string | null }

test('the timeline shows steps, letters, promises and disputes, each once', async () => {
  const debtor_id = await given.debtor(tenant, business)
  const invoice_id = await given.invoice(tenant, debtor_id, sent)
  const stamps = { created_at: 'stamp', updated_at: 'stamp' }
  const letter_id = await given.row('letters', tenant, {
    ...{ debtor_id, step: 'reminder_1', channel: 'mail', language_code: 'nl', status: 'sent', subject: 'Please pay' },
    ...{ day: '2026-11-12', sent_on: '2026-11-12', sent_at: '2026-11-12T09:00:00Z', data: '{}', ...stamps },
  })
  await given.row('letter_items', tenant, { letter_id, invoice_id, amount: '121.00', performs: 'reminder_1' })
  const step = (name: string, columns: object) =>
    given.row('steps', tenant, {
      ...{ debtor_id, invoice_id, step: name, day: '2026-11-12', performed_at: '2026-11-12T09:00:00Z' },
      ...{ origin: 'engine', flow_code: 'business', flow_version: 1, ...stamps, ...columns },
    })
  await step('reminder_1', { letter_id, channel: 'mail' })
  await step('call_reminder', { performed_at: '2026-11-13T09:00:00Z' })
  const event = (event_name: string, name: string) =>
    given.row('events', tenant, {
      ...{ event_name, step: name, event_time: 'stamp', resource_type: 'invoice', resource_id: invoice_id },
      context: JSON.stringify({ resource_type: 'invoice', id: Number(invoice_id), debtor: { id: Number(debtor_id) } }),
    })
  await event('invoice_step_performed', 'reminder_1')
  // Done before steps were kept: only the event shows it.
  await event('invoice_step_performed', 'pre_reminder')
  const promise_id = await given.row('promises', tenant, {
    ...{ debtor_id, amount: '121.00', currency_code: 'EUR', promised_on: '2026-11-20', origin: 'person', ...stamps },
  })
  await given.row('promise_invoices', tenant, { promise_id, invoice_id, open_amount: '121.00' })
  await given.row('disputes', tenant, {
    ...{ debtor_id, invoice_id, reason: 'quantity', amount: '21.00', origin: 'portal', opened_on: '2026-11-14' },
    ...stamps,
  })
  for (const [family, id] of [
    ['invoices', invoice_id],
    ['debtors', debtor_id],
  ]) {
    const { body } = await boss.get(`${here}/timeline?family=${family}&id=${id}`)
    const { entries } = body as { entries: Entry[] }
    const listed = entries.map(({ kind, name, status }) => [kind, name, status].filter(Boolean).join(' ')).sort()
    assert.deepEqual(listed, [
      ...['dispute open', 'event invoice_step_performed', 'letter reminder_1 sent', 'promise open'],
      'step call_reminder performed',
    ])
    assert.equal(entries.find(({ kind }) => kind === 'letter')?.letter_id, letter_id)
    assert.equal(entries.find(({ kind }) => kind === 'promise')?.amount, '121.00')
  }
  await sql`update letters set status = 'approval' where id = ${letter_id}::bigint`.execute(db)
  const { body } = await boss.get(`${here}/timeline?family=invoices&id=${invoice_id}`)
  assert.equal((body as { entries: Entry[] }).entries.filter(({ kind }) => kind === 'letter').length, 0)
})
