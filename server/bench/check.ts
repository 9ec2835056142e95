import assert from 'node:assert/strict'
import type { Server } from './children.ts'

/** The same page as two servers tell it. */
export type Pages = { service: Buffer; plain: Buffer }

/** Asks both for a page, and refuses to go on when they do not tell the same. */
export async function samePage(
  path: string,
  headers: Record<string, string>,
  servers: { service: Server; plain: Server },
): Promise<Pages> {
  const ask = async ({ base_url }: Server): Promise<Buffer> => {
    const response = await fetch(`${base_url}${path}`, { headers })
    const body = Buffer.from(await response.arrayBuffer())
    assert.equal(response.status, 200, body.toString())
    return body
  }
  const pages = { service: await ask(servers.service), plain: await ask(servers.plain) }
  assert.deepEqual(comparable(pages.service), comparable(pages.plain), `${path}: the answers differ`)
  return pages
}

/** Where the next page begins is compared by its id alone: the service's cursor also says until when a pass looks. */
function comparable(page: Buffer): unknown {
  const { data, pagination } = JSON.parse(page.toString()) as { data: unknown[]; pagination?: { cursor: string } }
  assert.ok(data.length > 0, 'the page is empty')
  return { data, next: pagination?.cursor.split('.')[0] }
}
