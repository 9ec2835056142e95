import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** A file of an archive. What is compressed already, such as a PDF, is put in as it is. */
export type ZipEntry = { name: string; bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>; compressed: boolean }

/**
 * Writes an archive piece by piece: what was read is passed on before more is read, so that memory does not grow with
 * what goes in. The same entries on the same day give the same bytes.
 */
export async function* zipOf(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  day: string,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  let failed: Error | null = null
  const zip = new Zip((error, piece) => {
    if (error) failed = error
    else ready.push(piece)
  })
  const take = (): Uint8Array[] => {
    if (failed) throw failed
    return ready.splice(0)
  }
  // Archives keep the time of a wall clock.
  const [year = 1980, month = 1, date = 1] = day.split('-').map(Number)
  for await (const { name, bytes, compressed } of entries) {
    const file = compressed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    file.mtime = new Date(year, month - 1, date, 12)
    zip.add(file)
    for await (const piece of bytes) {
      file.push(piece)
      yield* take()
    }
    file.push(new Uint8Array(0), true)
    yield* take()
  }
  zip.end()
  yield* take()
}
