import pg from 'pg'
import { isAwayError } from './away.ts'
import type { Connection, ConnectOptions } from './connect.ts'
import { openReplica, type Replica } from './replica.ts'

/**
 * The nodes of a cluster, as those who read one administration see them. Every node answers every statement, so a node
 * that was the right one a moment ago costs time, and never a wrong answer.
 */
export type Nodes = {
  /** Where the rows of an administration lie; null: it is not known yet. */
  nodeOf: (administration_id: string) => Replica | null
  /** Said when a page could not be read there. A node that only refused a statement may be asked other ones. */
  failed: (node: Replica, error: unknown) => void
  close: () => Promise<void>
}

/** How long it is believed where an administration lies, and after how long it is asked again while nobody knows. */
const known_ms = 60_000
const again_ms = 5_000

/** One server knows neither the tables nor the functions of Citus. */
const unknown_codes = ['42P01', '42883']

/** A node that failed is left alone for a while, as a replica is. */
type Place = { node: Replica | null; until: number }

/** Where a node is, and its number in the cluster. */
export type NodeAddress = { host: string; port: number; group: number }

const where_it_lies = `
  select n.nodename as host, n.nodeport as port, n.groupid as "group"
  from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
  where p.shardid = get_shard_id_for_distribution_column('debtors', $1::bigint)`

/** `coordinator` knows where administrations are; the nodes are reached as `address` says, by their host and port. */
export function openNodes(
  coordinator: pg.Pool,
  address: string,
  options: ConnectOptions,
  listener: { rests: (error: unknown) => void; refused: (error: unknown) => void },
): Nodes {
  const nodes = new Map<string, Replica>()
  const places = new Map<string, Place>()
  let no_cluster = false

  function nodeAt(one: NodeAddress): Replica {
    const name = `${one.host}:${one.port} ${one.group}`
    const known = nodes.get(name)
    if (known) return known
    const own: ConnectOptions = { ...options, application: 'dunlin node', check: (client) => checkNode(client, one) }
    const node = openReplica(addressAt(address, one), own, listener.rests)
    nodes.set(name, node)
    return node
  }

  async function look(administration_id: string): Promise<void> {
    const { rows } = await coordinator.query<NodeAddress>(where_it_lies, [administration_id])
    const [one] = rows
    const node = one === undefined ? null : nodeAt(one)
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
          listener.refused(error)
        })
      }
      return place?.node ?? null
    },
    failed: (node, error) => (isAwayError(error) || takesNobody(error) ? node.failed(error) : listener.refused(error)),
    close: async () => {
      for (const { close } of nodes.values()) await close()
    },
  }
}

/** The address of a node, for whoever is to reach it as `address` says. */
export function addressAt(address: string, { host, port }: NodeAddress): Connection {
  const url = new URL(address)
  // These would win over what stands before them.
  for (const name of ['host', 'port']) url.searchParams.delete(name)
  url.hostname = host.includes(':') ? `[${host}]` : host
  url.port = String(port)
  return url.href
}

/** A name may lead elsewhere from here than from the coordinator: another server would answer with rows of others. */
export async function checkNode(one: pg.ClientBase, { host, port, group }: NodeAddress): Promise<void> {
  const { rows } = await one.query<{ known: boolean }>(`select to_regclass('pg_dist_local_group') is not null as known`)
  const { rows: own } = rows[0]?.known
    ? await one.query<{ group: number }>('select groupid as "group" from pg_dist_local_group')
    : { rows: [] }
  if (own[0]?.group !== group) throw new NoNode(`${host}:${port} is not node ${group} of the cluster`)
}

class NoNode extends Error {}

/** Wrong name or password, no such database, no place left; or another server. */
const takesNobody = (error: unknown): boolean =>
  error instanceof NoNode || (error instanceof pg.DatabaseError && /^(28|3D|53)/.test(error.code ?? ''))
