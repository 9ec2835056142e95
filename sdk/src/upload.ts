import { attempt, type Retrying } from './attempt.ts'
import { toError } from './errors.ts'
import { sha3_512 } from './sha3.ts'
import type { Answer, CallOptions, Takes } from './shapes.ts'

type Announce = (takes: Takes<'files.announce'>, options?: CallOptions) => Promise<Answer<'files.announce'>>

/** What a place with cryptography of its own may offer. */
type Runtime = { process?: { getBuiltinModule?: (name: string) => unknown } }
type Hashing = { createHash: (name: string) => { update: (bytes: Uint8Array) => { digest: (as: 'base64') => string } } }

/** The SHA3-512 of some bytes in base64, under which Dunlin knows a file. */
export function checksumOf(bytes: Uint8Array): string {
  const runtime: Runtime = globalThis
  // Node and Deno have it built in, and fast; it has this shape where it is there.
  const crypto = runtime.process?.getBuiltinModule?.('node:crypto') as Hashing | undefined
  if (crypto) return crypto.createHash('sha3-512').update(bytes).digest('base64')
  return btoa(String.fromCharCode(...sha3_512(bytes)))
}

/**
 * Brings files that Dunlin does not have yet: announces all, sends those it asks for, and answers their checksums in
 * the order of the files.
 */
export async function upload(
  announce: Announce,
  { administration_id, files }: { administration_id: string; files: readonly Blob[] },
  { signal, ...retrying }: CallOptions & Retrying,
): Promise<string[]> {
  const all = await Promise.all(files.map(announced))
  const one_call = signal ? { signal } : {}
  const descriptions = all.map(({ checksum, byte_size, content_type }) => ({ checksum, byte_size, content_type }))
  for (const { checksum, url } of await announce({ administration_id, files: descriptions }, one_call)) {
    const file = all.find((one) => one.checksum === checksum)
    if (!file) continue
    const init = { method: 'PUT', headers: { 'content-type': file.content_type }, body: file.bytes }
    const response = await attempt(() => fetch(url, { ...init, signal: signal ?? null }), { ...retrying, signal })
    const text = await response.text()
    if (!response.ok) throw toError(response, text)
  }
  return all.map(({ checksum }) => checksum)
}

async function announced(file: Blob) {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const content_type = file.type || 'application/octet-stream'
  return { bytes, checksum: checksumOf(bytes), byte_size: bytes.length, content_type }
}
