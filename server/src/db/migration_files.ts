import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

const folder = new URL('./migrations/', import.meta.url)

/** A numbered file that brings a database up to date, and the mark of what is in it. */
export type Migration = { name: string; text: string; hash: string }

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The numbered files of this Dunlin, in their order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, hash: hashOf(text) }
    }),
  )
}
