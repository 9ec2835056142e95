import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../src/db/connect.ts'
import { invoice } from './bodies.ts'
import { debtors_sql, vat_rate_sql } from './data.sql.ts'
import type { Ending } from './ending.ts'
import { switchOn } from './engine_data.ts'
import { untilFollowed } from './followed.ts'
import { median } from './measure.ts'
import type { Progress } from './progress.ts'
import { startService } from './servers.ts'
import { made_at, makeTenant } from './tenants.ts'
import { debtors_of_writer } from './write_data.ts'

const batch = 1_000
const quiet_ms_max = 60_000
/** When nothing was written for so long, nothing more comes of what was written before. */
const still_ms = 300

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

/** Until what was written was seen by everybody who follows, and so was what the engine did because of it. */
async function untilQuiet(database: Database, administration_id: string): Promise<void> {
  let before = ''
  // What was there before took longer to follow than anything after it will.
  await untilFollowed(database)
  for (const end = Date.now() + quiet_ms_max; Date.now() < end; await wait(still_ms)) {
    await untilFollowed(database)
    const { rows } = await database.pool.query<{ stamp: string; busy: boolean }>(
      `select s.stamp::text as stamp,
              exists (select from agenda a where a.administration_id = s.administration_id
                      and (a.ready or a.look_on <= current_date)) as busy
       from administration_stamps s where s.administration_id = $1`,
      [administration_id],
    )
    const { stamp = '', busy = true } = rows[0] ?? {}
    if (!busy && stamp === before) return
    before = stamp
  }
  throw new Error('What was written was not looked at in time.')
}
