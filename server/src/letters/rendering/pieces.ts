import { type Parsed, renderTemplate } from './template.ts'
import { type BlockName, block_mark, block_names } from './variables.ts'

/** A stretch of a paragraph. */
export type Run = { text: string; strong: boolean }

/** What a letter is made of, whatever it becomes: a mail, a page of it, or paper. Lines of a paragraph stay lines. */
export type Piece = { is: 'paragraph'; lines: Run[][] } | { [Name in BlockName]: { is: Name } }[BlockName]

/** The body of a letter as pieces: paragraphs lie between empty lines, and blocks stand alone. */
export function piecesOf(body: Parsed, scope: object): Piece[] {
  return renderTemplate(body, scope)
    .replaceAll('\r\n', '\n')
    .split(new RegExp(`\\n[ \\t]*\\n|(${block_mark}[^\u0001]+${block_mark})`))
    .map((part) => (part ?? '').trim())
    .filter((part) => part !== '')
    .map(pieceOf)
}

function pieceOf(part: string): Piece {
  const block = block_names.find((name) => part === `${block_mark}${name}${block_mark}`)
  return block ? { is: block } : { is: 'paragraph', lines: part.split('\n').map((line) => runsOf(line.trim())) }
}

/** What stands between two pairs of stars is strong. */
function runsOf(line: string): Run[] {
  const parts = line.split(/\*\*(.+?)\*\*/)
  return parts.map((text, index) => ({ text, strong: index % 2 === 1 })).filter(({ text }) => text !== '')
}

export const plainOf = (lines: readonly Run[][]): string =>
  lines.map((runs) => runs.map(({ text }) => text).join('')).join('\n')
