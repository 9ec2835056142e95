import { fill } from '../words/fill.ts'
import type { Words } from '../words/languages.ts'

export const entries_max = 100

/** The lines of a field that holds one entry on each; empty ones do not count. */
export const readEntries = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** What is wrong with the first bad line of an allow list, or null. */
export function addressesProblem(text: string, words: Words): string | null {
  return firstProblem(text, words, addressProblem)
}

/** The same for a list of email addresses. */
export function mailsProblem(text: string, words: Words): string | null {
  return firstProblem(text, words, (entry, line) =>
    /^[^\s@]+@[^\s@]+$/.test(entry) ? null : fill(words.entries_mail_problem, { line, entry }),
  )
}

type Check = (entry: string, line: number, words: Words) => string | null

function firstProblem(text: string, words: Words, check: Check): string | null {
  if (readEntries(text).length > entries_max) return fill(words.entries_too_many, { max: entries_max })
  for (const [index, line] of text.split('\n').entries()) {
    const problem = line.trim() === '' ? null : check(line.trim(), index + 1, words)
    if (problem !== null) return problem
  }
  return null
}

function addressProblem(entry: string, line: number, words: Words): string | null {
  const [address = '', prefix, ...more] = entry.split('/')
  const bits = isIpv4(address) ? 32 : isIpv6(address) ? 128 : null
  if (bits === null || more.length > 0) return fill(words.entries_line_problem, { line, entry })
  if (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)) return null
  return fill(words.entries_mask_problem, { line, entry, max: bits })
}

const isIpv4 = (text: string): boolean =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) <= 255 && !/^0\d/.test(part))

/** The browser knows how IPv6 addresses are written: as a host they stand in brackets. */
const isIpv6 = (text: string): boolean =>
  /^[\da-f:.]+$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`)
