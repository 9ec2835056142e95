import { existsSync } from 'node:fs'
import { after } from 'node:test'
import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium, type Page } from 'playwright-core'

/** Where a machine has its Chromium; otherwise the one that npm brought is unpacked. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']

/** A real browser, which goes away when the file is done. */
export async function startBrowser(): Promise<Browser> {
  const own = places.find((place) => existsSync(place))
  const browser = await chromium.launch({
    executablePath: own ?? (await sparticuz.executablePath()),
    args: own ? ['--no-sandbox', ...quiet] : [...sparticuz.args, ...quiet],
    headless: true,
  })
  after(() => browser.close())
  return browser
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
