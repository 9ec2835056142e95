import { lstatSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

// What is in this folder runs as code, so nobody else may be able to write there: a folder for temporary files would
// let any user of the machine run theirs as Dunlin.

const kept_beside_code = fileURLToPath(new URL('../../node_modules/.cache/dunlin', import.meta.url))

/**
 * The folder that compiled code may be kept in, or null: then it is compiled at each start. This is JavaScript, because
 * what is compiled already is kept here: without TypeScript, what takes types away is not loaded, some 20 MB.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | null}
 */
export function compileCacheFolder(env, beside_code = kept_beside_code) {
  // The first is there for whoever installed Dunlin; the second for the user that a service runs as.
  const candidates = [beside_code, join(resolve(env.DATA_DIR?.trim() || 'data'), 'compile_cache')]
  return candidates.find((folder) => isOurs(folder, folder === beside_code)) ?? null
}

/** Whether a folder, made if need be in one that is there, and those two above it belong to us alone. */
function isOurs(folder, of_npm) {
  try {
    const parent = dirname(folder)
    // That of npm is made too; the data folder is left to whoever knows how to make it.
    if (of_npm && isPrivate(dirname(parent))) mkdirSync(parent, { recursive: true, mode: 0o755 })
    if (!isPrivate(parent)) return false
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return isPrivate(folder)
  } catch {
    return false
  }
}

/** A real folder of ours in which nobody else may write. */
function isPrivate(folder) {
  const found = lstatSync(folder)
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}
