import { cutText } from './cut_text.ts'

/** Signs that turn the words beside them around: with one, a name could pass for another. They take no room. */
const turning = /[\u202a-\u202e\u2066-\u2069]+/gu

/** What begins a new line, or is no letter at all. */
const breaking = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** Letters and signs that are drawn as nothing, beside spaces and what has no form at all. */
const blank = /^[\p{C}\p{Z}\p{M}\u115f\u1160\u3164\uffa0\u2800]*$/u

/** What somebody wrote as one line that can stand among other words, at most so long. */
export function oneLine(text: string, length = Number.POSITIVE_INFINITY): string {
  return cutText(text.toWellFormed().replace(turning, '').replace(breaking, ' ').trim(), length)
}

/** What somebody wrote with its lines, without anything in them that is no letter. */
export const ownLines = (text: string): string =>
  text
    .toWellFormed()
    .replace(turning, '')
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .trim()

/** Whether nobody would see a name. */
export const isBlank = (name: string): boolean => blank.test(name)
