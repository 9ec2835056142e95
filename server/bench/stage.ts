import type { Server } from './children.ts'
import type { Facts } from './data.ts'
import type { Ending } from './ending.ts'
import type { makeLoader } from './load.ts'

/** Everything that the cases of a run are put together from. */
export type Stage = {
  ending: Ending
  folder: string
  url: string
  facts: Facts
  connections: number
  servers: { service: Server; plain: Server }
  load: ReturnType<typeof makeLoader>
  wanted: (key: string) => boolean
  progress: (line: string) => void
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })
