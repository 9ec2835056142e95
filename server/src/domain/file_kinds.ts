/** What a file is, by its first bytes: its media type, or null when it is none of these. */
export function readKind(head: Uint8Array): string | null {
  const begins = (bytes: string, at = 0): boolean =>
    Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1').startsWith(bytes, at)
  // Photos as phones make them, and documents that cannot run anything by themselves where they are saved.
  if (begins('\u00ff\u00d8\u00ff')) return 'image/jpeg'
  if (begins('\u0089PNG\r\n\u001a\n')) return 'image/png'
  if (begins('RIFF') && begins('WEBP', 8)) return 'image/webp'
  if (begins('ftyp', 4) && heic_brands.some((brand) => begins(brand, 8))) return 'image/heic'
  return begins('%PDF-') ? 'application/pdf' : null
}

const heic_brands = ['heic', 'heix', 'hevc', 'mif1', 'msf1']
