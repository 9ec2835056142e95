import type { SuiteContext, TestContext } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'

const letters_max = 8_000

/** Says what the pages of a failed test showed: a machine that was busy once may not fail again to be looked at. */
export async function sayWhatWasShown(test: TestContext | SuiteContext, opened: Iterable<BrowserContext>) {
  if (!('passed' in test) || test.passed) return
  for (const page of [...opened].flatMap((context) => context.pages())) {
    const text = await textOf(page)
    if (text !== '') test.diagnostic(`${page.url()} showed:\n${text}`)
  }
}

const textOf = (page: Page): Promise<string> =>
  page
    .evaluate((most) => (document.body?.innerText ?? '').slice(0, most), letters_max)
    .catch((error: unknown) => String(error))
