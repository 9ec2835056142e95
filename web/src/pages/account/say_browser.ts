import { fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'

/** Browsers name each other's ancestors, so the narrow names come first. */
const browsers: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/HeadlessChrome|Chrome|CriOS|Chromium/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** What a person recognises a session by: «Firefox on Windows». */
export function sayBrowser(user_agent: string, words: Words): string {
  const find = (known: readonly [RegExp, string][]): string | undefined =>
    known.find(([pattern]) => pattern.test(user_agent))?.[1]
  const browser = find(browsers)
  const system = find(systems)
  if (browser && system) return fill(words.browser_on, { browser, system })
  return browser ?? system ?? words.browser_unknown
}
