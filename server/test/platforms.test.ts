import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

// What npm installs is decided by package-lock.json, which is written on one machine and used on all others.

/** Where Dunlin is meant to run from npm alone, in the words of the README. */
const promised = [
  { os: 'linux', cpu: 'x64', words: 'Linux on x64' },
  { os: 'linux', cpu: 'arm64', words: 'Linux on ARM' },
  { os: 'darwin', cpu: 'arm64', words: 'macOS on ARM' },
] as const

type Locked = {
  version?: string
  optionalDependencies?: Record<string, string>
  os?: string | string[]
  cpu?: string | string[]
  libc?: string[]
  hasInstallScript?: boolean
  license?: string
}

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }
const own = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> }
const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? ''

/** Packages with a part for each platform, by how those parts are called. */
const native = Object.entries(lock.packages)
  .map(([path, { optionalDependencies = {} }]) => ({
    path,
    parts: Object.keys(optionalDependencies).filter((name) => /(linux|darwin|win32)-/.test(name)),
  }))
  .filter(({ parts }) => parts.length > 0)

/** The entry that a package finds, as Node looks for it: within itself, then in the folders above. */
function locked(path: string, part: string): Locked | undefined {
  const inside = lock.packages[`${path}/node_modules/${part}`]
  return inside ?? lock.packages[`node_modules/${part}`]
}

const names = (value: string | string[] | undefined, wanted: string): boolean =>
  value === undefined || [value].flat().includes(wanted)

test('every package with native parts has those of every platform that the README promises', () => {
  assert.ok(native.length > 5, 'the packages with native parts were found')
  const missing: string[] = []
  for (const { path, parts } of native) {
    for (const { os, cpu } of promised) {
      const fits = parts.some((part) => {
        const found = locked(path, part)
        return found && names(found.os, os) && names(found.cpu, cpu) && names(found.libc, 'glibc')
      })
      if (!fits) missing.push(`${path || 'the project itself'} has no part for ${os} on ${cpu}`)
    }
  }
  assert.deepEqual(missing, [])
})

test('the README promises just these platforms', () => {
  const readme = read('README.md')
  for (const { words } of promised) assert.ok(readme.includes(words), `the README does not name ${words}`)
})

test('no script of a package runs at its installation', () => {
  const scripts = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  assert.deepEqual(
    scripts.map(([path]) => nameOf(path)).filter((name) => name !== 'fsevents' && own.allowScripts[name] !== false),
    [],
  )
})

test('the lock file carries no download addresses, and every native part names its licence', () => {
  assert.doesNotMatch(read('package-lock.json'), /"resolved": "http/)
  const parts = Object.entries(lock.packages).filter(([, { os, cpu }]) => os !== undefined && cpu !== undefined)
  assert.deepEqual(
    parts.filter(([, { license }]) => !license).map(([path]) => nameOf(path)),
    [],
  )
})
