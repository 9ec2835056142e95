import type { Browser, Page, Response } from 'playwright-core'
import { type Site, visit } from './demo.ts'
import { below, type Figure, kilobytes, plain, seconds, unpromised } from './figures.ts'
import { becomesQuiet } from './quiet.ts'

/** Lines as browsers imitate them: how fast, and how long one way and back takes. */
const lines = [
  { name: '1.6 Mbit/s', bits_per_second: 1_600_000, latency_ms: 150, paint_ms_max: 1000 },
  { name: '400 kbit/s', bits_per_second: 400_000, latency_ms: 400, paint_ms_max: 3000 },
] as const

const script_bytes_max = 200_000

/** How long somebody with a slow line and nothing in the cache waits, and how much has to come. */
export async function measureLoading(browser: Browser, site: Site): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const line of lines) {
    const { painted_ms, usable_ms } = await load(browser, site, line)
    figures.push(
      below(`first paint of the shell, ${line.name}`, painted_ms, line.paint_ms_max, seconds),
      unpromised(`first page can be used, ${line.name}`, seconds(usable_ms)),
    )
  }
  return [...figures, ...(await weigh(browser, site))]
}

async function load(browser: Browser, site: Site, line: (typeof lines)[number]) {
  const context = await visit(browser, site)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const throughput = line.bits_per_second / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: line.latency_ms, downloadThroughput: throughput, uploadThroughput: throughput },
  })
  await page.goto(`${site.here}/invoices`, { waitUntil: 'commit' })
  const painted_ms = await paintOf(page)
  await page.getByRole('row').nth(5).waitFor({ timeout: 60_000 })
  const usable_ms = Number(await page.evaluate('performance.now()'))
  await context.close()
  return { painted_ms, usable_ms }
}

/** When something of the page was first seen, by the browser's own clock. */
const paintOf = async (page: Page): Promise<number> =>
  Number(
    await page.evaluate(`new Promise((resolve) => {
      new PerformanceObserver((list) => {
        const paint = list.getEntriesByName('first-contentful-paint')[0]
        if (paint) resolve(paint.startTime)
      }).observe({ type: 'paint', buffered: true })
    })`),
  )

/** What has to come before a page can ask for its data, and all that a first page asks for, with an empty cache. */
async function weigh(browser: Browser, site: Site): Promise<Figure[]> {
  const context = await visit(browser, site)
  const page = await context.newPage()
  const before: Response[] = []
  const all: Response[] = []
  let began = false
  page.on('request', (request) => {
    if (request.url().includes('/console/')) began = true
  })
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && !began) before.push(response)
    all.push(response)
  })
  await page.goto(site.here)
  await becomesQuiet(page)
  const figures = [
    below('script before the first question, compressed', await weightOf(before), script_bytes_max, kilobytes),
    unpromised('script of the first page, compressed', kilobytes(await weightOf(all.filter(isScript)))),
    unpromised('requests of the first page', plain(all.length)),
  ]
  await context.close()
  return figures
}

const isScript = (response: Response): boolean => response.request().resourceType() === 'script'

async function weightOf(responses: readonly Response[]): Promise<number> {
  const sizes = await Promise.all(responses.map((one) => one.headerValue('content-length')))
  return sizes.reduce((sum, size) => sum + Number(size ?? 0), 0)
}
