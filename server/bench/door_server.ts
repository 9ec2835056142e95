import Fastify from 'fastify'
import { releasePage } from '../src/runtime/page_writer.ts'
import type { Query } from '../src/runtime/reads.ts'
import { pagesOf } from './reading.ts'

/**
 * The service's own pages without the door: the same code reads, but nobody asks for a token, counts requests, watches
 * the load, measures or logs. What the service costs beyond this is the door.
 */
const [folder = '', administration_id = ''] = process.argv.slice(2)
const read = await pagesOf(folder, administration_id)
const app = Fastify({ http: { maxHeaderSize: 128 * 1024 } })
let base_url = ''

app.get('/v1/debtors', async (request, reply) => {
  const page = await read('debtors', request.query as Query, base_url)
  reply.type('application/json; charset=utf-8')
  reply.raw.once('close', () => releasePage(page, reply.raw.writableFinished))
  return page
})

base_url = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(`Without the door it listens on ${base_url}`)
