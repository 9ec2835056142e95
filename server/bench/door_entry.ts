import { askPage } from './check.ts'
import type { Server } from './children.ts'
import type { Contestant, Entry } from './measure.ts'
import { startBare, startService, startWithoutDoor } from './servers.ts'
import { bearer, type Stage } from './stage.ts'

export const door_key = 'door'

/**
 * A page of one record, so that what stands around a page shows: by the service, by the service without its log, by its
 * pages alone, and by bare node:http.
 */
export async function doorEntries(stage: Stage): Promise<Entry[]> {
  if (!stage.wanted(door_key)) return []
  const { ending, folder, url, facts, servers, connections, load } = stage
  stage.progress('starting the service without its log, and without its door')
  const quiet = await startService(ending, folder, url, { name: 'quiet', log_level: 'silent' })
  const doorless = await startWithoutDoor(ending, folder, url, facts.administration_id)
  const path = `/v1/debtors?${new URLSearchParams({ administration_id: facts.administration_id, per_page: '1' })}`
  const headers = bearer(facts.token)
  const page = await askPage(servers.service, path, headers)
  for (const other of [quiet, doorless]) {
    if (!page.equals(await askPage(other, path, headers))) throw new Error('The pages with and without door differ.')
  }
  const bare = await startBare(ending, folder, 'door', new Map([[door_key, page]]))
  const by = (name: string, { base_url, pid }: Server, asked: string): Contestant => ({
    name,
    pid,
    // What is looked for is a small difference, so it is looked at for longer.
    run: (run_ms) =>
      load({ url: `${base_url}${asked}`, headers, connections, run_ms: 3 * run_ms, body_bytes: page.length }),
  })
  const contestants = [
    by('service', servers.service, path),
    by('no log', quiet, path),
    by('no door', doorless, path),
    by('bare', bare, `/${door_key}`),
  ]
  return [{ key: door_key, name: 'page of 1', kind: 'read', rows: 1, contestants }]
}
