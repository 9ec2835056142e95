/** A cell of a file that somebody brings in: words, a number of a spreadsheet, or nothing. */
export type Cell = string | number | null

/** A cell as words, without what surrounds them; empty where there is nothing. */
export const wordsOf = (cell: Cell | undefined): string =>
  cell === null || cell === undefined
    ? ''
    : String(cell)
        .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
        .trim()
