/** A cell of a file: words, an amount or a number as decimal text, a day; or nothing. */
export type FileCell = string | { number: string } | { day: string } | null

/** What a spreadsheet would take for a formula when it opens a file, blanks before it or not. An amount is none. */
export const looksLikeFormula = (text: string): boolean =>
  /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(text) && !/^-\d[\d.,]*$/.test(text)

/** The day of a moment on the reader's own clock, as the list shows it. */
export const dayCell = (moment: string): FileCell => ({ day: new Date(moment).toLocaleDateString('sv-SE') })
