/**
 * Opens a PDF, which comes as Base64, in a tab of its own. The tab is opened before the bytes are there, or browsers
 * keep it shut; it closes again when they do not come.
 */
export async function openPdf(read: () => Promise<string>): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const bytes = Uint8Array.from(atob(await read()), (one) => one.charCodeAt(0))
    const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
    if (tab) tab.location.href = address
    else window.location.assign(address)
  } catch (problem) {
    tab?.close()
    throw problem
  }
}
