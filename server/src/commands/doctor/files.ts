import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { openStore } from '../../files/store.ts'
import { errorOf, type Finding, passed, problem } from './finding.ts'

const no_longer_than = 1_000

/** Keeps, reads and removes a few bytes that nobody else has in the object store; nothing when there is none. */
export async function examineFiles({ files_url }: Config, now: Date): Promise<Finding[]> {
  if (files_url === null) return []
  const aside = await mkdtemp(join(tmpdir(), 'dunlin-doctor-'))
  try {
    const store = await openStore({ data_dir: aside, files_url, now })
    const bytes = randomBytes(64)
    const incoming = await store.receive(one(bytes), no_longer_than)
    const { checksum } = incoming
    await store.keep(incoming)
    const found = await store.open(checksum)
    const parts: Buffer[] = []
    for await (const part of found ?? []) parts.push(Buffer.from(part as Uint8Array)) // A store gives bytes.
    await store.remove(checksum)
    if (!Buffer.concat(parts).equals(bytes))
      return [problem('files', 'The store of FILES_URL gave back other bytes than it was given.', 'Look at the store.')]
    return [passed('files', 'The store of FILES_URL takes files, gives them back and removes them.')]
  } catch (error) {
    return [unusable(error)]
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

function unusable(error: unknown): Finding {
  const { message } = errorOf(error)
  const remedy = /NoSuchBucket|with 404/.test(message)
    ? 'Make the bucket that FILES_URL names, or mend its name.'
    : /with 40[013]/.test(message)
      ? 'Mend key, secret and region in FILES_URL, and let the key read, write and remove objects.'
      : 'Mend host and port in FILES_URL, or let this machine reach the store; ?tls=off speaks plain http.'
  return problem('files', `The store of FILES_URL cannot be used: ${message}.`.replace(/\.\.$/, '.'), remedy)
}
