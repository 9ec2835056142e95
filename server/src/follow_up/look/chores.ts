import { type Kysely, sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import { kept_plan } from '../../db/kept_plans.ts'
import type { Tables } from '../../db/schema.ts'
import type { Happening } from '../../events/emit_many.ts'
import { followBlocks } from '../hold/blocks.ts'
import { notify } from '../perform/notify.ts'
import { cleanTasks, makeTasks, type NewTask } from '../perform/tasks.ts'
import { endingPromises, settlePromises } from '../promises/settle.ts'
import { idList } from '../read/portion.ts'
import type { Judged } from './judge.ts'

// What people have to know or do beside the steps of a flow. Each is made once, so it does no harm to find it twice.

/** Debtors for whom such a thing is to be written, which needs the turn of the administration. */
export async function findChores(
  db: Kysely<Tables>,
  administration_id: string,
  judged: readonly Judged[],
): Promise<Set<string>> {
  const wanted = judged.flatMap(tasksFor)
  const ids = judged.map(({ facts }) => facts.id)
  const { rows } = await sql<{ debtor_id: string; cause: string }>`
    ${kept_plan} select debtor_id::text, cause from tasks
    where administration_id = ${administration_id}::bigint and debtor_id = any(${idList(ids)})
      and cause is not null and (completed_at is null or cause like 'no\_address %')`.execute(db)
  const known = new Set(rows.map(({ cause }) => cause))
  const found = new Set(
    wanted.filter(({ kind, key }) => !known.has(`${kind} ${key}`)).map(({ debtor_id }) => debtor_id),
  )
  const settled = new Set(judged.filter(({ facts }) => facts.invoices.length === 0).map(({ facts }) => facts.id))
  for (const { debtor_id } of rows) if (settled.has(debtor_id)) found.add(debtor_id)
  for (const { debtor_id } of await endingPromises({ db, administration_id }, ids)) found.add(debtor_id)
  for (const { facts, blocks } of judged) if (blocks.some(isShownOtherwise)) found.add(facts.id)
  return found
}

/** Whether an invoice is shown as blocked for other reasons than those that hold it now. */
const isShownOtherwise = ({ holds, shown }: Judged['blocks'][number]): boolean =>
  shown.length !== holds.length || shown.some((reason) => !holds.some((one) => one === reason))

/** Writes what was found, and takes away tasks of what is settled. Returns the events to emit. */
export async function doChores(change: Change, judged: readonly Judged[]): Promise<Happening[]> {
  const { happened } = await makeTasks(change, judged.flatMap(tasksFor))
  const waits = new Set(judged.flatMap(({ wait }) => wait.map(({ hold }) => hold.reason)))
  await notify(change, [
    ...(waits.has('surge') ? [{ notification_type: 'surge_waiting' as const }] : []),
    ...(waits.has('cap') ? [{ notification_type: 'cap_reached' as const }] : []),
  ])
  const ids = judged.map(({ facts }) => facts.id)
  await settlePromises(change, ids)
  const cleaned = await cleanTasks(change, ids)
  const blocked = await followBlocks(
    change,
    judged.flatMap(({ blocks }) => blocks),
  )
  return [...happened, ...cleaned, ...blocked]
}

/** Nobody can be written to. The task of a label that says stop comes with the label. */
function tasksFor({ facts, decision }: Judged): NewTask[] {
  const held = decision.outlooks.some(({ holds }) => holds.some(({ reason }) => reason === 'undeliverable'))
  return held ? [{ kind: 'no_address', key: facts.id, debtor_id: facts.id }] : []
}
