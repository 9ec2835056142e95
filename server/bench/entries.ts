import { type Case, casesOf, pathOf, statementOf } from './cases.ts'
import { samePage } from './check.ts'
import type { Server } from './children.ts'
import type { Facts } from './data.ts'
import type { Ending } from './ending.ts'
import { makeLoader } from './load.ts'
import type { Contestant, Entry } from './measure.ts'
import { findPgbench, runPgbench, writeScript } from './pgbench.ts'
import { startBare, startPlain, startService } from './servers.ts'

export const connections = 16

type Told = { ending: Ending; folder: string; url: string; facts: Facts; wanted: (key: string) => boolean }

/** Starts everybody, checks that they answer alike, and puts each case before those who can answer it. */
export async function makeEntries(told: Told, progress: (line: string) => void): Promise<Entry[]> {
  const { ending, folder, url, facts } = told
  progress('starting the servers')
  const servers = {
    service: await startService(ending, folder, url),
    plain: await startPlain(ending, folder, url),
  }
  const headers = { authorization: `Bearer ${facts.token}` }
  const cases = casesOf(facts).filter(({ key }) => told.wanted(key))
  const pages = new Map<string, { service: Buffer; plain: Buffer }>()
  for (const one of cases) {
    progress(`checking ${one.name}`)
    pages.set(one.key, await samePage(pathOf(one, facts), headers, servers))
  }
  const bytes = new Map([...pages].map(([key, { service }]) => [key, service]))
  const bare = await startBare(ending, folder, bytes)
  const load = makeLoader(ending)
  const by = (name: string, { base_url, pid }: Server, path: string, page: Buffer | undefined): Contestant => ({
    name,
    pid,
    run: (run_ms) => load({ url: `${base_url}${path}`, headers, connections, run_ms, body_bytes: page?.length ?? 0 }),
  })
  return Promise.all(
    cases.map(async (one) => {
      const path = pathOf(one, facts)
      const { service, plain } = pages.get(one.key) ?? {}
      const contestants = [by('service', servers.service, path, service), by('plain', servers.plain, path, plain)]
      if (one.bare) contestants.push(by('bare', bare, `/${one.key}`, service))
      return { key: one.key, name: one.name, contestants: [...contestants, ...(await limitOf(one, told))] }
    }),
  )
}

/** The limit: pgbench with the very statement of the service, where the machine has it. */
async function limitOf(one: Case, { folder, url, facts }: Told): Promise<Contestant[]> {
  const pgbench = findPgbench()
  if (pgbench === null) return []
  const script = await writeScript(folder, one.key, statementOf(one, facts))
  return [{ name: 'pgbench', pid: null, run: (run_ms) => runPgbench(pgbench, script, { url, connections, run_ms }) }]
}
