import { Button, Checkbox, NativeSelect, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import type { CellFormat, ImportChoices, ImportColumn, ImportField, ShownImport } from '../../api/imports.ts'
import { Note } from '../../parts/note.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { fill } from '../../words/fill.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { fieldAt, fieldsOf, formatIn, formatsOf, isField, neededIn, required, withField, withFormat } from './fields.ts'
import classes from './imports.module.css'

type ColumnChoiceProps = {
  data: ShownImport
  busy: boolean
  onCheck: (choices: ImportChoices) => void
  onDiscard: () => void
}

/** What a file holds, column by column: recognised, and changed by whoever knows better. */
export function ColumnChoice({ data, busy, onCheck, onDiscard }: ColumnChoiceProps) {
  const { words } = useWords()
  const [choices, setChoices] = useState(data.choices)
  const { missing, unclear, amount_missing } = neededIn(choices, data.columns)
  const ready = missing.length === 0 && unclear.length === 0 && !amount_missing
  const chooseKind = (kind: string): void => {
    const proposed = data.proposals.find((one) => one.kind === kind)
    if (proposed) setChoices({ ...proposed, sent: choices.sent })
  }
  return (
    <>
      <Radio.Group label={words.import_kind} value={choices.kind} onChange={chooseKind}>
        <Stack gap={16} mt={8}>
          <Radio
            value="invoices"
            label={words.import_kind_invoices}
            description={words.import_kind_invoices_sentence}
          />
          <Radio value="debtors" label={words.import_kind_debtors} description={words.import_kind_debtors_sentence} />
        </Stack>
      </Radio.Group>
      <Section title={words.import_columns} sentence={words.import_columns_sentence}>
        <Columns columns={data.columns} choices={choices} onChange={setChoices} />
      </Section>
      {choices.kind === 'invoices' && (
        <Checkbox
          checked={choices.sent}
          onChange={({ currentTarget }) => setChoices({ ...choices, sent: currentTarget.checked })}
          label={words.import_sent}
          description={words.import_sent_sentence}
        />
      )}
      {!ready && <Needed missing={missing} unclear={unclear} amount_missing={amount_missing} />}
      <div className="ways">
        <Button loading={busy} disabled={!ready} onClick={() => onCheck(choices)}>
          {words.import_check}
        </Button>
        <Button variant="default" disabled={busy} onClick={onDiscard}>
          {words.import_discard}
        </Button>
      </div>
    </>
  )
}

type ColumnsProps = {
  columns: readonly ImportColumn[]
  choices: ImportChoices
  onChange: (choices: ImportChoices) => void
}

function Columns({ columns, choices, onChange }: ColumnsProps) {
  const { words } = useWords()
  return (
    <Card>
      <table className={classes.columns}>
        <thead>
          <tr>
            <th scope="col">{words.import_column_file}</th>
            <th scope="col">{words.import_column_becomes}</th>
            <th scope="col">{words.import_column_format}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column, place) => (
            <ColumnLine
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place; headings may repeat.
              key={place}
              column={column}
              heading={column.heading || fill(words.import_column_nameless, { place: place + 1 })}
              choices={choices}
              field={fieldAt(choices, place)}
              onField={(field) => onChange(withField(choices, columns, { place, field }))}
              onFormat={(field, format) => onChange(withFormat(choices, columns, { field, format }))}
            />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

type ColumnLineProps = {
  column: ImportColumn
  heading: string
  choices: ImportChoices
  field: ImportField | null
  onField: (field: ImportField | null) => void
  onFormat: (field: ImportField, format: CellFormat | null) => void
}

function ColumnLine({ column, heading, choices, field, onField, onFormat }: ColumnLineProps) {
  const { words } = useWords()
  const nameOf = (one: ImportField): string => {
    const name = sayType(words, 'import_field', one)
    return required[choices.kind].includes(one) ? fill(words.import_required, { field: name }) : name
  }
  const options = fieldsOf(choices.kind).map((one) => ({ value: one, label: nameOf(one) }))
  return (
    <tr data-left-out={field === null || undefined}>
      <th scope="row">
        <span className={classes.heading}>{heading}</span>
        <span className={classes.samples}>
          {column.samples.length > 0 ? column.samples.join(' · ') : words.import_column_empty}
        </span>
      </th>
      <td>
        <NativeSelect
          aria-label={fill(words.import_becomes, { heading })}
          value={field ?? ''}
          data={[{ value: '', label: words.import_leave_out }, ...options]}
          onChange={({ currentTarget: { value } }) => onField(isField(value) ? value : null)}
        />
      </td>
      <td>
        {field && (
          <FormatChoice
            column={column}
            heading={heading}
            choices={choices}
            field={field}
            onFormat={(format) => onFormat(field, format)}
          />
        )}
      </td>
    </tr>
  )
}

type FormatChoiceProps = Pick<ColumnLineProps, 'column' | 'heading' | 'choices'> & {
  field: ImportField
  onFormat: (format: CellFormat | null) => void
}

/** How days and amounts are written is shown where they can be read in two ways, and asked where nothing decides it. */
function FormatChoice({ column, heading, choices, field, onFormat }: FormatChoiceProps) {
  const { words } = useWords()
  const formats = formatsOf(field, column)
  if (formats.length === 0) return null
  const chosen = formatIn(choices, field)
  const unclear = formats.includes('day_first') ? words.import_unclear_date : words.import_unclear_amount
  return (
    <NativeSelect
      aria-label={fill(words.import_reads, { heading })}
      value={chosen ?? ''}
      error={chosen === null ? unclear : undefined}
      data={[
        ...(chosen === null ? [{ value: '', label: words.import_choose_format }] : []),
        ...formats.map((one) => ({ value: one, label: words[`import_format_${one}`] })),
      ]}
      onChange={({ currentTarget: { value } }) => onFormat(formats.find((one) => one === value) ?? null)}
    />
  )
}

type NeededProps = { missing: readonly ImportField[]; unclear: readonly ImportField[]; amount_missing: boolean }

function Needed({ missing, unclear, amount_missing }: NeededProps) {
  const { words } = useWords()
  const names = (fields: readonly ImportField[]): string[] => fields.map((one) => sayType(words, 'import_field', one))
  const absent = [...names(missing), ...(amount_missing ? [words.import_amount_either] : [])].join(', ')
  return (
    <Note tone="warning" title={words.import_needed}>
      {absent !== '' && <p>{fill(words.import_needed_missing, { fields: absent })}</p>}
      {unclear.length > 0 && <p>{fill(words.import_needed_unclear, { fields: names(unclear).join(', ') })}</p>}
    </Note>
  )
}
