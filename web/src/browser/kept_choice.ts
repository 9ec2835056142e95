/** A browser may keep storage from pages; a choice then lasts as long as the page. */
export function keptChoice(key: string): string | null {
  try {
    return localStorage.getItem(key)
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
