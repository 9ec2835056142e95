import { after } from 'node:test'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { until } from './until.ts'

/**
 * What the browser of a run is started with. The arguments that npm's own browser comes with are for functions that open
 * one page: with `--single-process` it ends when a page is closed, and `--disable-web-security` hides our mistakes.
 */
export const browser_arguments = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** A real browser, which all files of a run share; what a file opened in it goes away when the file is done. */
export async function startBrowser(): Promise<Browser> {
  const browser = await chromium.connect(process.env.DUNLIN_TEST_BROWSER_ADDRESS ?? '')
  after(() => browser.close())
  return browser
}

/** A page that records what went wrong on it: script errors, and all that it requested outside this machine. */
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

const asked_for = new WeakMap<BrowserContext, string>()

/** Lets a browser come back to other software, which is not there: that it is asked for is all that counts. */
export function watchWayBack(context: BrowserContext, address: string): void {
  context.on('request', (request) => {
    if (request.url().startsWith(address)) asked_for.set(context, request.url())
  })
}

/** Where a browser came back to the other software, once it does. */
export async function wayBack(page: Page): Promise<URL> {
  const context = page.context()
  await until('the browser comes back to the other software', () => asked_for.has(context), 60_000)
  const url = new URL(asked_for.get(context) ?? '')
  asked_for.delete(context)
  return url
}
