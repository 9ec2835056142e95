import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Server, startServer } from './children.ts'
import type { Ending } from './ending.ts'

/** The whole service as an operator runs it: token check, tenancy, limits and the log included. */
export function startService(
  ending: Ending,
  folder: string,
  url: string,
  { name = 'service', log_level = 'info' } = {},
): Promise<Server> {
  return startServer(ending, folder, {
    name,
    script: '../bin/dunlin.js',
    args: ['serve'],
    env: {
      DATABASE_URL: url,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: join(folder, name),
      BASE_URL: '',
      TRUST_PROXY: '',
      // It counts and watches, and never refuses: on a busy machine a refusal would end the run.
      RATE_LIMIT: '1000000',
      WAIT_MS_MAX: '60000',
      LOG_LEVEL: log_level,
    },
  })
}

export function startPlain(ending: Ending, folder: string, url: string): Promise<Server> {
  return startServer(ending, folder, {
    name: 'plain',
    script: './plain_server.ts',
    args: [],
    env: { DATABASE_URL: url },
  })
}

/** The service's pages of one administration, without anything around them. */
export const startWithoutDoor = (...stage: PagesStage): Promise<Server> =>
  startPages('no door', './door_server.ts', ...stage)

/** The same on bare node:http. */
export const startFloor = (...stage: PagesStage): Promise<Server> => startPages('floor', './floor_server.ts', ...stage)

type PagesStage = [ending: Ending, folder: string, url: string, administration_id: string]

function startPages(name: string, script: string, ...[ending, folder, url, administration_id]: PagesStage) {
  const args = [join(folder, name.replace(' ', '_')), administration_id]
  return startServer(ending, folder, { name, script, args, env: { DATABASE_URL: url } })
}

/** Bare node:http; it answers each page under its name. */
export async function startBare(
  ending: Ending,
  folder: string,
  what: string,
  pages: Map<string, Buffer>,
): Promise<Server> {
  const pages_folder = join(folder, `bare_${what}`)
  await mkdir(pages_folder)
  for (const [name, page] of pages) await writeFile(join(pages_folder, name), page)
  return startServer(ending, folder, {
    name: `bare_${what}`,
    script: './bare_server.ts',
    args: [pages_folder],
    env: {},
  })
}
