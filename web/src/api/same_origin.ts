/** An address of this service to return to after signing in; null for an address that leads anywhere else. */
export function sameOriginPath(to: unknown, origin: string): string | null {
  if (typeof to !== 'string' || !/^\/(?![/\\])/.test(to) || !URL.canParse(to, origin)) return null
  const url = new URL(to, origin)
  if (url.origin !== origin || url.pathname === '/sign_in') return null
  return `${url.pathname}${url.search}${url.hash}`
}
