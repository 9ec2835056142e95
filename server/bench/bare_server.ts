import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** Bare node:http that sends bytes it already has: what no service in this language can pass. */
const [folder = ''] = process.argv.slice(2)
const pages = new Map(readdirSync(folder).map((name) => [`/${name}`, readFileSync(join(folder, name))]))

const server = createServer((request, response) => {
  const page = pages.get(request.url ?? '')
  response.writeHead(page ? 200 : 404, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': page?.length ?? 0,
  })
  response.end(page)
})

server.listen(0, '127.0.0.1', () => {
  console.log(`Bare node:http listens on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
