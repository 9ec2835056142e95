import {
  type ColumnDef,
  getCoreRowModel,
  getSortedRowModel,
  type SortingState,
  type Column as TableColumn,
  useReactTable,
} from '@tanstack/react-table'
import { useState } from 'react'
import { type Column, directionOf, type Order } from './columns.ts'
import type { ChosenColumns } from './use_chosen_columns.ts'

type TableOptions<Row> = {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  chosen: ChosenColumns
  order?: Order
}

/** The columns that somebody chose, in their order, and the rows in theirs. */
export function useTable<Row extends { id: string }>({ rows, columns, chosen, order }: TableOptions<Row>) {
  const [sorting, setSorting] = useState<SortingState>([])
  const shown = chosen.shown(columns)
  // Due days and days late are one order: the first column that is shown has the arrow.
  const sorted_by_service = columns
    .filter(({ id }) => shown[id] !== false)
    .flatMap(({ id, orders }) => {
      const direction = directionOf(orders, order?.value ?? '')
      return direction === null ? [] : [{ id, desc: direction === 'desc' }]
    })
    .slice(0, 1)
  const [first, ...others] = columns.map(({ id }) => id)
  return useReactTable<Row>({
    // The library changes nothing of its data.
    data: rows as Row[],
    columns: columns.map(definitionOf),
    getRowId: ({ id }) => id,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
    manualSorting: order !== undefined,
    enableMultiSort: false,
    sortDescFirst: false,
    // Rows that are read again keep the order that somebody chose.
    autoResetAll: false,
    state: {
      sorting: order ? sorted_by_service : sorting,
      columnVisibility: shown,
      columnOrder: [first ?? '', ...chosen.inOrder(others)],
    },
    onSortingChange: setSorting,
  })
}

/** Our own definition of a column, which the library carries along. */
export function ours<Row>(column: TableColumn<Row>): Column<Row> {
  // Only `useTable` makes columns, and gives each of them its own.
  return (column.columnDef.meta as { ours: Column<Row> }).ours
}

function definitionOf<Row>(column: Column<Row>, index: number): ColumnDef<Row> {
  const { id, title, sort } = column
  return {
    id,
    header: title,
    meta: { ours: column },
    enableHiding: index > 0 && !column.always,
    enableSorting: sort !== undefined,
    accessorFn: (row) => sort?.(row) ?? '',
    sortingFn: (one, other) => compare(one.getValue(id), other.getValue(id)),
  }
}

const compare = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other), undefined, { numeric: true })
