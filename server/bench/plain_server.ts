import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import pg from 'pg'
import { families, plainPage, type Query } from './plain_pages.ts'
import { type WriteBody, writeDebtors, writeInvoices, writeMessages } from './plain_writes.ts'

/**
 * What a good developer writes in an afternoon for the same requests: Fastify and a pool of the same size, the columns
 * that are needed, rows mapped to JSON, and for writes a statement for each row in one transaction. It checks no token,
 * counts no requests, looks at no value and logs nothing: all in its favour.
 */

// Moments and days stay texts: a Date would lose the microseconds.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, String)
pg.types.setTypeParser(pg.types.builtins.DATE, String)

type Work = typeof writeDebtors

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16, options: '-c timezone=UTC' })
const app = Fastify({ bodyLimit: 20 * 1024 * 1024 })

app.get('/v1/debtors', (request) => plainPage(pool, families.debtors, request.query as Query))
app.get('/v1/invoices', (request) => plainPage(pool, families.invoices, request.query as Query))
app.post('/v1/debtors', (request, reply) => write(writeDebtors, request, reply, 201))
app.post('/v1/invoices', (request, reply) => write(writeInvoices, request, reply, 201))
app.patch('/v1/messages', (request, reply) => write(writeMessages, request, reply, 200))

async function write(work: Work, request: FastifyRequest, reply: FastifyReply, status: number): Promise<object> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const count = await work(client, request.body as WriteBody)
    await client.query('commit')
    reply.code(status)
    return { success: true, count, errors: {} }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

console.log(`The plain handler listens on ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
