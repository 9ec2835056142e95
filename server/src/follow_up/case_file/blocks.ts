/** A dossier as it is read from top to bottom, without any layout: whoever draws it needs to know nothing of cases. */
export type Block =
  | { is: 'title' | 'heading' | 'text' | 'small'; text: string }
  | { is: 'facts'; facts: readonly (readonly [name: string, value: string])[] }
  | { is: 'table'; head: readonly string[]; rows: readonly Row[]; numbers: readonly number[] }

/** One that is `strong` is a sum. */
export type Row = { cells: readonly string[]; strong?: boolean }
