import { chromium } from 'playwright-core'
import { browser_arguments } from './browser.ts'

/** Pages of one site share a process, and what it has compiled. */
const sharing = '--process-per-site'

/**
 * Starts the one browser that all files of a run share, tells them its address, and stops it when they are done. Each
 * file opens contexts of its own, which know nothing of each other.
 */
export async function withSharedBrowser(
  program: string,
  run: (settings: Record<string, string>) => Promise<number>,
): Promise<number> {
  const server = await chromium.launchServer({
    executablePath: program,
    args: [...browser_arguments, sharing],
    headless: true,
    host: '127.0.0.1',
  })
  try {
    return await run({ DUNLIN_TEST_BROWSER_ADDRESS: server.wsEndpoint() })
  } finally {
    await server.close()
  }
}
