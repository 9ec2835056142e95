import { type ReactNode, useRef } from 'react'
import { useWords } from '../../words/words.tsx'
import { useTwoLines } from '../use_phone.ts'
import { useWashed } from '../use_washed.ts'
import { ColumnChoice } from './column_choice.tsx'
import type { Column, Order } from './columns.ts'
import classes from './data_table.module.css'
import { HeadCell } from './head_cell.tsx'
import phone_classes from './phone_table.module.css'
import { useChosenColumns } from './use_chosen_columns.ts'
import { useRowKeys } from './use_row_keys.ts'
import { ours, useTable } from './use_table.ts'

type DataTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** What can be done with a row. */
  actions?: ((row: Row, index: number) => ReactNode) | undefined
  /** Given to the one list of a page: its columns can be chosen and are kept under this name, and keys move in it. */
  list?: string
  order?: Order
  /** Whether it stays a table on a phone too, where figures are compared down a column; it scrolls sideways then. */
  stays?: boolean
  /** Whether it takes the whole width of the page, as a list does. */
  wide?: boolean
}

/**
 * A table that stays one for screen readers, and whose rows become two lines or small sheets on a phone. j and k, or
 * the arrows, go from row to row.
 */
export function DataTable<Row extends { id: string }>({
  label,
  rows,
  actions,
  list,
  stays,
  wide,
  ...rest
}: DataTableProps<Row>) {
  const { words } = useWords()
  const element = useRef<HTMLTableElement>(null)
  useRowKeys(element, list !== undefined)
  const chosen = useChosenColumns(list)
  const washed = useWashed(rows, idOf)
  const table = useTable({ rows, chosen, ...rest })
  const columns = table.getVisibleLeafColumns()
  const two_lines = useTwoLines()
  const lines = rest.columns.some(({ phone }) => phone !== undefined)
  return (
    <div className={classes.wrap} data-list={list ?? (wide || undefined)}>
      {/* Two lines hold what they hold, whatever is chosen. */}
      {list !== undefined && !(lines && two_lines && !stays) && (
        <ColumnChoice columns={table.getAllLeafColumns()} chosen={chosen} />
      )}
      <table
        ref={element}
        className={`${classes.table} ${stays ? phone_classes.stays : lines ? phone_classes.lines : classes.sheets}`}
        aria-label={label}
      >
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

function Cell<Row>({ of: { title, number, cell, phone }, row, names_row }: CellProps<Row>) {
  if (names_row) {
    return (
      <th scope="row" data-phone="name">
        {cell(row)}
      </th>
    )
  }
  return (
    <td data-label={title} data-number={number || undefined} data-phone={phone}>
      <div className={classes.value}>{cell(row)}</div>
    </td>
  )
}
