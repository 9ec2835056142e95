/** A browser may keep storage from pages; a choice then lasts as long as the page. */
export function keptChoice(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The same of what was kept as JSON; null for what is none, as an older page or another hand may have left it. */
export function keptJson(key: string): unknown {
  try {
    return JSON.parse(keptChoice(key) ?? 'null')
  } catch {
    return null
  }
}

export function keepChoice(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The choice lasts as long as the page.
  }
}

export function forgetChoice(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
