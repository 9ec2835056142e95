import type { Database } from '../../db/connect.ts'
import type { FileStore } from '../../files/store.ts'

/** What sending needs from the running service. */
export type Sending = {
  database: Pick<Database, 'db'>
  store: FileStore
  base_url: () => string
  now: () => Date
}
