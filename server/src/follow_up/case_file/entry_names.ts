import { cutText } from '../../domain/cut_text.ts'
import type { ZipEntry } from './zip.ts'

/** A file that holds a text. */
export const textEntry = (name: string, text: string): ZipEntry => ({
  name,
  bytes: [Buffer.from(text)],
  compressed: false,
})

/** Whether packing it again would save nothing. */
export const isCompressed = (filename: string): boolean => /\.(pdf|zip|png|jpe?g)$/i.test(filename)

/** A name that means the same on every machine: no folders, no signs that one of them keeps for itself. */
export const entryName = (name: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no name may have.
  const safe = name.replaceAll(/[\u0000-\u001f<>:"/\\|?*]/g, '_').replace(/^\.+|[. ]+$/g, '_')
  const { begins, ending } = partsOf(safe)
  return cutText(begins, 120) + cutText(ending, 10) || '_'
}

/** A name, and the ending that says what opens it. */
const partsOf = (name: string): { begins: string; ending: string } => {
  const [, begins = name, ending = ''] = /^(.*?)(\.[^./]+)?$/.exec(name) ?? []
  return { begins, ending }
}

/** No two files of an archive have the same name; a second one is numbered before its ending. */
export function uniqueNames(): (name: string) => string {
  const known = new Set<string>()
  return (wanted) => {
    const { begins, ending } = partsOf(wanted)
    let name = wanted
    for (let count = 2; known.has(name.toLowerCase()); count++) name = `${begins} (${count})${ending}`
    known.add(name.toLowerCase())
    return name
  }
}
