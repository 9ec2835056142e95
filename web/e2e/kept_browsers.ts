import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from 'playwright-core'

/** A browser of its own, and a hand on what it stores. */
type Kept = { context: BrowserContext; storage: CDPSession; key: string }
type Prepare = (context: BrowserContext) => Promise<unknown>

/** Each takes a process. */
const spare_max = 3

/**
 * Keeps browsers that a test is done with for the next one that wants one like it, without what the test left in them.
 * Their caches and their process stay, so that a page opens in half the time. One small page of the site stays open in
 * each: with its last page the process would go.
 */
export function keepBrowsers(browser: Browser, origin: string) {
  const spare: Kept[] = []
  const taken: Kept[] = []

  async function start(key: string, options: BrowserContextOptions): Promise<Kept> {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    await page.goto(`${origin}/favicon.svg`)
    return { context, storage: await context.newCDPSession(page), key }
  }

  /** False: the test closed it. */
  async function clear({ context, storage }: Kept): Promise<boolean> {
    const [small, ...opened] = context.pages()
    if (small === undefined) return false
    for (const page of opened) await page.close()
    await context.setOffline(false)
    await context.clearCookies()
    await storage.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' })
    return true
  }

  return {
    /** A browser with these options, prepared in the way that `way` names. */
    take: async (way: string, options: BrowserContextOptions, prepare: Prepare): Promise<BrowserContext> => {
      const key = JSON.stringify([way, options])
      const place = spare.findIndex((one) => one.key === key)
      const [found] = place < 0 ? [] : spare.splice(place, 1)
      const one = found ?? (await start(key, options))
      if (!found) await prepare(one.context)
      taken.push(one)
      return one.context
    },
    /** What a test opened is closed with it: what stays open goes on asking, and takes time from the next. */
    giveBack: async (): Promise<void> => {
      for (const one of taken.splice(0)) if (await clear(one)) spare.push(one)
      while (spare.length > spare_max) await spare.shift()?.context.close()
    },
  }
}
