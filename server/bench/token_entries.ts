import assert from 'node:assert/strict'
import type { Server } from './children.ts'
import type { Ask } from './load.ts'
import type { Contestant, Entry } from './measure.ts'
import { startBare } from './servers.ts'
import type { Stage } from './stage.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
/**
 * So many tokens are asked about again and again, as a gateway does for those who are busy. Few enough that each was
 * asked about before it is measured.
 */
const busy_tokens = 200

/** What programs ask of the OAuth server. */
export async function tokenEntries(stage: Stage): Promise<Entry[]> {
  const { facts, servers, connections, folder, ending } = stage
  const { application, machine, access_tokens, refresh_tokens } = facts.tokens
  const answer = await introspected(servers.service, application, access_tokens[0] ?? '')
  const bare = await startBare(ending, folder, 'tokens', new Map([['introspect', answer]]))
  const about = (tokens: string[]): Ask[] =>
    tokens.map((token) => ({ body: `token=${token}`, body_bytes: answer.length }))
  const [busy, others] = [about(access_tokens.slice(0, busy_tokens)), about(access_tokens.slice(busy_tokens))]
  const introspection = { path: '/oauth/introspect', authorization: application }
  const credentials = {
    path: '/oauth/token',
    authorization: machine,
    asks: [{ body: 'grant_type=client_credentials' }],
  }
  const entry = (key: string, name: string, ...contestants: Contestant[]): Entry => {
    return { key, name, kind: 'token', rows: null, contestants }
  }
  return [
    entry(
      'introspect',
      `introspection of ${busy_tokens} tokens in turn`,
      asker(stage, 'service', servers.service, { ...introspection, asks: busy }),
      asker(stage, 'bare', bare, { path: '/introspect', authorization: application, asks: busy }),
    ),
    entry(
      'introspect_new',
      'introspection, not remembered',
      asker(stage, 'service', servers.service, { ...introspection, asks: others }),
    ),
    entry('refresh', 'refresh', refresher(stage, refresh_tokens.slice(0, connections))),
    entry('client_credentials', 'client credentials', asker(stage, 'service', servers.service, credentials)),
  ].filter(({ key }) => stage.wanted(key))
}

type TokenRequests = { path: string; authorization: string; asks: Ask[] }

/** Asks in turn, and each run goes on where the last one ended: whoever began anew would be remembered. */
function asker(
  { load, connections }: Stage,
  name: string,
  { base_url, pid }: Server,
  requests: TokenRequests,
): Contestant {
  const { path, authorization, asks } = requests
  const headers = { authorization, ...form }
  let next = 0
  return {
    name,
    pid,
    run: async (run_ms) => {
      const turned = [...asks.slice(next), ...asks.slice(0, next)]
      const url = `${base_url}${path}`
      const expected = { status: 200, body_bytes: null }
      const loaded = await load({ url, method: 'POST', headers, connections, run_ms, asks: turned, ...expected })
      next = (next + loaded.requests) % asks.length
      return loaded
    },
  }
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
