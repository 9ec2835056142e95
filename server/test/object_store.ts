import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import S3rver from 's3rver'

export type ObjectStore = { url: string; folder: string; stop: () => Promise<void> }

const secret = 'S3RVER'

/**
 * An object store of other people's making, on a free port of this machine; gone when the file is done. It believes
 * every signature of the fourth version, so a gate stands in front of it that does not.
 */
export async function startObjectStore(): Promise<ObjectStore> {
  const folder = await mkdtemp(join(tmpdir(), 'dunlin-objects-'))
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'documents', configs: [] }],
  })
  const behind = (await store.run()) as AddressInfo
  const gate = await openGate(behind.port)
  const { port } = gate.address() as AddressInfo
  let stopped = false
  const stop = async (): Promise<void> => {
    if (stopped) return
    stopped = true
    gate.closeAllConnections()
    await new Promise((done) => gate.close(done))
    await store.close()
  }
  after(async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  })
  return { url: `s3://S3RVER:${secret}@127.0.0.1:${port}/documents/dunlin?tls=off`, folder, stop }
}

/** Passes on what is signed with the right secret, over the bytes that really came. */
async function openGate(behind: number): Promise<Server> {
  const gate = createServer(async (from, to) => {
    const body = Buffer.concat(await from.toArray())
    if (!isSigned(from, body)) {
      to.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
      return
    }
    const { method, url: path, headers } = from
    request({ host: '127.0.0.1', port: behind, method, path, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(to)
    }).end(body)
  })
  await new Promise<void>((done) => gate.listen(0, '127.0.0.1', done))
  return gate
}

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Checks a request as the description of AWS Signature Version 4 says, with nothing of the client's code. */
function isSigned({ method, url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const authorization =
    /Credential=\w+\/(\d+)\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    )
  if (!authorization) return false
  const [, day = '', region = '', names = '', signature] = authorization
  const payload = String(headers['x-amz-content-sha256'])
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return false
  if (method === 'PUT' && payload === 'UNSIGNED-PAYLOAD') return false
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, url.split('?')[0], '', signed.join(''), names, payload].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const words = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secret}`, day), region))
  return hmac(key, words).toString('hex') === signature
}
