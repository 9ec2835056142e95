import { type Config, connectionsOf } from '../../config.ts'
import { citusVersion } from '../../db/citus.ts'
import { client } from '../../db/connect.ts'
import { addressAt, checkNode, type NodeAddress } from '../../db/nodes.ts'
import { errorOf, type Finding, passed, problem, warning } from './finding.ts'

/** A node as it is seen from here: how many connections it takes, or why it cannot be asked. */
export type NodeSeen = { name: string; max_connections: number } | { name: string; reason: string }

/** Looks at the nodes that pages are read from, from this machine; nothing where they are not. */
export async function examineNodes({ database_url, read_nodes, workers }: Config): Promise<Finding[]> {
  if (database_url === null || !read_nodes) return []
  const nodes = await nodesBehind(database_url).catch(() => null)
  // The coordinator cannot be asked, which is reported for the database.
  if (nodes === null) return []
  return [judgeNodes(await Promise.all(nodes.map((one) => lookAt(database_url, one))), workers)]
}

async function nodesBehind(coordinator: string): Promise<NodeAddress[]> {
  const own = client(coordinator, 'dunlin doctor')
  await own.connect()
  try {
    if ((await citusVersion(own)) === null) return []
    const { rows: nodes } = await own.query<NodeAddress>(
      `select nodename as host, nodeport as port, groupid as "group" from pg_dist_node
       where isactive and noderole = 'primary' and shouldhaveshards order by groupid`,
    )
    return nodes
  } finally {
    await own.end()
  }
}

async function lookAt(coordinator: string, node: NodeAddress): Promise<NodeSeen> {
  const name = `${node.host}:${node.port}`
  const own = client(addressAt(coordinator, node), 'dunlin doctor')
  try {
    await own.connect()
    await checkNode(own, node)
    const { rows } = await own.query<{ max_connections: number }>(`
      select current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
        as max_connections`)
    return { name, max_connections: rows[0]?.max_connections ?? 0 }
  } catch (error) {
    return { name, reason: errorOf(error).message }
  } finally {
    await own.end().catch(() => {})
  }
}

export function judgeNodes(nodes: readonly NodeSeen[], workers: number): Finding {
  if (nodes.length === 0)
    return warning('nodes', 'READ_NODES is on, and the database has no nodes.', 'Leave READ_NODES out.')
  const away = nodes.flatMap((one) => ('reason' in one ? [`${one.name} (${one.reason})`] : []))
  if (away.length > 0)
    return problem(
      'nodes',
      `READ_NODES is on, and from here this cannot be read: ${away.join(', ')}.`,
      'Let this machine reach the nodes by these names, as DATABASE_URL says; until then the coordinator answers.',
    )
  // Ours to read, and those of the coordinator, which opens one for each of ours that writes.
  const needed = 2 * workers * connectionsOf(workers) + 5
  const small = nodes.flatMap((one) => ('reason' in one || one.max_connections >= needed ? [] : [one.name]))
  if (small.length > 0)
    return problem(
      'nodes',
      `${small.join(', ')} takes fewer connections than ${workers} workers need, which are ${needed}.`,
      'Raise max_connections there, or lower WORKERS. Other machines that run Dunlin count as well.',
    )
  return passed(
    'nodes',
    `Pages are read from ${nodes.length} nodes, and at most ${needed} connections are needed to each.`,
  )
}
