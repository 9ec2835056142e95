// npm runs this after every install: it puts the source of the service together into a few files, which start in a
// third of the time. Where only what production needs was installed there is nothing to do it with; then what came
// along runs, or the source itself.
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folder, hashOf, preparedProgram } from './bin/prepared.js'

const server = fileURLToPath(new URL('.', import.meta.url))
const main = join(server, 'src/main.ts')

/** Of all packages this one alone is made of hundreds of files. */
const together = /^kysely($|\/)/

/** A process that runs may still load a part of the program that it was started from. */
const kept_ms = 24 * 60 * 60 * 1000

/** What lies beside the source, such as migrations, is looked for there. */
const beside_source = {
  name: 'beside source',
  transform(code, id) {
    if (!id.startsWith(server) || !code.includes('import.meta')) return null
    if (/import\.meta(?!\.url\b)/.test(code)) throw new Error(`${id}: of import.meta only url can be used`)
    const place = JSON.stringify(relative(folder, id).split(sep).join('/'))
    return code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`)
  },
}

/** One letter beyond Latin makes Node keep the text of a whole file in two bytes a letter, so each is written out. */
function plainLetters(code) {
  if (/\\[^\0-\x7f]/.test(code)) throw new Error('A backslash stands before a letter that needs none.')
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

async function build() {
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    input: main,
    platform: 'node',
    external: (id) => /^[^./]/.test(id) && !together.test(id),
    plugins: [beside_source],
  })
  mkdirSync(folder, { recursive: true })
  const { output } = await bundle.generate({ dir: folder, entryFileNames: '[name]-[hash].js' })
  for (const { fileName, code } of output) writeFileSync(join(folder, fileName), plainLetters(code))
  const [{ fileName: program }] = output
  const files = ['prepare.js', ...sourcesOf(output)]
  const temporary = join(folder, `program.json.${process.pid}`)
  writeFileSync(temporary, JSON.stringify({ program, files, hash: hashOf(files) }))
  renameSync(temporary, join(folder, 'program.json'))
  removeOld(new Set(output.map(({ fileName }) => fileName)))
}

/** What the program was made of, seen from here. Packages do not change without their version. */
function sourcesOf(output) {
  const ids = output.flatMap(({ moduleIds = [] }) => moduleIds).filter((id) => id.startsWith('/'))
  const files = ids.map((id) => {
    const [within_package] = /^.*\/node_modules\/(@[^/]+\/)?[^/]+\//.exec(id) ?? []
    return relative(server, within_package === undefined ? id : `${within_package}package.json`)
  })
  return [...new Set(files)].sort()
}

function removeOld(current) {
  const before = Date.now() - kept_ms
  for (const name of readdirSync(folder).filter((one) => one !== 'program.json' && !current.has(one))) {
    if (statSync(folder + name).mtimeMs < before) rmSync(folder + name)
  }
}

function hasBundler() {
  try {
    createRequire(import.meta.url).resolve('rolldown')
    return true
  } catch {
    return false
  }
}

if (preparedProgram() === null && hasBundler()) await build()
