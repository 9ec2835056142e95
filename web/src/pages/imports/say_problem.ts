import type { ConsoleError } from '../../api/console_error.ts'
import type { ImportField, RowProblem, ShownImport } from '../../api/imports.ts'
import { fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'
import { sayRefusal } from '../../words/refusals.ts'
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

/** What the service says of a file that it does not read. */
const known: readonly [RegExp, keyof Words][] = [
  [/no line with headings/, 'import_file_headings'],
  [/no rows below/, 'import_file_empty'],
  [/more than \d+ rows/, 'import_file_rows'],
  [/more than \d+ columns/, 'import_file_columns'],
  [/neither a CSV file/, 'import_file_kind'],
  [/quotation mark/, 'import_file_quote'],
  [/(characters|is too long)/, 'import_file_cell'],
  [/(cannot be unpacked: .* MB|larger than|more text|too much to read)/, 'import_file_large'],
  [/(damaged|cannot be unpacked|without a sheet)/, 'import_file_damaged'],
]

export function sayFileProblem(words: Words, problem: ConsoleError): string {
  const found = known.find(([pattern]) => problem.status < 500 && pattern.test(problem.message))
  if (!found) return sayRefusal(words, problem)
  const [, line = ''] = /line (\d+)/.exec(problem.message) ?? []
  return fill(words[found[1]], { line })
}
