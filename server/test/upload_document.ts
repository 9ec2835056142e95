import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Tenant } from './given.ts'
import type { Service } from './harness.ts'

type Document = { invoice_id: string; bytes: Buffer; filename: string }

/** Uploads a file the way that clients do, and puts it on an invoice as its document. */
export async function uploadDocument(
  { call, given, database }: Service,
  tenant: Tenant,
  { invoice_id, bytes, filename }: Document,
): Promise<void> {
  const { administration_id } = tenant
  const checksum = createHash('sha3-512').update(bytes).digest('base64')
  const content_type = 'application/pdf'
  const announced = await call('POST /v1/files', {
    token: await given.token(tenant),
    json: { administration_id, files: [{ checksum, byte_size: bytes.length, content_type }] },
  })
  // What is stored already has no place to be sent to.
  for (const { url } of announced.body as { url: string }[]) {
    const put = await fetch(url, {
      ...{ method: 'PUT', headers: { 'content-type': content_type }, body: new Uint8Array(bytes) },
    })
    assert.equal(put.status, 204)
  }
  const { id } = await database.db
    .selectFrom('files')
    .select('id')
    .where('administration_id', '=', administration_id)
    .where('checksum', '=', checksum)
    .executeTakeFirstOrThrow()
  await given.row('invoice_documents', tenant, {
    ...{ invoice_id, kind: 'document', file_id: id, filename, created_at: 'stamp' },
  })
}
