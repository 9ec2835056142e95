import { open } from 'node:fs/promises'
import { readKind } from '../domain/file_kinds.ts'

const head_bytes = 32

/** What a file is by its first bytes, whatever its sender says: its media type, or null when it is none we know. */
export async function kindOfFile(path: string): Promise<string | null> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(head_bytes), 0, head_bytes, 0)
    return readKind(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}
