import type { ImportField, RowProblem, ShownImport } from '../../api/imports.ts'
import { fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'
import { sayType } from '../../words/say_type.ts'
import { isField } from './fields.ts'

/** What is wrong with a row, in the words of the reader and with the heading of the file. */
export function sayRowProblem(words: Words, problem: RowProblem, { columns, choices }: ShownImport): string {
  const headingOf = (field: ImportField): string => {
    const place = choices.places.find((one) => one.field === field)?.place
    return (place === undefined ? '' : columns[place]?.heading) || sayType(words, 'import_field', field)
  }
  const { field, value, line, says } = problem
  if (problem.problem === 'says') {
    const [, member = ''] = /^(\w+): stays as it is/.exec(says ?? '') ?? []
    return isField(member) ? fill(words.import_row_stays, { column: headingOf(member) }) : (says ?? '')
  }
  const text = sayType(words, 'import_row', problem.problem)
  return fill(text, { column: field ? headingOf(field) : '', value: value ?? '', line: line ?? '' })
}
