import type pg from 'pg'
import type { Asking } from '../api/asking.ts'
import type { Resource } from '../api/define.ts'
import type { Selection } from '../api/fields.ts'
import { type PageRequest, type PageStatement, selectPage } from '../api/select.ts'
import type { Nodes } from '../db/nodes.ts'
import { rawRows } from '../db/raw_rows.ts'
import type { Replica } from '../db/replica.ts'
import { type PageWriter, pageWriter } from './page_writer.ts'

// Where a page may be read: from the database, from a copy of it, or from the node of a cluster where it lies.

/**
 * A page of what changed, from the copy of the database: a pass that begins there sees what is there, and asks for the
 * rest next time. Null: it has to come from the database itself, because the copy is behind the pass or cannot be used,
 * or because whoever asks may look for what they just wrote.
 */
export async function readFromReplica(replica: Replica, ...page: Wanted): Promise<Buffer | null> {
  const [resource, , , request] = page
  const pool = replica.pool()
  return pool && isPass(resource, request) ? readCopy(pool, replica.failed, ...page) : null
}

/**
 * A page of documents, from the node of a cluster where they lie: else each row of it is handed on by the coordinator.
 * Null: the coordinator is to be asked. What was written is seen there as soon as its writer has heard of it.
 */
export async function readFromNode(nodes: Nodes, ...page: Wanted): Promise<Buffer | null> {
  const [resource, selection, asked] = page
  if (selection !== null || resource.follows === null || resource.removed !== null) return null
  if (resource.within.reach !== 'administration' || typeof asked.owner_id !== 'string') return null
  const node = nodes.nodeOf(asked.owner_id)
  const pool = node?.pool()
  if (!node || !pool) return null
  // A shard moves in two steps. One that its node has not heard the second of is a copy that is behind.
  return readCopy(pool, (error) => nodes.failed(node, error), ...page)
}

type Wanted = [resource: Resource, selection: Selection | null, asked: Asking, request: PageRequest]

/** A page of what may be behind: nothing of it is taken unless all that the pass may show has arrived there. */
async function readCopy(pool: pg.Pool, failed: (error: unknown) => void, ...wanted: Wanted): Promise<Buffer | null> {
  const [resource, selection, asked, request] = wanted
  const later = isPass(resource, request) && request.cursor.until !== null
  const statement = selectPage(resource, selection, asked, later ? { ...request, guarded: true } : request)
  try {
    const page = await readPage(pool, request, statement)
    if (!later || page.count() > 0) return page.finish()
    page.abandon()
  } catch (error) {
    failed(error)
  }
  return null
}

const isPass = ({ follows, within }: Resource, { filters, order }: PageRequest): boolean =>
  follows !== null && filters.has(follows.filter) && !order && within.reach === 'administration'

export async function readPage(pool: pg.Pool, request: PageRequest, statement: PageStatement): Promise<PageWriter> {
  const page = pageWriter(request, statement)
  try {
    await rawRows(pool, statement, page.take)
  } catch (error) {
    page.abandon()
    throw error
  }
  return page
}
