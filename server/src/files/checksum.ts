/** The name of a file in the store: hexadecimal digits of its checksum, so that no path can be made of it. */
export function nameOf(checksum: string): string {
  const bytes = Buffer.from(checksum, 'base64')
  if (bytes.length !== 64) throw new Error('This is not the checksum of a file.')
  return bytes.toString('hex')
}
