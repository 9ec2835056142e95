import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Files that share processes, and how many do. Loading the service takes a second, and its first answers take another:
 * the more share it, the less it counts. Those that take long by themselves are fewer, so that each processor has some.
 * Others end, starve and measure processes.
 */
const kinds = [
  // Files beside the source test what they are beside.
  { which: /^(docs|sdk|server\/src|web\/src)\//, at_once: 40 },
  {
    which:
      /^server\/test\/(real_life|lives_of|law_|oauth_|mails|mail_limits|paging|people|users|strangers|connections\.)/,
    at_once: 12,
  },
  { which: /^server\/test\/(contract|days|events_of|examples|links|list_bytes|long_texts|nothing_in)/, at_once: 5 },
  { which: /^server\/test\/(odd_input|operations|proven|read_nodes|security|two_)/, at_once: 5 },
  { which: /^web\/e2e\/(?!every_page|work\.|credit_case|tables|work_lists|start)/, at_once: 7 },
]
const alone = /kills|many_documents|many_mails|pressure|db\/(embedded|backup)|workers\/|\/orders\.test|sdk\/package/

/** How many processes run at a time: each gets something to do. */
export const lanes = availableParallelism()

/**
 * Lets files share processes: loading the service takes longer than most of them take to test it. Returns the files to
 * run: those that need a process of their own, and one for each group, in which each file is a test.
 */
export async function shareProcesses(files: readonly string[], root: string, folder: string): Promise<string[]> {
  const groups = kinds.flatMap(({ which, at_once }) => {
    const shared = files.filter((file) => which.test(file) && !alone.test(file))
    const processes = Math.max(Math.ceil(shared.length / at_once), lanes)
    return shared.length > processes ? grouped(shared, processes) : []
  })
  const groups_folder = join(folder, 'groups')
  await mkdir(groups_folder, { recursive: true })
  const programs = groups.map(async (own, group) => {
    const path = join(groups_folder, `${group + 1}.test.mjs`)
    await writeFile(path, program(own, root))
    return path
  })
  const shared = new Set(groups.flat())
  return [...(await Promise.all(programs)), ...files.filter((file) => !shared.has(file))]
}

/** Neighbours are alike, and so are the times that they take: so each group gets some of everything. */
const grouped = (files: readonly string[], count: number): string[][] =>
  Array.from({ length: count }, (_, group) => files.filter((_, index) => index % count === group))

const program = (files: readonly string[], root: string): string => `
import { test } from 'node:test'
for (const [name, url] of ${JSON.stringify(files.map((file) => [file, pathToFileURL(join(root, file)).href]))}) {
  await test(name, async () => {
    await import(url)
  })
}
`
