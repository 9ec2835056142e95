import { debtEntries } from './debt_entries.ts'
import { doorEntries } from './door_entry.ts'
import { makeLoader } from './load.ts'
import type { Entry } from './measure.ts'
import { pageEntries } from './page_entries.ts'
import { startPlain, startService } from './servers.ts'
import type { Stage } from './stage.ts'
import { tokenEntries } from './token_entries.ts'
import { writeEntries } from './write_entries.ts'

type EntryOptions = Omit<Stage, 'servers' | 'load' | 'progress'>

/** Starts everybody, checks that they answer alike, and puts each case before those who can answer it. */
export async function makeEntries(options: EntryOptions, progress: (line: string) => void): Promise<Entry[]> {
  const { ending, folder, url } = options
  progress('starting the servers')
  const servers = {
    service: await startService(ending, folder, url),
    plain: await startPlain(ending, folder, url),
  }
  const stage: Stage = { ...options, servers, progress, load: makeLoader(ending) }
  return [
    ...(await pageEntries(stage)),
    ...(await doorEntries(stage)),
    ...writeEntries(stage),
    ...debtEntries(stage),
    ...(await tokenEntries(stage)),
  ]
}
