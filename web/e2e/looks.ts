import axe, { type AxeResults } from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'

/** Waits until a page has its data. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
}

/**
 * What a program finds wrong with a page, as briefly as possible: that it is wider than its screen, and what axe
 * complains of. Axe comes in by the debugger, which no policy of a page keeps out. Dark colours change only contrasts.
 */
export async function problemsOf(page: Page, name: string): Promise<string[]> {
  // What was opened a moment ago may still be loading; axe says so where a heading never comes.
  await page
    .locator('h1')
    .first()
    .waitFor({ state: 'attached', timeout: 5_000 })
    .catch(() => {})
  const [wide, width] = [await page.evaluate('document.documentElement.scrollWidth'), page.viewportSize()?.width]
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source)
  const dark = await page.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`)
  // To describe what is right takes axe as long as to look for what is wrong.
  const options = { resultTypes: ['violations'], ...(dark ? { runOnly: ['color-contrast'] } : {}) }
  const run = `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`
  const violations = (await page.evaluate(run)) as AxeResults['violations']
  return [
    ...(wide === width ? [] : [`${name} is ${wide} wide of ${width}`]),
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${name}: ${id} at ${target.join(' ')}`)),
  ]
}

/** What moves for ever, such as a place that still waits for its data, is no change of colours. */
const fades_ended = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
  .map(({ finished }) => finished))`

/** The same in light and then in dark colours: a page follows its reader's screen without being opened again. */
export async function problemsInBothColours(page: Page, name: string): Promise<string[]> {
  const problems: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // Pages without this attribute leave it to their style sheet, which is quicker.
    const followed = `html:is([data-mantine-color-scheme=${colorScheme}], :not([data-mantine-color-scheme]))`
    await page.locator(followed).waitFor({ state: 'attached' })
    // Colours fade into each other, and halfway there is little contrast.
    await page.evaluate(fades_ended)
    problems.push(...(await problemsOf(page, `${name}, ${colorScheme}`)))
  }
  await page.emulateMedia({ colorScheme: null })
  return problems
}

/** What is wrong with several pages, one after the other in one browser. */
export async function problemsOn(page: Page, addresses: readonly string[], look = problemsOf): Promise<string[]> {
  const problems: string[] = []
  for (const address of addresses) {
    await page.goto(address)
    await settled(page)
    problems.push(...(await look(page, new URL(address).pathname)))
  }
  return problems
}

/** Lets every page of a browser add up how far what was drawn moved again. */
export const watchShifts = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(`
    window.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })`)
}

export const shiftOf = async (page: Page): Promise<number> => Number(await page.evaluate('window.shift'))
