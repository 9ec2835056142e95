import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { browser_arguments } from '../../server/test/browser.ts'
import { advice, findBrowser } from '../../server/test/find_browser.ts'
import { startDemo } from './demo.ts'
import { tableOf } from './figures.ts'
import { measureKeys } from './keys.ts'
import { measureLarge } from './large.ts'
import { measureLoading } from './loading.ts'
import { measurePages } from './pages.ts'

const usage = `npm run craft -- [options]

Starts a demo of its own with 10,000 rows in a list, opens it in Chromium as people with slow lines do, and says of
every figure that we promise whether it is met. Ends with 1 when one is missed.

  --debtors N   So many debtors in the demo; 2600 unless given, which makes more than 10,000 invoices.
  --only parts  loading, pages or keys, with commas.
  --large       A list of 100,000 invoices and 25,000 debtors instead: opening, sorting, filtering, searching,
                scrolling, a file of all of it, and what the service needs for that.`

/** It ends by itself, whatever hangs. */
const minutes_max = 15

const { values: options } = parseArgs({
  options: {
    debtors: { type: 'string' },
    only: { type: 'string' },
    large: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

if (options.help) console.log(usage)
else process.exitCode = await measure()

async function measure(): Promise<number> {
  const found = await findBrowser(async () => (await import('@sparticuz/chromium')).default.executablePath())
  if (found === null) {
    console.error(`No browser was found: ${advice}.`)
    return 1
  }
  const ending = setTimeout(() => {
    console.error(`Not done after ${minutes_max} minutes, so it ends here.`)
    process.exit(1)
  }, minutes_max * 60_000)
  const parts = (options.only ?? (options.large ? 'large' : 'loading,pages,keys')).split(',')
  const demo = await startDemo(options.debtors ?? (options.large ? '25000' : '2600'))
  const browser = await chromium.launch({ executablePath: found, args: browser_arguments })
  try {
    const site = await demo.signIn(browser)
    const figures = [
      ...(parts.includes('loading') ? await measureLoading(browser, site) : []),
      ...(parts.includes('pages') ? await measurePages(browser, site) : []),
      ...(parts.includes('keys') ? await measureKeys(browser, site) : []),
      ...(parts.includes('large') ? await measureLarge(browser, site, demo.pid) : []),
    ]
    console.log(tableOf(figures))
    return figures.every(({ met }) => met) ? 0 : 1
  } finally {
    clearTimeout(ending)
    await browser.close()
    await demo.stop()
  }
}
