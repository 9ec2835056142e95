import type pg from 'pg'
import { citusVersion } from '../../db/citus.ts'
import { readPlan } from '../../db/distribution.ts'
import { readSpread, spreadSteps } from '../../db/spread.ts'
import { type Finding, passed, problem, warning } from './finding.ts'

export type ClusterFacts = {
  version: string
  nodes: { name: string; active: boolean; reached: boolean }[]
  /** Statements that would bring every table to its place. */
  unplaced: string[]
  /** How many shards would move if the nodes were balanced. */
  moves: number
}

/** Looks at a Citus cluster; nothing where there is none. */
export async function examineCluster(own: pg.Client): Promise<Finding[]> {
  const version = await citusVersion(own)
  if (version === null) return []
  const { rows: nodes } = await own.query<ClusterFacts['nodes'][number]>(`
    select n.nodename || ':' || n.nodeport as name, n.isactive as active, coalesce(h.result, false) as reached
    from pg_dist_node n
    left join (select to_nodename, to_nodeport, bool_and(result) as result from citus_check_cluster_node_health()
               group by 1, 2) h
      on (h.to_nodename, h.to_nodeport) = (n.nodename, n.nodeport)
    order by n.groupid`)
  const steps = spreadSteps(await readPlan(), await readSpread(own))
  const { rows: moves } = await own.query<{ count: number }>(
    'select count(*)::integer as count from get_rebalance_table_shards_plan()',
  )
  const unplaced = steps.flatMap(({ statements }) => statements.map(({ table }) => table))
  return judgeCluster({ version, nodes, unplaced: [...new Set(unplaced)], moves: moves[0]?.count ?? 0 })
}

export function judgeCluster({ version, nodes, unplaced, moves }: ClusterFacts): Finding[] {
  const away = nodes.filter(({ active, reached }) => !active || !reached).map(({ name }) => name)
  const found: Finding[] = []
  if (away.length > 0)
    found.push(
      problem(
        'cluster',
        `Citus ${version}: ${away.join(', ')} cannot be reached from every node.`,
        'Start those nodes, and let all nodes reach each other under these names.',
      ),
    )
  if (unplaced.length > 0)
    found.push(
      problem(
        'cluster',
        `${unplaced.length} tables are not where they belong: ${unplaced.slice(0, 5).join(', ')}` +
          `${unplaced.length > 5 ? ' and others' : ''}.`,
        'Stop Dunlin, and run npx dunlin distribute --run --coordinator HOST.',
      ),
    )
  if (moves > 0)
    found.push(
      warning(
        'cluster',
        `${moves} shards would lie better on another node.`,
        'Run select citus_rebalance_start() on the coordinator.',
      ),
    )
  if (found.length === 0)
    found.push(passed('cluster', `Citus ${version}, ${nodes.length} nodes, every table in its place.`))
  return found
}
