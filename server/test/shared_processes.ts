import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const opens_pages = /^web\/e2e\//

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
  { which: opens_pages, at_once: 7 },
]
const alone = /kills|many_documents|many_mails|pressure|db\/(embedded|backup)|workers\/|\/orders\.test|sdk\/package/

/** How many processes run at a time: each gets something to do. */
export const lanes = availableParallelism()

/**
 * Lets files share processes: loading the service takes longer than most of them take to test it. Returns the programs
 * to run: one for each group, in which each file is a test, and one for each file that needs a process of its own.
 */
export async function shareProcesses(files: readonly string[], root: string, folder: string): Promise<string[]> {
  const groups = kinds.flatMap(({ which, at_once }) => {
    const shared = files.filter((file) => which.test(file) && !alone.test(file))
    const processes = Math.max(Math.ceil(shared.length / at_once), lanes)
    return shared.length > processes ? grouped(shared, processes) : []
  })
  const shared = new Set(groups.flat())
  const single = files.filter((file) => !shared.has(file)).map((file) => [file])
  const programs_folder = join(folder, 'programs')
  await mkdir(programs_folder, { recursive: true })
  const programs = inOrder(groups, single).map(async (own, index) => {
    // The runner starts them in the order of their names, and tells no other name of one that could not start.
    const about = own.length === 1 ? own[0]?.replaceAll('/', '.').replace(/\.test\.ts$/, '') : 'group'
    const path = join(programs_folder, `${String(index + 1).padStart(3, '0')}.${about}.test.mjs`)
    await writeFile(path, program(own, root))
    return path
  })
  return Promise.all(programs)
}

/** Neighbours are alike, and so are the times that they take: so each group gets some of everything. */
const grouped = (files: readonly string[], count: number): string[][] =>
  Array.from({ length: count }, (_, group) => files.filter((_, index) => index % count === group))

/**
 * The order in which they start: first what keeps all processors busy. A browser does so alone, and what kills and cuts
 * off processes waits most of the time: so files that open pages are spread among those that run by themselves.
 */
function inOrder(groups: readonly string[][], single: readonly string[][]): string[][] {
  const withPages = ([file = '']: string[]): boolean => opens_pages.test(file)
  const busy = groups.filter((files) => !withPages(files))
  const pages = [...groups, ...single].filter(withPages)
  const others = single.filter((files) => !withPages(files))
  const step = others.length / Math.max(pages.length, 1)
  const behind = (index: number): string[][] => others.slice(Math.round(step * index), Math.round(step * (index + 1)))
  const spread = pages.flatMap((files, index) => [files, ...behind(index)])
  return [...busy, ...(pages.length > 0 ? spread : others)]
}

const program = (files: readonly string[], root: string): string => {
  const urls = files.map((file) => [file, pathToFileURL(join(root, file)).href])
  return urls.length === 1 ? `import ${JSON.stringify(urls[0]?.[1])}\n` : group(urls)
}

const group = (urls: readonly string[][]): string => `
import { test } from 'node:test'
for (const [name, url] of ${JSON.stringify(urls)}) {
  await test(name, async () => {
    await import(url)
  })
}
`
