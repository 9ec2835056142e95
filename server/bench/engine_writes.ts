import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../src/db/connect.ts'
import { invoice } from './bodies.ts'
import { debtors_sql, vat_rate_sql } from './data.sql.ts'
import type { Ending } from './ending.ts'
import { switchOn } from './engine_data.ts'
import { median } from './measure.ts'
import type { Progress } from './progress.ts'
import { startService } from './servers.ts'
import { made_at, makeTenant } from './tenants.ts'
import { debtors_of_writer } from './write_data.ts'

const batch = 1_000
const quiet_ms_max = 60_000

type Books = { administration_id: string; token: string; base_url: string }

/**
 * How much longer a request that changes many invoices takes where the engine is on, in percent: the median over
 * rounds in which both take turns. What the engine does afterwards is waited for, and no part of it.
 */
export async function costOfChange(
  database: Database,
  { ending, folder, url, rounds }: { ending: Ending; folder: string; url: string; rounds: number },
  progress: Progress,
): Promise<number> {
  const { base_url } = await startService(ending, folder, url)
  const { token, administration_ids } = await makeTenant(database, 'Books', 2)
  const [off = '', on = ''] = administration_ids
  await database.pool.query(vat_rate_sql, [administration_ids, made_at])
  for (const id of administration_ids) {
    await database.pool.query(debtors_sql, [[id], 1, debtors_of_writer, debtors_of_writer])
  }
  await switchOn(database, on)
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const times = new Map<string, number>()
    for (const administration_id of round % 2 === 0 ? [off, on] : [on, off]) {
      const books = { administration_id, token, base_url }
      await send(books, round, 2)
      await untilQuiet(database, administration_id)
      times.set(administration_id, await send(books, round, 3))
      await untilQuiet(database, administration_id)
    }
    // The first round warms everybody up.
    if (round > 0) ratios.push((times.get(on) ?? 0) / (times.get(off) ?? 1))
    progress(round / rounds, `${round + 1} of ${rounds} rounds of writing`)
  }
  return ((median(ratios) ?? 1) - 1) * 100
}

async function send({ administration_id, token, base_url }: Books, round: number, payments: 2 | 3): Promise<number> {
  const invoices = Array.from({ length: batch }, (_, n) => invoice(round * batch + n, payments))
  const body = JSON.stringify({ administration_id, invoices })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const started = performance.now()
  const response = await fetch(`${base_url}/v1/invoices`, { method: 'POST', headers, body })
  const text = await response.text()
  if (response.status !== 201) throw new Error(text)
  return performance.now() - started
}

/** Until everybody who follows has seen what was written, and the engine has done what came of it. */
async function untilQuiet({ pool }: Database, administration_id: string): Promise<void> {
  for (const end = Date.now() + quiet_ms_max; Date.now() < end; await wait(20)) {
    const { rows } = await pool.query<{ busy: boolean }>(
      `select not exists (select from administration_stamps s
           join follower_positions p on p.administration_id = s.administration_id and p.follower = 'engine'
           where s.administration_id = $1 and p.stamp >= s.stamp)
         or exists (select from agenda where administration_id = $1 and (ready or look_on <= current_date)) as busy`,
      [administration_id],
    )
    if (rows[0]?.busy === false) return
  }
  throw new Error('What was written was not looked at in time.')
}
