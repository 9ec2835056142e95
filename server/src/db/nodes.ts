import pg from 'pg'
import type { Connection } from './connect.ts'
import { openReplica, type Replica } from './replica.ts'

/**
 * The nodes of a cluster, as those who read one administration see them. Every node answers every statement, so a node
 * that was the right one a moment ago costs time, and never a wrong answer.
 */
export type Nodes = {
  /** Where the rows of an administration lie; null: it is not known yet. */
  nodeOf: (administration_id: string) => Replica | null
  close: () => Promise<void>
}

/** How long it is believed where an administration lies, and after how long it is asked again while nobody knows. */
const known_ms = 60_000
const again_ms = 5_000

/** One server knows neither the tables nor the functions of Citus. */
const unknown_codes = ['42P01', '42883']

/** A node that failed is left alone for a while, as a replica is. */
type Place = { node: Replica | null; until: number }

const where_it_lies = `
  select n.nodename as host, n.nodeport as port
  from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
  where p.shardid = get_shard_id_for_distribution_column('debtors', $1::bigint)`

/** `coordinator` tells where administrations lie; the nodes are reached as `address` says, by their own host and port. */
export function openNodes(
  coordinator: pg.Pool,
  address: string,
  options: Parameters<typeof openReplica>[1],
  log: (error: unknown) => void,
): Nodes {
  const nodes = new Map<string, Replica>()
  const places = new Map<string, Place>()
  let no_cluster = false

  function nodeAt(host: string, port: number): Replica {
    const name = `${host}:${port}`
    const known = nodes.get(name)
    if (known) return known
    const node = openReplica(addressAt(address, host, port), { ...options, application: 'dunlin node' }, log)
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
    nodeOf: (administration_id) => {
      if (no_cluster) return null
      const now = performance.now()
      const place = places.get(administration_id)
      if (place === undefined || place.until < now) {
        // Until it is known, and so that it is asked once: as it was.
        places.set(administration_id, { node: place?.node ?? null, until: now + again_ms })
        look(administration_id).catch((error: unknown) => {
          no_cluster ||= error instanceof pg.DatabaseError && unknown_codes.includes(error.code ?? '')
          log(error)
        })
      }
      return place?.node ?? null
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
