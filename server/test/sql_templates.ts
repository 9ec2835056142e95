import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A statement, or a part of one, as it is written in a file: templates inside it are in their place. */
export type Written = { file: string; line: number; text: string; name: string | null }

/** Every `sql` template of the service that stands in no other one, with the name that it is given, if it is. */
export function writtenSql(): Written[] {
  const folder = fileURLToPath(new URL('../src/', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  return files.flatMap((file) => templatesIn(readFileSync(`${folder}${file}`, 'utf8')).map((one) => ({ file, ...one })))
}

export function templatesIn(text: string): Omit<Written, 'file'>[] {
  const found: Omit<Written, 'file'>[] = []
  const begins = /\bsql(?:<[^`]*?>)?`/g
  for (let at = begins.exec(text); at !== null; at = begins.exec(text)) {
    const end = endOfTemplate(text, begins.lastIndex)
    const before = text.slice(0, at.index)
    const [name = null] =
      [...before.matchAll(/^(?:export )?(?:async )?(?:const|function) (\w+)/gm)].at(-1)?.slice(1) ?? []
    found.push({ line: before.split('\n').length, text: text.slice(begins.lastIndex, end), name })
    begins.lastIndex = end + 1
  }
  return found
}

/** Where the template ends whose text begins here; code in it may hold templates of its own. */
function endOfTemplate(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '`') return at
    else if (text.startsWith('${', at)) at = endOfCode(text, at + 2)
  }
  throw new Error('A template does not end.')
}

function endOfCode(text: string, from: number): number {
  for (let at = from, depth = 0; at < text.length; at++) {
    const one = text[at]
    if (one === '`') at = endOfTemplate(text, at + 1)
    else if (one === "'") at = text.indexOf("'", at + 1)
    else if (one === '{') depth++
    else if (one === '}' && depth-- === 0) return at
  }
  throw new Error('Code in a template does not end.')
}
