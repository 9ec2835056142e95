import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Platformatic DB on the same database, as its own documentation has it: the one table that is asked for, REST alone,
 * a pool of the same size, and neither tokens nor a log, which is in its favour. It is not ours and not among our
 * dependencies: it is measured where somebody installed it.
 */
const [folder = '', own_folder = ''] = process.argv.slice(2)
type Peer = { start(options: { listen: boolean }): Promise<void>; getUrl(): string }
type Package = { create(root: string, config: object, context: object): Promise<Peer> }

const found = createRequire(join(folder, 'package.json')).resolve('@platformatic/db')
const { create } = (await import(pathToFileURL(found).href)) as Package
const server = { hostname: '127.0.0.1', port: 0, logger: { level: 'silent' } }
const db = {
  // Connections that end between rounds would take along what they cost.
  ...{ connectionString: process.env.DATABASE_URL, poolSize: 16, idleTimeoutMilliseconds: 3_600_000, schema: ['peer'] },
  ...{ graphql: false, openapi: true, events: false, limit: { default: 100, max: 500 } },
}
const peer = await create(own_folder, { server, db, watch: false }, { serverConfig: server })
await peer.start({ listen: true })
console.log(`Platformatic DB listens on ${peer.getUrl()}`)
