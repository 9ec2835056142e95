import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { type Site, visit } from './demo.ts'
import { below, type Figure, megabytes, milliseconds, seconds, unpromised } from './figures.ts'

/** What a list this long promises: the service answers, and the page follows. */
const [rows_min, debtors_min] = [100_000, 20_000]
const service_ms_max = 150
const page_ms_max = 1000
const next_ms_max = 300
const paint_ms_max = 100
const memory_max = 120_000_000

/** How the service and the page do with a hundred thousand invoices and twenty thousand debtors. */
export async function measureLarge(browser: Browser, site: Site, pid: number): Promise<Figure[]> {
  return [
    ...(await measureSize(site)),
    ...(await measureService(site)),
    ...(await measurePage(browser, site)),
    ...(await measureFile(browser, site, pid)),
  ]
}

async function measureSize(site: Site): Promise<Figure[]> {
  const { invoices } = (await ask(site, '/invoices/totals?show=all')) as { invoices: number }
  const { debtors } = (await ask(site, '/debtors/totals?show=all')) as { debtors: number }
  return [
    { name: 'invoices', measured: String(invoices), promised: `${rows_min} or more`, met: invoices >= rows_min },
    { name: 'debtors', measured: String(debtors), promised: `${debtors_min} or more`, met: debtors >= debtors_min },
  ]
}

const orders = ['due_date', 'invoice_date', 'number', 'order_number', 'debtor', 'total', 'amount']

/** What the service is asked for by its pages. */
const requestsFor = (word: string): [name: string, path: string][] => [
  ['today', '/today?tab=everybody'],
  ...orders.map((order): [string, string] => [`list by ${order}`, `/invoices?show=all&order=${order}_desc`]),
  ...orders.map((order): [string, string] => [`open by ${order}`, `/invoices?show=open&order=${order}_asc`]),
  ['open totals', '/invoices/totals?show=open'],
  ['all totals', '/invoices/totals?show=all'],
  ['filter: held', '/invoices?show=open&order=due_date_asc&marks=held'],
  ['filter: held, totals', '/invoices/totals?show=open&marks=held'],
  ['filter: promised', '/invoices?show=open&order=due_date_asc&marks=promised'],
  ['search: a word', `/invoices?show=all&order=due_date_asc&text=${word}`],
  ['search: a word, totals', `/invoices/totals?show=all&text=${word}`],
  ['search: a number', '/invoices?show=all&order=due_date_asc&text=20000'],
  ['search: nothing', '/invoices?show=all&order=due_date_asc&text=zzzzqqqq'],
  ['debtors by open amount', '/debtors?show=open&order=open_desc'],
  ['debtors, totals', '/debtors/totals?show=open'],
  ['file of the list, a page', '/invoices?show=all&order=due_date_asc&per_page=1000'],
]

async function measureService(site: Site): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, path] of requestsFor(await wordOf(site))) {
    const times: number[] = []
    for (let n = 0; n < 5; n++) {
      const began = performance.now()
      await ask(site, path)
      times.push(performance.now() - began)
    }
    figures.push(below(`service: ${name}`, median(times), service_ms_max, milliseconds))
  }
  return figures
}

/** A word of a name that there is. */
async function wordOf(site: Site): Promise<string> {
  const { debtors } = (await ask(site, '/debtors?show=open&order=name_asc')) as { debtors: { name: string }[] }
  return encodeURIComponent((debtors[0]?.name ?? '').split(' ')[0] ?? '')
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

async function ask({ base_url, administration_id, cookies }: Site, path: string): Promise<unknown> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${base_url}/console/administrations/${administration_id}${path}`, { headers: { cookie } })
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body}`)
  return JSON.parse(body)
}

/** Notes how long each press waits for the next paint. */
const watching = `
  window.waited = []
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) window.waited.push([name, duration])
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

async function measurePage(browser: Browser, site: Site): Promise<Figure[]> {
  const context = await visit(browser, site)
  await context.addInitScript(watching)
  const page = await context.newPage()
  const figures: Figure[] = []
  const timed = async (name: string, act: () => Promise<unknown>): Promise<void> => {
    const began = performance.now()
    await act()
    figures.push(below(`page: ${name}`, performance.now() - began, page_ms_max, seconds))
  }
  await page.goto(site.here)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Loaded anew each time, so that nothing is remembered of the order before.
  const open = async (): Promise<void> => {
    await page.goto(`${site.here}/invoices?show=all`)
    await rowsOf(page).nth(10).waitFor()
  }
  await timed('open the list', open)
  const heads = page.getByRole('columnheader').getByRole('button')
  const waited: [string, number][] = []
  const note = async (): Promise<void> => {
    waited.push(...((await page.evaluate('window.waited')) as [string, number][]))
  }
  for (let n = 0; n < (await heads.count()); n++) {
    const name = ((await heads.nth(n).textContent()) ?? '').trim()
    await timed(`sort by ${name}`, () => listed(page, () => heads.nth(n).click()))
    await note()
    await open()
  }
  const word = await wordOf(site)
  await timed('search', () => listed(page, () => page.getByRole('searchbox').first().fill(word)))
  await note()
  await open()
  figures.push(below('page: scroll on to the next rows', await scroll(page, 20), next_ms_max, milliseconds))
  await note()
  waited.sort(([, a], [, b]) => b - a)
  await context.close()
  return [
    ...figures,
    below('press to next paint, the second slowest', waited[1]?.[1] ?? 16, paint_ms_max, milliseconds),
  ]
}

const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') })

/** Does something and waits for the list that it asks for. */
async function listed(page: Page, act: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse((one) => /\/invoices\?/.test(one.url()))
  await act()
  await (await answer).finished()
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
}

/** To the end of what is there, which asks for the next page, again and again; how long each takes. */
async function scroll(page: Page, pages: number): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < pages; n++) {
    const began = performance.now()
    await listed(page, () => page.evaluate(`document.querySelector('[data-scroll-restoration-id]').scrollTop = 1e9`))
    times.push(performance.now() - began)
  }
  return median(times)
}

/** The whole list as a file: how long it takes, and how much memory the service needs meanwhile. */
async function measureFile(browser: Browser, site: Site, pid: number): Promise<Figure[]> {
  const context = await visit(browser, site)
  const page = await context.newPage()
  await page.goto(`${site.here}/invoices?show=all`)
  await rowsOf(page).nth(10).waitFor()
  const before = await memoryOf(pid)
  let most = before
  const watch = setInterval(async () => {
    most = Math.max(most, await memoryOf(pid))
  }, 200)
  const began = performance.now()
  await page.getByRole('button', { name: /^Export/ }).click()
  await page.getByRole('menuitem', { name: /CSV/ }).click()
  const ready = page.waitForEvent('download', { timeout: 240_000 })
  await ready
  clearInterval(watch)
  const took = performance.now() - began
  await context.close()
  return [
    unpromised('file of the whole list', seconds(took)),
    below('memory of the service meanwhile, more than before', most - before, memory_max, megabytes),
  ]
}

/** The memory that a process holds, where the system reports it. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024
}
