import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'
import type { Role } from '../api/principal.ts'
import { administration_settings, setting_names } from '../settings/administration_settings.ts'
import { readSettings, settingsOf } from '../settings/store.ts'

const service = await startService()
const { given, database } = service
const tenant = await given.tenant()
const { administration_id, company_id } = tenant
const sibling = await given.tenant({ company_id })
const stranger = await given.tenant()
const withRole = (role: Role) =>
  signedIn(service, company_id, { company_role: null, rights: { [administration_id]: role } })
const boss = await withRole('administrator')
const worker = await withRole('standard')
const writer = await withRole('communication')
const reader = await withRole('restricted')
const outsider = await signedIn(service, stranger.company_id)
const path = (id = administration_id): string => `/console/administrations/${id}/settings`

type Page = { values: Record<string, unknown>; settings: { name: string; kind: string; may_change: boolean }[] }
const show = async (who = boss): Promise<Page> => {
  const answer = await who.get(path())
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Page
}
const change = (body: object, who = boss) => who.send(`PATCH ${path()}`, body)
const audited = () =>
  database.db
    .selectFrom('audit_entries')
    .select(['user_id', 'administration_id', 'company_id', 'details'])
    .where('action', '=', 'administration_settings_changed')
    .orderBy('id')
    .execute()

test('every setting is shown with its value and how it is typed in', async () => {
  const { values, settings } = await show(reader)
  assert.deepEqual(values, readSettings({}))
  assert.deepEqual(
    settings.map(({ name }) => name),
    setting_names,
  )
  const kinds = Object.fromEntries(settings.map(({ name, kind }) => [name, kind]))
  assert.deepEqual(
    [kinds.engine_enabled, kinds.letters_per_day, kinds.case_opening, kinds.sending_days, kinds.sending_starts_at],
    ['switch', 'integer', 'choice', 'choices', 'time'],
  )
  assert.deepEqual(
    [kinds.own_holidays, kinds.minimum_amount, kinds.sender_email_address, kinds.notification_email_addresses],
    ['days', 'amount', 'email_address', 'email_addresses'],
  )
  const days = settings.find(({ name }) => name === 'letters_per_day')
  assert.deepEqual(days, {
    name: 'letters_per_day',
    group: 'engine',
    kind: 'integer',
    options: [],
    minimum: 1,
    maximum: 100_000,
    may_change: false,
  })
})

/** What is put where nothing is chosen, unless it is a mail address. */
const instead: Readonly<Record<string, string>> = { agreed_interest_rate: '8.50', portal_colour: '#1d6d76' }

test('who may change a setting is said by its definition', async () => {
  for (const [who, role] of [
    [boss, 'administrator'],
    [worker, 'standard'],
    [writer, 'communication'],
    [reader, 'restricted'],
  ] as const) {
    const { settings } = await show(who)
    for (const name of setting_names) {
      const allowed = administration_settings[name].changed_by.includes(role)
      assert.equal(settings.find((one) => one.name === name)?.may_change, allowed, `${role} ${name}`)
      const { values } = await show(who)
      const answer = await change({ [name]: values[name] ?? instead[name] ?? 'someone@example.com' }, who)
      assert.equal(answer.status, allowed ? 200 : 403, `${role} ${name}: ${answer.text}`)
    }
  }
  const refused = await change({ sending_stopped: true, engine_enabled: true }, worker)
  assert.equal(refused.status, 403)
  assert.match(refused.text, /Your role does not let you change engine_enabled\./)
  assert.equal((await settingsOf(database.db, administration_id)).sending_stopped, false, 'nothing is half done')
  await change({ sender_email_address: null, sender_name: null, agreed_interest_rate: null, portal_colour: null })
})

test('a change is shown, kept, and in the audit log with who made it; the same again is not', async () => {
  const before = await audited()
  const body = { books_stale_days: 7, sending_days: ['friday', 'monday', 'monday'], own_holidays: ['2027-01-02'] }
  for (let count = 0; count < 2; count++) {
    const answer = await change(body)
    assert.equal(answer.status, 200, answer.text)
    const { values } = answer.body as Page
    assert.deepEqual([values.books_stale_days, values.sending_days], [7, ['monday', 'friday']])
  }
  assert.deepEqual((await audited()).slice(before.length), [
    {
      user_id: boss.id,
      company_id,
      administration_id,
      details: {
        changed: [
          'books_stale_days: 5 → 7',
          'sending_days: ["monday","tuesday","wednesday","thursday","friday"] → ["monday","friday"]',
          'own_holidays: [] → ["2027-01-02"]',
        ],
      },
    },
  ])
  const back = await change({ books_stale_days: null, sending_days: null, own_holidays: null })
  assert.deepEqual((back.body as Page).values, readSettings({}))
})

test('every wrong value is refused with what to do, and nothing is changed', async () => {
  const cases: [body: object, message: string][] = [
    [{ engine_enabled: 'maybe' }, 'engine_enabled: must be true or false'],
    [{ case_opening: 'never' }, 'case_opening: must be one of by_hand, approval, at_once'],
    [{ sending_days: [] }, 'sending_days: must have at least 1 of them'],
    [
      { sending_days: ['blue monday'] },
      'sending_days: must be days of the week like monday, and "blue monday" is none',
    ],
    [{ sending_starts_at: '25:00' }, 'sending_starts_at: must be a time like 09:00'],
    [{ own_holidays: ['2027-02-30'] }, 'own_holidays: must be days like 2026-12-24, and "2027-02-30" is none'],
    [{ minimum_amount: '-1' }, 'minimum_amount: must not be below 0'],
    [{ sender_email_address: 'nobody' }, 'sender_email_address: must be an email address'],
    [
      { notification_email_addresses: ['a@example.com', 'b'] },
      'notification_email_addresses: must be email addresses, and "b" is none',
    ],
    [{ sending_ends_at: '09:30' }, 'sending_ends_at: must be at least an hour after sending_starts_at'],
  ]
  for (const [body, message] of cases) {
    const answer = await change({ ...body, undeliverable_mail: 'post' })
    assert.equal(answer.status, 422, answer.text)
    assert.equal((answer.body as { message: string }).message, message)
  }
  for (const value of [0, 100_001, 1.5, 'x']) assert.equal((await change({ letters_per_day: value })).status, 422)
  const both = await change({ engine_enabled: 'maybe', letters_per_day: 0 })
  assert.match(both.text, /engine_enabled: must be true or false, letters_per_day: /)
  assert.deepEqual((await show()).values, readSettings({}))
})

test('settings of other administrations are out of reach, in the company and beyond', async () => {
  for (const [who, id] of [
    [boss, sibling.administration_id],
    [outsider, administration_id],
    [boss, stranger.administration_id],
  ] as const) {
    assert.equal((await who.get(path(id))).status, 403)
    assert.equal((await who.send(`PATCH ${path(id)}`, { engine_enabled: true })).status, 403)
    assert.equal((await settingsOf(database.db, id)).engine_enabled, false)
  }
})

test('a rate that no contract has is refused, and what was stored of one counts for nothing', async () => {
  for (const rate of ['1000.00', '100.01', '99999999999.00', '-1.00', '1e3']) {
    const answer = await change({ agreed_interest_rate: rate })
    assert.equal(answer.status, 422, `${rate}: ${answer.text}`)
  }
  assert.equal((await change({ agreed_interest_rate: '18.00' })).status, 200)
  assert.equal(readSettings({ agreed_interest_rate: '1000.00' }).agreed_interest_rate, null)
})
