import assert from 'node:assert/strict'

/** Waits until something is so, a while; what happens in another process or connection cannot be awaited. */
export async function until(says: string, ask: () => Promise<boolean> | boolean, within_ms = 30_000): Promise<void> {
  for (const end = Date.now() + within_ms; Date.now() < end; ) {
    if (await ask()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert.fail(`${says}: not within ${within_ms} ms`)
}
