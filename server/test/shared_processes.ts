import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** So many files share a process: enough that loading the service hardly counts, few enough that memory stays small. */
const files_at_once = 8

/** Files beside the source test what they are beside; others end, starve and measure processes. */
const beside_source = /^(docs|sdk|server\/src|web\/src)\//
const alone = /kills|many_documents|many_mails|pressure|db\/(embedded|backup)|workers\/|\/orders\.test|sdk\/package/

/**
 * Lets files share processes: loading the service takes longer than most of them take to test it. Returns the files to
 * run: those that need a process of their own, and one for each group, in which each file is a test.
 */
export async function shareProcesses(files: readonly string[], root: string, folder: string): Promise<string[]> {
  const shared = files.filter((file) => beside_source.test(file) && !alone.test(file))
  if (shared.length < files_at_once) return [...files]
  const groups_folder = join(folder, 'groups')
  await mkdir(groups_folder, { recursive: true })
  const count = Math.ceil(shared.length / files_at_once)
  const groups = Array.from({ length: count }, async (_, group) => {
    const path = join(groups_folder, `${group + 1}.test.mjs`)
    // Neighbours are alike, and so are the times that they take: so each group gets some of everything.
    const own = shared.filter((_, index) => index % count === group)
    await writeFile(path, program(own, root))
    return path
  })
  return [...(await Promise.all(groups)), ...files.filter((file) => !shared.includes(file))]
}

const program = (files: readonly string[], root: string): string => `
import { test } from 'node:test'
for (const [name, url] of ${JSON.stringify(files.map((file) => [file, pathToFileURL(join(root, file)).href]))}) {
  await test(name, async () => {
    await import(url)
  })
}
`
