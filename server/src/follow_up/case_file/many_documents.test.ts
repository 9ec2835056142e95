import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { unzipSync } from 'fflate'
import { engineOn } from '../../../test/given_engine.ts'
import { startService } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { uploadDocument } from '../../../test/upload_document.ts'
import { signedIn } from '../../../test/visitor.ts'

const documents = Number(process.env.DOCUMENTS ?? 60)

/** As large as a scanned invoice. */
const document_bytes = 64 * 1024

/** So many invoices are put into a case in one request. */
const at_once = 1_000

const now = new Date('2026-11-16T10:00:00Z')
const service = await startService({ now: () => now })
const { given, database } = service
const tenant = await given.tenant()
const { administration_id } = tenant
await engineOn(database.db, tenant, now)
const boss = await signedIn(service, tenant.company_id)

type Dossier = { files: { kind: string; url: string | null }[] }

async function filesOf(id: string): Promise<Dossier['files']> {
  const answer = await boss.get(`/console/administrations/${administration_id}/case_dossiers/${id}`)
  assert.equal(answer.status, 200, answer.text)
  return (answer.body as Dossier).files
}

test(`the file of a case with ${documents} documents has each of them, and memory stays bounded`, async (t) => {
  const debtor_id = await given.debtor(tenant, { is_company: true, coc_number: '12345678' })
  const sent = { sent_at: '2026-08-01T09:00:00Z', collectable_at: '2026-11-12T09:00:00Z' }
  const put_in = new Map<string, Buffer>()
  const invoice_ids: string[] = []
  for (let index = 0; index < documents; index += 1) {
    const invoice_id = await given.invoice(tenant, debtor_id, { ...sent, invoice_number: `F${index}` })
    const bytes = randomBytes(document_bytes)
    await uploadDocument(service, tenant, { invoice_id, bytes, filename: 'invoice.pdf' })
    invoice_ids.push(invoice_id)
    put_in.set(`invoices/F${index}/invoice.pdf`, bytes.subarray(0, 16))
  }
  let credit_case_id = ''
  for (let from = 0; from < documents; from += at_once) {
    const some = invoice_ids.slice(from, from + at_once)
    const opened = await boss.send('POST /console/credit_cases/open', {
      ...{ administration_id, debtor_id, invoice_ids: some },
    })
    assert.equal(opened.status, 200, opened.text)
    ;({ credit_case_id } = opened.body as { credit_case_id: string })
  }

  const [before, began] = [process.memoryUsage.rss(), performance.now()]
  let most = before
  const handed = await boss.send(`POST /console/credit_cases/${credit_case_id}/hand_over`, { administration_id })
  assert.equal(handed.status, 200, handed.text)
  await until(
    'the file of the case is made',
    async () => {
      most = Math.max(most, process.memoryUsage.rss())
      const { waiting } = await database.db
        .selectFrom('case_files')
        .select(({ fn }) => fn.countAll().as('waiting'))
        .where('administration_id', '=', administration_id)
        .where('made_at', 'is', null)
        .executeTakeFirstOrThrow()
      return Number(waiting) === 0
    },
    120_000,
  )
  const grown_mb = Math.round((most - before) / 1024 ** 2)
  t.diagnostic(`${Math.round(performance.now() - began)} ms, ${grown_mb} MB more at the most`)

  const zip = (await filesOf(credit_case_id)).find(({ kind }) => kind === 'zip')
  const archive = new Uint8Array(await (await fetch(zip?.url ?? '')).arrayBuffer())
  const parts = unzipSync(archive, { filter: ({ name }) => name.startsWith('invoices/') })
  assert.deepEqual(
    Object.entries(parts).map(([name, bytes]) => [name, Buffer.from(bytes.subarray(0, 16)), bytes.length]),
    [...put_in].map(([name, bytes]) => [name, bytes, document_bytes]),
  )
  assert.ok(grown_mb < 200, `${grown_mb} MB more`)
})
