import { createBucketStore, readBucketUrl } from './bucket.ts'
import { createDiskStore } from './disk.ts'
import type { FileStore } from './file_store.ts'
import { createIncoming } from './incoming.ts'

export type { FileStore, Range } from './file_store.ts'

/** Opens the store that the operator chose: a bucket by its address, or the data folder. */
export async function openStore(options: {
  data_dir: string
  files_url: string | null
  now: Date
}): Promise<FileStore> {
  const receive = await createIncoming(options.data_dir, options.now)
  const bucket = options.files_url === null ? null : readBucketUrl(options.files_url)
  return bucket === null ? createDiskStore(options.data_dir, receive) : createBucketStore(bucket, receive)
}
