import { type Case, casesOf, pathsOf, statementOf } from './cases.ts'
import { askPage, samePage } from './check.ts'
import type { Server } from './children.ts'
import type { Ask } from './load.ts'
import type { Contestant, Entry } from './measure.ts'
import { peer_name, startPeer } from './peer.ts'
import { findPgbench, makePgbench, writeScript } from './pgbench.ts'
import { startBare, startFloor } from './servers.ts'
import { bearer, type Stage } from './stage.ts'

/** Pages, after those who answer them were seen to answer alike. */
export async function pageEntries(stage: Stage): Promise<Entry[]> {
  const { facts, servers, folder, ending, connections, progress } = stage
  const cases = casesOf(facts).filter(({ key }) => stage.wanted(key))
  if (cases.length === 0) return []
  const headers = bearer(facts.token)
  const asked = new Map<Case, { service: Ask[]; plain: Ask[] }>()
  const bytes = new Map<string, Buffer>()
  for (const one of cases) {
    progress(`checking ${one.name}`)
    const paths = pathsOf(one, facts)
    const pages = await samePage(paths[0] ?? '', headers, servers)
    await samePage(paths.at(-1) ?? '', headers, servers)
    if (one.bare || one.floor) bytes.set(one.key, pages.service)
    asked.set(one, {
      service: await asksFor(servers.service, paths, headers),
      plain: await asksFor(servers.plain, paths, headers),
    })
  }
  const bare = await startBare(ending, folder, 'pages', bytes)
  const floor = cases.some((one) => one.floor)
    ? await startFloor(ending, folder, stage.url, facts.administration_id)
    : null
  const first = bytes.get('page')
  const peer = first ? await startPeer(stage, first) : null
  const by = (name: string, { base_url, pid }: Server, asks: Ask[]): Contestant => ({
    name,
    pid,
    run: (run_ms) => stage.load({ url: base_url, headers, connections, run_ms, asks, body_bytes: null, status: 200 }),
  })
  const entries: Entry[] = []
  for (const one of cases) {
    const { service = [], plain = [] } = asked.get(one) ?? {}
    const contestants = [by('service', servers.service, service)]
    if (!one.alone) contestants.push(by('plain', servers.plain, plain))
    const page = bytes.get(one.key)
    if (page && one.bare) contestants.push(by('bare', bare, [{ path: `/${one.key}`, body_bytes: page.length }]))
    if (page && one.floor && floor) {
      await compareFloor(floor, service, page)
      contestants.push(by('floor', floor, service))
    }
    if (one.key === 'page' && peer) contestants.push(by(peer_name, peer.server, peer.asks))
    if (!one.alone) contestants.push(...(await limitOf(one, stage)))
    entries.push({ key: one.key, name: one.name, kind: 'read', rows: one.per_page, contestants })
  }
  return entries
}

/** Sees that the service's pages on bare node:http have the bytes of the service. */
async function compareFloor(floor: Server, [first]: Ask[], page: Buffer): Promise<void> {
  if (!page.equals(await askPage(floor, first?.path ?? '', {}))) throw new Error('The pages of the floor differ.')
}

/** Each address with the bytes of its answer, which every later answer must have. */
async function asksFor(server: Server, paths: string[], headers: Record<string, string>): Promise<Ask[]> {
  const asks: Ask[] = []
  for (const path of paths) asks.push({ path, body_bytes: (await askPage(server, path, headers)).length })
  return asks
}

/** The limit: pgbench with the very statement of the service, where the machine has it. */
async function limitOf(one: Case, { folder, url, facts, connections }: Stage): Promise<Contestant[]> {
  const program = findPgbench()
  if (program === null) return []
  const script = await writeScript(folder, one.key, statementOf(one, facts), one.of ?? [])
  return [{ name: 'pgbench', pid: null, run: makePgbench(program, script, { url, connections }) }]
}
