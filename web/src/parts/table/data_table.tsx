import {
  type ColumnDef,
  getCoreRowModel,
  getSortedRowModel,
  type SortingState,
  type Column as TableColumn,
  useReactTable,
} from '@tanstack/react-table'
import { type ReactNode, useRef, useState } from 'react'
import { useWords } from '../../words/words.tsx'
import { useWashed } from '../use_washed.ts'
import { ColumnChoice } from './column_choice.tsx'
import { type Column, directionOf, type Order } from './columns.ts'
import classes from './data_table.module.css'
import { HeadCell } from './head_cell.tsx'
import { useChosenColumns } from './use_chosen_columns.ts'
import { useRowKeys } from './use_row_keys.ts'

type DataTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** What can be done with a row. */
  actions?: ((row: Row, index: number) => ReactNode) | undefined
  /** Given to the one list of a page: its columns can be chosen and are kept under this name, and keys move in it. */
  list?: string
  order?: Order
}

/**
 * A table that stays one for screen readers, and whose rows become small sheets on a phone. j and k, or the arrows, go
 * from row to row.
 */
export function DataTable<Row extends { id: string }>({ label, rows, actions, list, ...rest }: DataTableProps<Row>) {
  const { words } = useWords()
  const element = useRef<HTMLTableElement>(null)
  useRowKeys(element, list !== undefined)
  const chosen = useChosenColumns(list)
  const washed = useWashed(rows, idOf)
  const table = useTable({ rows, chosen, ...rest })
  const columns = table.getVisibleLeafColumns()
  return (
    <div className={classes.wrap}>
      {list !== undefined && <ColumnChoice columns={table.getAllLeafColumns()} chosen={chosen} />}
      <table ref={element} className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} of={ours(column)} order={rest.order} />
            ))}
            {actions && (
              <th scope="col" className={classes.actions_head}>
                <span className={classes.unseen}>{words.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map(({ id, original }, index) => (
            <tr key={id} data-washed={washed.has(id) || undefined}>
              {columns.map((column, index) => (
                <Cell key={column.id} of={ours(column)} row={original} names_row={index === 0} />
              ))}
              {actions && (
                <td className={classes.actions}>
                  <div className={classes.buttons}>{actions(original, index)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const idOf = ({ id }: { id: string }): string => id

type CellProps<Row> = { of: Column<Row>; row: Row; names_row: boolean }

function Cell<Row>({ of: { title, number, cell }, row, names_row }: CellProps<Row>) {
  if (names_row) return <th scope="row">{cell(row)}</th>
  return (
    <td data-label={title} data-number={number || undefined}>
      <div className={classes.value}>{cell(row)}</div>
    </td>
  )
}

/** Our own definition of a column, which the library carries along. */
function ours<Row>(column: TableColumn<Row>): Column<Row> {
  // Only `useTable` makes columns, and gives each of them its own.
  return (column.columnDef.meta as { ours: Column<Row> }).ours
}

type TableOptions<Row> = {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  chosen: ReturnType<typeof useChosenColumns>
  order?: Order
}

function useTable<Row extends { id: string }>({ rows, columns, chosen, order }: TableOptions<Row>) {
  const [sorting, setSorting] = useState<SortingState>([])
  const sorted_by_service = columns.flatMap(({ id, orders }) => {
    const direction = directionOf(orders, order?.value ?? '')
    return direction === null ? [] : [{ id, desc: direction === 'desc' }]
  })
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
    state: { sorting: order ? sorted_by_service : sorting, columnVisibility: chosen.shown },
    onSortingChange: setSorting,
  })
}

function definitionOf<Row>(column: Column<Row>, index: number): ColumnDef<Row> {
  const { id, title, sort } = column
  return {
    id,
    header: title,
    meta: { ours: column },
    enableHiding: index > 0,
    enableSorting: sort !== undefined,
    accessorFn: (row) => sort?.(row) ?? '',
    sortingFn: (one, other) => compare(one.getValue(id), other.getValue(id)),
  }
}

const compare = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other), undefined, { numeric: true })
