import type { Locator, Page } from 'playwright-core'

/** The sizes at which the steps of a job are counted. */
export const sizes = {
  wide: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
} as const

/** Counts every click and every key; typing into one field is one. */
export function counting(page: Page) {
  let count = 0
  const counted =
    <Args extends unknown[]>(act: (...args: Args) => Promise<void>) =>
    (...args: Args): Promise<void> => {
      count++
      return act(...args)
    }
  return {
    press: counted((key: string) => page.keyboard.press(key)),
    type: counted((text: string) => page.keyboard.type(text)),
    click: counted((what: Locator) => what.click()),
    fill: counted((field: Locator, text: string) => field.fill(text)),
    count: () => count,
  }
}
