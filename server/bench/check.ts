import assert from 'node:assert/strict'
import type { Server } from './children.ts'

/** The same page as two servers answer it. */
export type Pages = { service: Buffer; plain: Buffer }

/** Asks for an address, and wants it answered. */
export async function askPage({ base_url }: Server, path: string, headers: Record<string, string>): Promise<Buffer> {
  const response = await fetch(`${base_url}${path}`, { headers })
  const body = Buffer.from(await response.arrayBuffer())
  assert.equal(response.status, 200, body.toString())
  return body
}

/** Asks both for a page, and refuses to go on when their answers differ. */
export async function samePage(
  path: string,
  headers: Record<string, string>,
  servers: { service: Server; plain: Server },
): Promise<Pages> {
  const pages = {
    service: await askPage(servers.service, path, headers),
    plain: await askPage(servers.plain, path, headers),
  }
  assert.deepEqual(comparable(pages.service), comparable(pages.plain), `${path}: the answers differ`)
  return pages
}

/** Where the next page begins is compared by its id alone: the service's cursor also says until when a pass looks. */
function comparable(page: Buffer): unknown {
  const { data, pagination } = JSON.parse(page.toString()) as { data: unknown[]; pagination?: { cursor: string } }
  assert.ok(data.length > 0, 'the page is empty')
  return { data, next: pagination?.cursor.split('.')[0] }
}
