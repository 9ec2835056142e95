import { Button, Menu } from '@mantine/core'
import type { Column as TableColumn } from '@tanstack/react-table'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
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

/** Each column where it stands. The first one names the rows and stays; the others are dragged, or moved by keys. */
function Rows<Row>({ columns, chosen }: ColumnChoiceProps<Row>) {
  const { words } = useWords()
  const [dragged, setDragged] = useState<string | null>(null)
  const [first, ...others] = columns
  const ids = others.map(({ id }) => id)
  return (
    <div className={classes.rows}>
      {first && (
        <div className={classes.fixed} aria-hidden="true">
          <span />
          <Icon name="check" size={16} />
          {String(first.columnDef.header)}
          <span className="hint">{words.table_columns_always}</span>
        </div>
      )}
      {others.map((column) => (
        <Entry
          key={column.id}
          {...{ column, dragged, onDragged: setDragged }}
          onMove={(id, to) => chosen.move(ids, id, to)}
          onChoose={(wanted) => chosen.choose(column.id, wanted)}
          place={ids.indexOf(column.id)}
        />
      ))}
    </div>
  )
}

type EntryProps<Row> = {
  column: TableColumn<Row>
  place: number
  /** The column that somebody holds with the mouse. */
  dragged: string | null
  onDragged: (id: string | null) => void
  onMove: (id: string, to: number) => void
  onChoose: (wanted: boolean) => void
}

function Entry<Row>({ column, place, dragged, onDragged, onMove, onChoose }: EntryProps<Row>) {
  const { words } = useWords()
  const stays = !column.getCanHide()
  const moveByKey = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    onMove(column.id, place + (event.key === 'ArrowUp' ? -1 : 1))
  }
  // What is held takes this place as soon as it is above it, so that the list shows what will be.
  const onDragOver = (event: DragEvent): void => {
    if (dragged === null) return
    event.preventDefault()
    if (dragged !== column.id) onMove(dragged, place)
  }
  return (
    <div className={classes.row} data-dragged={dragged === column.id || undefined}>
      {/* Not the entry itself: a button cannot be dragged in every browser. */}
      <span
        className={classes.grip}
        aria-hidden="true"
        draggable
        onDragStart={({ dataTransfer }) => {
          dataTransfer.effectAllowed = 'move'
          onDragged(column.id)
        }}
        onDragOver={onDragOver}
        onDragEnd={() => onDragged(null)}
      >
        <Icon name="grip" size={14} />
      </span>
      <Menu.CheckboxItem
        checked={column.getIsVisible()}
        aria-disabled={stays || undefined}
        onKeyDownCapture={moveByKey}
        onDragOver={onDragOver}
        onChange={(wanted) => !stays && onChoose(wanted)}
        checkIcon={<Icon name="check" size={16} />}
        rightSection={stays && <span className="hint">{words.table_columns_always}</span>}
      >
        {String(column.columnDef.header)}
      </Menu.CheckboxItem>
    </div>
  )
}
