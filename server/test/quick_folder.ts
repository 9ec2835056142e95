import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const in_memory = '/dev/shm'
const room_min = 6 * 2 ** 30

/**
 * Where files are made most quickly: in memory, if there is plenty. Each file of tests gets a database of its own: a
 * thousand files, and to make and remove them on a disk takes more time than many a test.
 */
export async function quickFolder(): Promise<string> {
  const room = await statfs(in_memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return Math.min(room, process.availableMemory()) > room_min ? in_memory : tmpdir()
}
