export type Copying = 'idle' | 'copied' | 'selected'

/** Browsers give the clipboard to secure origins alone; elsewhere the text is at least selected. */
export async function copyText(text: string, element: HTMLElement | null): Promise<Copying> {
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    if (element) getSelection()?.selectAllChildren(element)
    return 'selected'
  }
}
