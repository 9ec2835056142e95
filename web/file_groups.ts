import { resolve } from 'node:path'
import type { ChunkingContext, CodeSplittingGroup, CodeSplittingNameFunction } from 'rolldown'

// Scripts come in few files: a request costs a slow line more than the bytes that some page could do without.

const reached = new Set<string>()

/** All modules that pages of staff load before they run. */
function atStart(modules: ChunkingContext): ReadonlySet<string> {
  if (reached.size > 0) return reached
  reached.add(resolve(import.meta.dirname, 'index.html'))
  for (const id of reached) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(next)
  return reached
}

const startOf: CodeSplittingNameFunction = (id, modules) => (atStart(modules).has(id) ? 'start' : null)

/** Libraries offer everything in one module, so all of one would count as needed at the start. */
const whole = /src\/|node_modules\/@tanstack/

/** Words are a file for each language. Whatever is in no group is in the file of the page that needs it. */
export const file_groups: CodeSplittingGroup[] = [
  { name: 'words_nl', test: /src\/(words|pages\/\w+\/words)\/nl/, priority: 6 },
  { name: 'words_en', test: /src\/(words|pages\/\w+\/words)\/en/, priority: 6 },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 5 },
  // What debtors need too stays apart from what is for staff.
  { name: 'common', test: /src\/(words\/(fill|days|read_amount|say_phone)\.ts|browser\/)|preload-helper/, priority: 4 },
  { name: startOf, debugName: 'start', test: whole, priority: 3 },
  { name: 'work', test: /node_modules\/|src\/(parts|session|api|routes)\//, minShareCount: 5, priority: 1 },
]
