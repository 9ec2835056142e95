/** The statements of a file, without the comments between them. */
export function splitStatements(text: string): string[] {
  const found: string[] = []
  let from = 0
  for (const { index, 0: part } of text.matchAll(parts)) {
    if (part !== ';') continue
    found.push(text.slice(from, index))
    from = index + 1
  }
  return [...found, text.slice(from)]
    .map((one) => one.replace(/^(\s|--[^\n]*(\n|$))+/, '').trimEnd())
    .filter((one) => one !== '')
}

/** Comments, texts, quoted names and bodies of functions, in which a semicolon ends nothing; and those that do. */
const parts = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|;/g
