import { Button, Menu } from '@mantine/core'
import type { Column as TableColumn } from '@tanstack/react-table'
import type { KeyboardEvent } from 'react'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { Icon } from '../icons.tsx'
import { InPageTools } from '../page_tools.tsx'
import classes from './column_choice.module.css'
import type { ChosenColumns } from './use_chosen_columns.ts'

type ColumnChoiceProps<Row> = { columns: readonly TableColumn<Row>[]; chosen: ChosenColumns }

/** Which columns a list shows and in which order; it stands beside the name of the page. */
export function ColumnChoice<Row>({ columns, chosen }: ColumnChoiceProps<Row>) {
  const { words } = useWords()
  const shown = columns.filter((column) => column.getIsVisible()).length
  if (columns.filter((column) => column.getCanHide()).length < 2) return null
  return (
    <InPageTools>
      <Menu
        position="bottom-end"
        width={260}
        closeOnItemClick={false}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <Button variant="default" leftSection={<Icon name="columns" size={16} />}>
            {words.table_columns}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {/* A menu has entries alone; what stands between them is for eyes. */}
          <div className={classes.head} aria-hidden="true">
            <strong>{words.table_columns}</strong>
            <span className="hint">{fill(words.table_columns_of, { shown, count: columns.length })}</span>
          </div>
          <Rows columns={columns} chosen={chosen} />
          <Menu.Divider />
          <Menu.Item
            onClick={chosen.reset}
            rightSection={
              <span className="hint" aria-hidden="true">
                {words.table_columns_move} <kbd>Alt</kbd> <kbd>↑</kbd>
              </span>
            }
          >
            {words.table_columns_reset}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </InPageTools>
  )
}

/** Each column where it stands. The first one names the rows and stays; the others are moved by keys. */
function Rows<Row>({ columns, chosen }: ColumnChoiceProps<Row>) {
  const { words } = useWords()
  const [first, ...others] = columns
  const ids = others.map(({ id }) => id)
  const move = (event: KeyboardEvent, id: string): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    chosen.move(ids, id, ids.indexOf(id) + (event.key === 'ArrowUp' ? -1 : 1))
  }
  return (
    <div className={classes.rows}>
      {first && (
        <div className={classes.fixed} aria-hidden="true">
          <Icon name="check" size={16} />
          {String(first.columnDef.header)}
          <span className="hint">{words.table_columns_always}</span>
        </div>
      )}
      {others.map((column) => (
        <Menu.CheckboxItem
          key={column.id}
          checked={column.getIsVisible()}
          aria-disabled={!column.getCanHide() || undefined}
          onKeyDownCapture={(event) => move(event, column.id)}
          onChange={(wanted) => column.getCanHide() && chosen.choose(column.id, wanted)}
          checkIcon={<Icon name="check" size={16} />}
          rightSection={!column.getCanHide() && <span className="hint">{words.table_columns_always}</span>}
        >
          {String(column.columnDef.header)}
        </Menu.CheckboxItem>
      ))}
    </div>
  )
}
