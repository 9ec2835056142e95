import type { ReactNode } from 'react'
import type { FileCell } from './files/cell.ts'

/** One column of a table. The first one of a table names its rows, and is always shown. */
export type Column<Row> = {
  /** Under which name the choice of columns is kept. */
  id: string
  title: string
  cell: (row: Row) => ReactNode
  /** What it says in a file; without it the column is left out there. */
  file?: (row: Row) => FileCell
  /** Whether a file has it although the list does not show it: a currency, which amounts say on the page. */
  always_in_file?: boolean
  /** What its head is marked with, where a drawing needs to be read. */
  mark?: string
  /** Amounts and numbers are compared by their ends. */
  number?: boolean
  /** How wide it is in a list that fills the page; what says nothing shares what is left. */
  width?: number
  /** Where it stands in the two lines of a row on a phone; others are left out there. */
  phone?: 'name' | 'amount' | 'below' | 'beside'
  /** Whether it cannot be put away. */
  always?: boolean
  /** Whether it is put away until somebody wants it. */
  optional?: boolean
  /** Left out where a panel stands beside the list, or the screen is narrow. */
  yields?: 'panel' | 'narrow'
  /** What the rows of a list that is there as a whole are sorted by. */
  sort?: (row: Row) => string | number
  /** The names under which the service sorts a list that comes in pages. */
  orders?: { asc?: string; desc?: string }
}

/** The order in which the service sorts a list that comes in pages, and how to ask for another one. */
export type Order = { value: string; onChange: (value: string) => void }

type Direction = 'asc' | 'desc'

export const directionOf = (orders: Column<never>['orders'], value: string): Direction | null => {
  if (orders?.asc === value) return 'asc'
  return orders?.desc === value ? 'desc' : null
}

/** The order that a press on the head of a column asks for: the other direction, where there is one. */
export const nextOrder = (orders: { asc?: string; desc?: string }, value: string): string | undefined =>
  (orders.asc === value ? orders.desc : orders.asc) ?? orders.asc ?? orders.desc
