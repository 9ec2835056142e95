/** Opens the bytes of a PDF, in Base64, in a tab of its own. The address ends with the page. */
export function openPdf(tab: Window | null, content: string): void {
  const bytes = Uint8Array.from(atob(content), (one) => one.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  if (tab) tab.location.href = address
  else window.location.assign(address)
}
