import { cutText } from '../../domain/cut_text.ts'
import { oneLine, ownLines } from '../../domain/lines.ts'

/** One line of what a stranger wrote: headers are folded, so any blanks in it are one space. */
export const cleanLine = (text: string, length: number): string => cutText(oneLine(text).replace(/\s+/gu, ' '), length)

/** The same with its lines. */
export const cleanText = (text: string, length: number): string =>
  cutText(
    ownLines(cutText(text, 4 * length))
      // Only from where blanks begin: tried from each of them, a line of blanks would take for ever.
      .replace(/(?<![ \t])[ \t]+$/gm, '')
      .replace(/\n{4,}/g, '\n\n\n')
      .trim(),
    length,
  )

/** A name for a file, without anything that is a path, or that a system reads as more than a name. */
export function cleanFilename(text: string | null, otherwise: string): string {
  const last =
    cleanLine(text ?? '', 2_000)
      .split(/[/\\]/)
      .at(-1) ?? ''
  const name = last.replace(/[<>:"|?*]/g, '_').replace(/^\.+/, '')
  if (name === '') return otherwise
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 ? cutText(name.slice(dot), 20) : ''
  return `${cutText(dot > 0 ? name.slice(0, dot) : name, 150)}${ending}`
}
