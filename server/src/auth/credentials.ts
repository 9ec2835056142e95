// Clients write one space behind the scheme, some two. More are refused, so that nobody makes us look through, or keep,
// long headers.

/** The token of a bearer header, or null when there is none that could be one. */
export function bearerToken(header: string | undefined): string | null {
  const match = /^bearer {1,8}([A-Za-z0-9._~+/=-]{1,500})$/i.exec(header ?? '')
  return match?.[1] ?? null
}

export type Pair = { client_id: string; client_secret: string }

/**
 * The pairs that a Basic header can mean. The standard for OAuth form-encodes both halves first, many clients do not:
 * so the decoded pair is tried, and then the raw one.
 */
export function basicPairs(header: string | undefined): Pair[] {
  const match = /^basic {1,8}([A-Za-z0-9+/=_-]{1,2000})$/i.exec(header ?? '')
  const decoded = match?.[1] ? Buffer.from(match[1], 'base64').toString('utf8') : ''
  const colon = decoded.indexOf(':')
  if (colon < 1) return []
  const raw = { client_id: decoded.slice(0, colon), client_secret: decoded.slice(colon + 1) }
  if (hasNul(raw)) return []
  const plain = { client_id: formDecoded(raw.client_id), client_secret: formDecoded(raw.client_secret) }
  const same = plain.client_id === raw.client_id && plain.client_secret === raw.client_secret
  return same || hasNul(plain) ? [raw] : [plain, raw]
}

const hasNul = (pair: Pair): boolean => `${pair.client_id}${pair.client_secret}`.includes(String.fromCharCode(0))

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
