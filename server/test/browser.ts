import { after } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'

const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']

/** A real browser, which `test/run.ts` found or unpacked; it goes away when the file is done. */
export async function startBrowser(): Promise<Browser> {
  const { DUNLIN_TEST_BROWSER: program = '', DUNLIN_TEST_BROWSER_BROUGHT: brought } = process.env
  const browser = await chromium.launch({
    executablePath: program,
    args: [...(brought ? await argumentsOfBrought() : ['--no-sandbox']), ...quiet],
    headless: true,
  })
  after(() => browser.close())
  return browser
}

/** The browser from npm runs with arguments of its own. */
async function argumentsOfBrought(): Promise<string[]> {
  const { default: packed } = await import('@sparticuz/chromium')
  return packed.args
}

/** A page that tells what went wrong on it: errors of scripts, and everything it asked for outside this machine. */
export async function openPage(browser: Browser, options: Parameters<Browser['newPage']>[0] = {}) {
  const page: Page = await browser.newPage(options)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') complaints.push(`asked for ${request.url()}`)
  })
  return { page, complaints }
}
