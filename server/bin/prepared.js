import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// The service is a thousand small files, which take Node three times as long to load as the few that `prepare.js` puts
// together out of them after each install.

export const folder = fileURLToPath(new URL('../dist/', import.meta.url))
const server = fileURLToPath(new URL('../', import.meta.url))

/**
 * The program as it was put together, or null where it was not, or out of other source than what is here now: then the
 * source itself runs.
 * @returns {string | null}
 */
export function preparedProgram() {
  try {
    const { program, files, hash } = JSON.parse(readFileSync(`${folder}program.json`, 'utf8'))
    return hashOf(files) === hash ? `${folder}${program}` : null
  } catch {
    return null
  }
}

/**
 * What files hold, as one text.
 * @param {readonly string[]} files Seen from the folder of the server.
 */
export function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(server + file))
  return hash.digest('hex')
}
