import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeIn } from '../src/db/change.ts'
import { serviceActor } from '../src/domain/actor.ts'
import { addDays, todayIn } from '../src/domain/days.ts'
import { makeSandbox } from '../src/follow_up/sandboxes.ts'
import { data, startService } from './harness.ts'

const service = await startService()
const { call, given, database } = service
const tenant = await given.tenant()
const token = await given.token(tenant)
const { administration_id } = tenant
const real_now = new Date()
const today = todayIn({ timezone: 'Europe/Amsterdam', days_ahead: 0 }, real_now)
await changeIn(database.db, { administration_id, actor: serviceActor('engine'), real_now }, makeSandbox)

const turn = (date: string) => call(`PATCH /v1/administrations/${administration_id}/clock`, { token, json: { date } })

test('an invoice is followed up until a case', async () => {
  const contact = await call('POST /v1/contacts', {
    token,
    json: {
      administration_id,
      contacts: [{ contact_identifier: 'C1', company_name: 'Example BV', default_email_address: 'a@example.com' }],
    },
  })
  console.log(contact.text)
  const debtor = await call('POST /v1/debtors', {
    token,
    json: {
      administration_id,
      debtors: [
        {
          debtor_number: 'D1',
          debtor_identifier: 'D1',
          name: 'Example BV',
          is_company: true,
          contact_identifier: 'C1',
          country_code: 'NL',
        },
      ],
    },
  })
  console.log(debtor.text)
  const made = await call('POST /v1/invoices', {
    token,
    json: {
      administration_id,
      invoices: [
        {
          ...{ debtor_number: 'D1', invoice_number: 'I1', invoice_date: today, due_date: addDays(today, 14) },
          ...{ amount_total: '500.00', amount_open: '500.00', book_amount_total: '500.00', book_amount_open: '500.00' },
          ...{ currency_code: 'EUR', sent_at: `${today}T00:00:00Z` },
        },
      ],
    },
  })
  console.log(made.text)
  const turned = await turn(addDays(today, 180))
  console.log(turned.text)
  assert.equal(turned.status, 200, turned.text)
  const steps = await call(`GET /v1/steps?administration_id=${administration_id}`, { token })
  console.log(JSON.stringify(await database.db.selectFrom('agenda_records').selectAll().execute()))
  for (const one of data(steps)) console.log(one.day, one.step, one.channel, JSON.stringify(one.reasons))
})
