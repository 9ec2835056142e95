import assert from 'node:assert/strict'
import type { Server } from './children.ts'
import type { Ask } from './load.ts'
import type { Contestant, Entry } from './measure.ts'
import { startBare } from './servers.ts'
import type { Stage } from './stage.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
/** So many tokens are asked about again and again, as a gateway does for those who are busy. */
const busy_tokens = 1_000

/** What programs ask of the OAuth server. */
export async function tokenEntries(stage: Stage): Promise<Entry[]> {
  const { facts, servers, connections, load, folder, ending } = stage
  const { application, machine, access_tokens, refresh_tokens } = facts.tokens
  const told = { method: 'POST', connections, status: 200 } as const
  const by = (
    name: string,
    { base_url, pid }: Server,
    path: string,
    authorization: string,
    asks: Ask[],
  ): Contestant => ({
    name,
    pid,
    run: (run_ms) =>
      load({ ...told, url: `${base_url}${path}`, headers: { authorization, ...form }, run_ms, asks, body_bytes: null }),
  })
  const about = (tokens: string[]): Ask[] => tokens.map((token) => ({ body: `token=${token}` }))
  const introspect = (tokens: string[], body_bytes: number): Contestant =>
    by(
      'service',
      servers.service,
      '/oauth/introspect',
      application,
      about(tokens).map((one) => ({ ...one, body_bytes })),
    )
  const answer = await introspected(servers.service, application, access_tokens[0] ?? '')
  const bare = await startBare(ending, folder, 'tokens', new Map([['introspect', answer]]))
  const makes = [{ body: 'grant_type=client_credentials' }]
  const entry = (key: string, name: string, ...contestants: Contestant[]): Entry => ({
    key,
    name,
    kind: 'token',
    rows: null,
    contestants,
  })
  return [
    entry(
      'introspect',
      `introspection of ${busy_tokens} tokens in turn`,
      introspect(access_tokens.slice(0, busy_tokens), answer.length),
      by('bare', bare, '/introspect', application, about(access_tokens.slice(0, busy_tokens))),
    ),
    entry('introspect_new', 'introspection, not remembered', introspect(access_tokens, answer.length)),
    entry('refresh', 'refresh', refresher(stage, refresh_tokens.slice(0, connections))),
    entry('client_credentials', 'client credentials', by('service', servers.service, '/oauth/token', machine, makes)),
  ].filter(({ key }) => stage.wanted(key))
}

async function introspected({ base_url }: Server, authorization: string, token: string): Promise<Buffer> {
  const body = new URLSearchParams({ token })
  const response = await fetch(`${base_url}/oauth/introspect`, { method: 'POST', headers: { authorization }, body })
  const answer = Buffer.from(await response.arrayBuffer())
  assert.equal((JSON.parse(answer.toString()) as { active: boolean }).active, true, answer.toString())
  return answer
}

/** Each connection uses the token that the answer before gave it, through all rounds. */
function refresher({ servers, load, facts }: Stage, first: string[]): Contestant {
  let words = first
  return {
    name: 'service',
    pid: servers.service.pid,
    run: async (run_ms) => {
      const loaded = await load({
        url: `${servers.service.base_url}/oauth/token`,
        method: 'POST',
        headers: { authorization: facts.tokens.application, ...form },
        connections: first.length,
        run_ms,
        chain: { before: 'grant_type=refresh_token&refresh_token=', member: 'refresh_token', words },
        status: 200,
        body_bytes: null,
      })
      words = loaded.words ?? []
      return loaded
    },
  }
}
