import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'

const service = await startService({ now: () => new Date('2026-11-15T12:00:00Z') })
const { given } = service
const tenant = await given.tenant()
const stranger = await given.tenant()
const boss = await signedIn(service, tenant.company_id)
const debtor_id = await given.debtor(tenant, { country_code: 'NL' })
const german = await given.debtor(tenant, { country_code: 'DE' })

const at = (day: string): string => `${day}T09:00:00Z`
const open = { open_amount: '50.00', book_open_amount: '50.00' }
const settled = { open_amount: '0.00', book_open_amount: '0.00' }
type Times = { first?: string; second?: string; paid?: string; of?: string; total?: string }

async function invoice({ first, second, paid, of = debtor_id, total = '50.00' }: Times, where = tenant): Promise<void> {
  await given.invoice(where, of, {
    ...{ total_amount: total, book_total_amount: total, invoice_date: '2026-07-01', due_date: '2026-07-31' },
    ...(paid ? { ...settled, payment_date: paid } : open),
    ...{ reminder_1_at: first ?? null, reminder_2_at: second ?? null },
  })
}

async function shares(query = ''): Promise<string[]> {
  const answer = await boss.get(
    `/console/administrations/${tenant.administration_id}/reports/months?by=country${query}`,
  )
  assert.equal(answer.status, 200, answer.text)
  const { months } = answer.body as { months: { day: string; reminded: number; paid_before_second: number }[] }
  return months
    .filter(({ reminded }) => reminded > 0)
    .map(({ day, reminded, paid_before_second }) => `${day} ${paid_before_second} of ${reminded}`)
}

test('paid before reminder 2 counts each invoice that was reminded once, in the month in which it was settled', async () => {
  assert.deepEqual(await shares(), [])
  await invoice({ first: at('2026-09-01'), paid: '2026-09-04' })
  await invoice({ first: at('2026-09-01'), second: at('2026-09-15'), paid: '2026-10-02' })
  await invoice({ first: at('2026-09-20'), second: at('2026-10-05') })
  await invoice({ first: at('2026-09-20'), second: at('2026-10-05'), paid: '2026-10-05' })
  await invoice({ first: at('2026-09-20'), paid: '2026-10-31', of: german })
  assert.deepEqual(await shares(), ['2026-09-30 1 of 2', '2026-10-31 2 of 3'])
  assert.deepEqual(await shares('&country=DE'), ['2026-10-31 1 of 1'])
  assert.deepEqual(await shares('&day=2026-10-04'), ['2026-09-30 1 of 2'], 'what came later was not known on that day')
  assert.deepEqual(await shares('&currency_code=GBP'), [])
})

test('what needed no reminder, is not settled, or is no claim of this administration does not count', async () => {
  const before = await shares()
  await invoice({ paid: '2026-09-04' })
  await invoice({ first: at('2026-11-02') })
  await invoice({ first: at('2026-09-10'), paid: '2026-09-09' })
  await invoice({ first: at('2026-09-10'), paid: '2026-09-12', total: '-50.00' })
  await invoice({ first: at('2025-10-01'), paid: '2025-11-30' })
  const theirs = await given.debtor(stranger)
  await invoice({ first: at('2026-09-01'), paid: '2026-09-04', of: theirs }, stranger)
  assert.deepEqual(await shares(), before)
})

test('a reminder belongs to the day of the administration, not to that of Greenwich', async () => {
  await invoice({ first: at('2026-08-01'), second: '2026-10-31T23:30:00Z' })
  assert.equal((await shares()).at(-1), '2026-11-15 0 of 1')
})
