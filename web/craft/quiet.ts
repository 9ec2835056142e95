import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'

const quiet_ms = 500
const wait_ms_max = 20_000

/** Waits until a page has its data, and nothing came for half a second. */
export async function becomesQuiet(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
  const silent = `performance.now() - Math.max(0, ...performance.getEntriesByType('resource').map((one) => one.responseEnd))`
  for (let waited = 0; waited < wait_ms_max; waited += 100) {
    if (Number(await page.evaluate(silent)) > quiet_ms) return
    await pause(100)
  }
}
