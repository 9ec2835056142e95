import type { ConsoleError } from '../../api/console_error.ts'
import { fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'
import { sayRefusal } from '../../words/refusals.ts'

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
