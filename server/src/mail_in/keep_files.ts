import type { FileStore } from '../files/store.ts'
import type { Arrived } from './mail_in.ts'

/** Bytes that are in the store, and what they are; rows that name them come with the change. */
export type KeptFile = { checksum: string; byte_size: number; content_type: string; filename: string }
export type KeptFiles = { original: KeptFile; attachments: KeptFile[] }

const piece_bytes = 256 * 1024

/** Keeps a mail as it came, and the files in it, before any transaction. What no row names is removed a day later. */
export async function keepFiles(store: FileStore, { mail, bytes }: Arrived): Promise<KeptFiles> {
  const attachments: KeptFile[] = []
  for (const { filename, content_type, bytes: content } of mail.files) {
    const incoming = await store.receive(inPieces(content), content.length)
    await store.keep(incoming)
    const { checksum, byte_size } = incoming
    attachments.push({ checksum, byte_size, content_type, filename })
  }
  await store.keep(bytes)
  const { checksum, byte_size } = bytes
  const filename = `${
    mail.subject
      .replace(/[^\p{L}\p{N} ._-]+/gu, '_')
      .slice(0, 80)
      .trim() || 'mail'
  }.eml`
  return { original: { checksum, byte_size, content_type: 'message/rfc822', filename }, attachments }
}

/** In pieces, because each is hashed at once, and nobody else is served meanwhile. */
async function* inPieces(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += piece_bytes) yield content.subarray(at, at + piece_bytes)
}
