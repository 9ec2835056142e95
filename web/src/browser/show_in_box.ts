/**
 * Scrolls the box around an element until the element is in sight, and no further. The browser's own `scrollIntoView`
 * also makes the element the place from which Tab goes on, so that the first stop of a page would be in its middle.
 */
export function showInBox(element: Element | null | undefined): void {
  const box = element && scrollingBox(element)
  if (!box) return
  const { top, bottom } = element.getBoundingClientRect()
  const sight = sightOf(box)
  if (top < sight.top) box.scrollTop += top - sight.top
  else if (bottom > sight.bottom) box.scrollTop += Math.min(bottom - sight.bottom, top - sight.top)
}

function scrollingBox(element: Element): Element | null {
  let box = element.parentElement
  while (box && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement
  return box ?? document.scrollingElement
}

const sightOf = (box: Element): { top: number; bottom: number } =>
  box === document.scrollingElement ? { top: 0, bottom: window.innerHeight } : box.getBoundingClientRect()
