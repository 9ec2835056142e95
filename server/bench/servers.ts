import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Server, startServer } from './children.ts'
import type { Ending } from './ending.ts'

/** The whole service as an operator runs it: token check, tenancy, limits and the log included. */
export function startService(ending: Ending, folder: string, url: string): Promise<Server> {
  return startServer(ending, folder, {
    name: 'service',
    script: '../src/main.ts',
    args: ['serve'],
    env: {
      DATABASE_URL: url,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: folder,
      BASE_URL: '',
      TRUST_PROXY: '',
      // It counts, and never refuses.
      RATE_LIMIT: '1000000',
      LOG_LEVEL: 'info',
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

/** Bare node:http; it answers each page under its name. */
export async function startBare(ending: Ending, folder: string, pages: Map<string, Buffer>): Promise<Server> {
  const pages_folder = join(folder, 'pages')
  await mkdir(pages_folder)
  for (const [name, page] of pages) await writeFile(join(pages_folder, name), page)
  return startServer(ending, folder, { name: 'bare', script: './bare_server.ts', args: [pages_folder], env: {} })
}
