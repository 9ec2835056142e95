import { execFileSync } from 'node:child_process'
import { copyFile, glob, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

// Makes the package as others install it, in `dist` or in the folder that is named. This repository itself uses the
// sources, without a build; but Node takes no TypeScript from inside node_modules, so what is shipped is JavaScript
// with its types beside it.

const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const folder = resolve(process.argv[2] ?? place('dist'))

await rm(folder, { recursive: true, force: true })
const compiler = place('../node_modules/typescript/bin/tsc')
const options = ['-p', place('tsconfig.build.json'), '--outDir', folder]
execFileSync(process.execPath, [compiler, ...options], { stdio: 'inherit' })

// The compiler writes names of sources into the types, which are found there by TypeScript alone.
for await (const name of glob('*.d.ts', { cwd: folder })) {
  const text = await readFile(join(folder, name), 'utf8')
  await writeFile(join(folder, name), text.replaceAll(/(from '\.\/\w+)\.ts'/g, "$1.js'"))
}

const { name, version, description, license, type, engines } = JSON.parse(await readFile(place('package.json'), 'utf8'))
const exports = { '.': { types: './client.d.ts', default: './client.js' } }
const shipped = { name, version, description, license, type, engines, sideEffects: false, exports }
await writeFile(join(folder, 'package.json'), `${JSON.stringify(shipped, null, 2)}\n`)
await copyFile(place('README.md'), join(folder, 'README.md'))
await copyFile(place('../LICENSE'), join(folder, 'LICENSE'))
