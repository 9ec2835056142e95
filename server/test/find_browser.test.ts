import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { findBrowser, installedPrograms, needsBrowser } from './find_browser.ts'

const home = await mkdtemp(join(tmpdir(), 'dunlin-browser-'))
after(() => rm(home, { recursive: true, force: true }))
const unpack = async (): Promise<string> => 'unpacked'

async function program(path: string): Promise<string> {
  const file = join(home, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, '')
  await chmod(file, 0o755)
  return file
}

/** A machine on which nothing is installed but what a test makes. */
const machine = (env: Record<string, string> = {}, platform = 'linux', arch = 'arm64') => ({
  env,
  platform,
  arch,
  home,
  folders: [join(home, 'bin')],
})

test('a browser that is named comes first, and one that is not there is a mistake', async () => {
  const named = await program('named/browser')
  await program('bin/chromium')
  assert.deepEqual(await findBrowser(unpack, machine({ TEST_BROWSER: named })), named)
  await assert.rejects(findBrowser(unpack, machine({ TEST_BROWSER: join(home, 'gone') })), /no such file/)
})

test('the browser of the machine comes before those that npm and Playwright bring', async () => {
  const own = await program('bin/chromium')
  await program('.cache/ms-playwright/chromium-1234/chrome-linux/chrome')
  assert.deepEqual(await findBrowser(unpack, machine({}, 'linux', 'x64')), own)
  assert.ok(
    installedPrograms(machine({}, 'darwin')).includes('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
  )
  await rm(own)
})

test('of the browsers of the machine, the one without a window comes first, in whatever folder it lies', async () => {
  const both = { ...machine(), folders: [join(home, 'bin'), join(home, 'other')] }
  const whole = await program('bin/chromium')
  const shell = await program('other/chromium-headless-shell')
  assert.deepEqual(await findBrowser(unpack, both), shell)
  await rm(shell)
  assert.deepEqual(await findBrowser(unpack, both), whole)
  await rm(whole)
})

test('without one of the machine, that of npm serves where it fits, and that of Playwright elsewhere', async () => {
  await program('.cache/ms-playwright/chromium-999/chrome-linux/chrome')
  const newest = await program('.cache/ms-playwright/chromium-1234/chrome-linux/chrome')
  assert.deepEqual(await findBrowser(unpack, machine({}, 'linux', 'x64')), 'unpacked')
  assert.deepEqual(await findBrowser(unpack, machine()), newest)
  assert.equal(await findBrowser(unpack, machine({ PLAYWRIGHT_BROWSERS_PATH: join(home, 'nothing') })), null)
})

test('files that open pages are known by what they use', () => {
  const here = (file: string): string => join(import.meta.dirname, file)
  assert.equal(needsBrowser(here('pages.test.ts')), true)
  assert.equal(needsBrowser(here('../../web/e2e/work.test.ts')), true)
  assert.equal(needsBrowser(here('tidy.test.ts')), false)
})
