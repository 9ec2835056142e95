import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse } from 'node:querystring'
import { releasePage } from '../src/runtime/page_writer.ts'
import { pagesOf } from './reading.ts'

/**
 * The floor: the service's own pages on bare node:http, without a framework, token, limit, measuring or log. Whatever
 * stands around a page can only come near it.
 */
const [folder = '', administration_id = ''] = process.argv.slice(2)
const read = await pagesOf(folder, administration_id)
let base_url = ''

const server = createServer(async (request, response) => {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const page = await read(path === '/v1/invoices' ? 'invoices' : 'debtors', parse(query), base_url)
  response.once('close', () => releasePage(page, response.writableFinished))
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': page.length })
  response.end(page)
})

server.listen(0, '127.0.0.1', () => {
  base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  console.log(`The floor listens on ${base_url}`)
})
