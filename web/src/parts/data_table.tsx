import type { ReactNode } from 'react'
import classes from './data_table.module.css'

export type Row = { key: string; cells: ReactNode[]; actions?: ReactNode }

type DataTableProps = {
  label: string
  columns: string[]
  rows: Row[]
  actions?: string
  /** Columns of amounts and numbers, which are compared by their ends. */
  numbers?: readonly string[]
}

/**
 * A table that stays one for screen readers, and whose rows become small sheets on a phone. The first cell names the
 * row.
 */
export function DataTable({ label, columns, rows, actions, numbers = [] }: DataTableProps) {
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" data-number={numbers.includes(column) || undefined}>
              {column}
            </th>
          ))}
          {actions && (
            <th scope="col" className={classes.actions_head}>
              <span className={classes.unseen}>{actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells, actions: row_actions }) => (
          <tr key={key}>
            {cells.map((cell, place) =>
              place === 0 ? (
                <th key={columns[place]} scope="row">
                  {cell}
                </th>
              ) : (
                <td
                  key={columns[place]}
                  data-label={columns[place]}
                  data-number={numbers.includes(columns[place] ?? '') || undefined}
                >
                  <div className={classes.value}>{cell}</div>
                </td>
              ),
            )}
            {actions && (
              <td className={classes.actions}>
                <div className={classes.buttons}>{row_actions}</div>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
