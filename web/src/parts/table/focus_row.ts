/** Gives the keyboard to a row of a list: to what was asked for in it, to its first link or button, or to itself. */
export function focusRow(list: Element | null | undefined, row_number: number, wanted = 'a, button'): boolean {
  // A row of a table may hold a list of its own.
  const rows = list?.querySelectorAll<HTMLElement>('tbody > tr, li:not(tbody li)')
  const row = rows?.[row_number]
  if (!row) return false
  const inside = row.querySelector<HTMLElement>(wanted) ?? row.querySelector<HTMLElement>('a, button')
  if (!inside) row.tabIndex = -1
  const goal = inside ?? row
  goal.focus({ preventScroll: true })
  return true
}

/** Gives the keyboard to the name of the page, when what had it is gone. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
}

/** The row of a list of work that the keyboard is on, by its number; null when it is on none. */
export function currentRow(): number | null {
  const row = document.activeElement?.closest('[data-row]')?.getAttribute('data-row')
  return row ? Number(row) : null
}

/** Gives the keyboard to a row of a list of work. One that was far away is drawn a moment after it was scrolled to. */
export function focusWhenDrawn(index: number, tries = 10): void {
  const link = document.querySelector<HTMLElement>(`[data-row="${index}"] :is(th, td) a`)
  if (link) link.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusWhenDrawn(index, tries - 1))
}
