import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engineOn } from '../../test/given_engine.ts'
import { startService } from '../../test/harness.ts'
import { readPdf } from '../../test/read_pdf.ts'
import { signedIn } from '../../test/visitor.ts'

const now = new Date('2026-11-16T10:00:00Z')
const service = await startService({ now: () => now })
const { given, database } = service
const tenant = await given.tenant()
const { administration_id } = tenant
await engineOn(database.db, tenant, now)
const boss = await signedIn(service, tenant.company_id)
const stranger = await given.tenant()
const outsider = await signedIn(service, stranger.company_id)

const debtor_id = await given.debtor(tenant, { is_company: true, coc_number: '12345678' })
const invoice_id = await given.invoice(tenant, debtor_id, {
  ...{ invoice_number: 'F-1', due_date: '2026-08-31', total_amount: '6171.55', open_amount: '6171.55' },
  ...{ sent_at: '2026-08-01T09:00:00Z', collectable_at: '2026-11-12T09:00:00Z' },
})
const opened = await boss.send('POST /console/credit_cases/open', {
  ...{ administration_id, debtor_id, invoice_ids: [invoice_id] },
})
const { credit_case_id } = opened.body as { credit_case_id: string }

const path = (of = administration_id) => `/console/administrations/${of}/case_dossiers/${credit_case_id}`

type Calculation = {
  on: string
  invoices: { costs: string; interest: string; cost_steps: Record<string, string | null>[] }[]
  sums: { total: string; interest: string; more_tomorrow: string }
}

async function calculation(query = ''): Promise<Calculation> {
  const answer = await boss.get(`${path()}${query}`)
  assert.equal(answer.status, 200, answer.text)
  return (answer.body as { calculation: Calculation }).calculation
}

test('costs list the slices of the scale that they come from', async () => {
  const { invoices } = await calculation()
  assert.equal(invoices[0]?.costs, '683.58')
  assert.deepEqual(invoices[0]?.cost_steps, [
    { kind: 'slice', over: '2500.00', percent: '15', width: '2500.00', amount: '375.00' },
    { kind: 'slice', over: '2500.00', percent: '10', width: '2500.00', amount: '250.00' },
    { kind: 'slice', over: '1171.55', percent: '5', width: '5000.00', amount: '58.58' },
  ])
})

test('a claim is calculated up to a day ahead, and grows by what it says', async () => {
  const today = await calculation()
  const tomorrow = await calculation('?on=2026-11-17')
  assert.deepEqual([today.on, tomorrow.on], ['2026-11-16', '2026-11-17'])
  const grown = Number(tomorrow.sums.total) - Number(today.sums.total)
  assert.equal(grown.toFixed(2), today.sums.more_tomorrow)
  // 6,171.55 × 10.40 % ÷ 365 is 1.758….
  assert.equal(today.sums.more_tomorrow, '1.76')
})

test('a day that is over, one too far ahead and what is no day are refused, with what to send', async () => {
  for (const on of ['2026-11-15', '2027-11-18', 'soon']) {
    for (const part of ['', '/calculation']) {
      const answer = await boss.get(`${path()}${part}?on=${on}`)
      assert.equal(answer.status, 422, answer.text)
      assert.match(answer.text, /on: must be/)
    }
  }
})

test('the calculation is printed up to the day that was asked for', async () => {
  const answer = await boss.get(`${path()}/calculation?on=2026-12-31`)
  assert.equal(answer.status, 200, answer.text)
  const { content } = answer.body as { content: string }
  const text = readPdf(Buffer.from(content, 'base64')).flat().join('\n')
  assert.match(text, /^Calculation of the claim in case/)
  assert.match(text, /To be paid on 31\/12\/2026/)
  assert.match(text, /First €2,500\.00\n15\s% of €2,500\.00\n€375\.00/)
  assert.match(text, /€683\.58/)
})

test('nobody reads the calculation of another company', async () => {
  assert.equal((await outsider.get(`${path()}/calculation`)).status, 403)
  assert.equal((await outsider.get(`${path(stranger.administration_id)}/calculation`)).status, 404)
})
