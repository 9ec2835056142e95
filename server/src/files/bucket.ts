import { createHash, createHmac } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { nameOf } from './checksum.ts'
import type { FileStore } from './file_store.ts'
import type { Receive } from './incoming.ts'
import { StoreProblem } from './problem.ts'

/** A bucket of an object store that speaks S3. */
export type Bucket = {
  /** The address of the bucket, with the prefix of our names behind it. */
  url: string
  region: string
  access_key_id: string
  secret_access_key: string
}

/** Reads `s3://key:secret@host:port/bucket/prefix?region=…&tls=off`. Its problems never repeat the address. */
export function readBucketUrl(text: string): Bucket {
  const url = URL.canParse(text) ? new URL(text) : null
  const { protocol, hostname, host, username, password, pathname, searchParams } = url ?? new URL('none://')
  if (protocol !== 's3:' || hostname === '' || username === '' || password === '' || !/^\/[^/]+/.test(pathname)) {
    throw new Error('FILES_URL must look like s3://key:secret@host/bucket, with a key that is percent-encoded.')
  }
  const unknown = [...searchParams.keys()].filter((name) => name !== 'region' && name !== 'tls')
  const tls = searchParams.get('tls') ?? 'on'
  if (unknown.length > 0) throw new Error(`FILES_URL takes region and tls, not ${unknown.join(', ')}.`)
  if (tls !== 'on' && tls !== 'off') throw new Error('FILES_URL: tls is on or off.')
  return {
    url: `${tls === 'on' ? 'https' : 'http'}://${host}${pathname.replace(/\/+$/, '')}`,
    region: searchParams.get('region') ?? 'us-east-1',
    access_key_id: decodeURIComponent(username),
    secret_access_key: decodeURIComponent(password),
  }
}

/** An object store that does not answer for so long is not reached. */
const answer_ms_max = 60_000

/** Files in a bucket. They are checked here before they go there, so a bucket never holds anything half. */
export function createBucketStore(bucket: Bucket, receive: Receive): FileStore {
  const { region, access_key_id: accessKeyId, secret_access_key: secretAccessKey } = bucket
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 })
  const ask = async (checksum: string, init: RequestInit): Promise<Response> => {
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(), answer_ms_max)
    try {
      return await client.fetch(`${bucket.url}/${nameOf(checksum)}`, { ...init, signal: ending.signal })
    } catch (error) {
      throw new StoreProblem('unreachable', 'The object store cannot be reached.', error)
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    // All processes have the same FILES_URL; who knows its secret reads the files without any link.
    link_key: createHmac('sha256', secretAccessKey).update(`dunlin links to files in ${bucket.url}`).digest(),
    receive,
    keep: async (incoming) => {
      try {
        // Signed with its hash, a body that was damaged on the way is refused by the other side.
        const headers = { 'x-amz-content-sha256': await sha256Of(incoming.path) }
        const answer = await ask(incoming.checksum, { method: 'PUT', headers, body: await openAsBlob(incoming.path) })
        await finish(answer, 'PUT')
      } finally {
        await incoming.discard()
      }
    },
    open: async (checksum, range) => {
      const headers: Record<string, string> = range ? { range: `bytes=${range.from}-${range.to}` } : {}
      const answer = await ask(checksum, { headers })
      if (answer.status === 404) {
        await answer.body?.cancel()
        return null
      }
      if (!answer.ok || answer.body === null) await finish(answer, 'GET')
      // The web's stream and Node's own are the same thing under two types.
      return Readable.fromWeb(answer.body as ReadableStream<Uint8Array>)
    },
    remove: async (checksum) => {
      const answer = await ask(checksum, { method: 'DELETE' })
      if (answer.status === 404) await answer.body?.cancel()
      else await finish(answer, 'DELETE')
    },
  }
}

/** Ends an exchange of which only the status matters. */
async function finish(answer: Response, method: string): Promise<void> {
  const text = await answer.text()
  if (answer.ok) return
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? 'no code'
  throw new StoreProblem('unreachable', `The object store answered ${method} with ${answer.status} (${code}).`)
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}
