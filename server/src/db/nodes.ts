import pg from 'pg'
import { type Connection, connect } from './connect.ts'

/**
 * The nodes of a cluster, as those who read one administration see them. Every node answers every statement, so a node
 * that was the right one a moment ago costs time, and never a wrong answer.
 */
export type Nodes = {
  /** Where the rows of an administration lie; null: it is not known yet, or that node cannot be used. */
  poolOf: (administration_id: string) => pg.Pool | null
  /** Said when a statement failed there: for a while the coordinator is asked. */
  failed: (pool: pg.Pool, error: unknown) => void
  close: () => Promise<void>
}

/** How long it is believed where an administration lies, and how long a node that failed is left alone. */
const known_ms = 60_000
const rest_ms = 5_000

/** One server knows neither the tables nor the functions of Citus. */
const unknown_codes = ['42P01', '42883']

type Node = { pool: pg.Pool; close: () => Promise<void>; rests_until: number }
type Place = { node: Node | null; until: number }

const where_it_lies = `
  select n.nodename as host, n.nodeport as port
  from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
  where p.shardid = get_shard_id_for_distribution_column('debtors', $1::bigint)`

/** `coordinator` tells where administrations lie; the nodes are reached as `address` says, by their own host and port. */
export function openNodes(
  coordinator: pg.Pool,
  address: string,
  options: NonNullable<Parameters<typeof connect>[1]>,
  log: (error: unknown) => void,
): Nodes {
  const nodes = new Map<string, Node>()
  const places = new Map<string, Place>()
  let no_cluster = false

  function nodeAt(host: string, port: number): Node {
    const name = `${host}:${port}`
    const known = nodes.get(name)
    if (known) return known
    const { pool, close } = connect(addressAt(address, host, port), { ...options, application: 'dunlin node' })
    const node: Node = { pool, close, rests_until: 0 }
    nodes.set(name, node)
    return node
  }

  async function look(administration_id: string): Promise<void> {
    const { rows } = await coordinator.query<{ host: string; port: number }>(where_it_lies, [administration_id])
    const [one] = rows
    const node = one === undefined ? null : nodeAt(one.host, one.port)
    places.set(administration_id, { node, until: performance.now() + known_ms })
  }

  return {
    poolOf: (administration_id) => {
      if (no_cluster) return null
      const now = performance.now()
      const place = places.get(administration_id)
      if (place === undefined || place.until < now) {
        // Until it is known, and so that it is asked once: as it was.
        places.set(administration_id, { node: place?.node ?? null, until: now + rest_ms })
        look(administration_id).catch((error: unknown) => {
          no_cluster ||= error instanceof pg.DatabaseError && unknown_codes.includes(error.code ?? '')
          log(error)
        })
      }
      const node = place?.node ?? null
      return node === null || now < node.rests_until ? null : node.pool
    },
    failed: (pool, error) => {
      for (const node of nodes.values()) if (node.pool === pool) node.rests_until = performance.now() + rest_ms
      log(error)
    },
    close: async () => {
      for (const { close } of nodes.values()) await close()
    },
  }
}

function addressAt(address: string, host: string, port: number): Connection {
  const url = new URL(address)
  url.hostname = host
  url.port = String(port)
  return url.href
}
