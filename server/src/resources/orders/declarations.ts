import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { refuseParameters } from '../../api/errors.ts'
import type { SentFile } from '../../api/sent_file.ts'
import { type ClaimLine, readDeclaration } from '../../domain/declarations/declaration.ts'
import { cutLines } from '../../domain/declarations/lines.ts'
import { problems_max, problemText } from '../../domain/declarations/problems.ts'
import { type ArchiveLimits, ArchiveProblem, isArchive, readArchive } from '../../files/archive.ts'

const limits: ArchiveLimits = { files_max: 100, bytes_max: 128 * 1024 * 1024 }

type Read = { lines: ClaimLine[]; problems: string[] }

/**
 * Reads a declaration, or an archive of them, piece by piece. Everything that is wrong is reported at once, under the
 * name of the member that carried the file; then nothing of it is taken.
 */
export async function readDeclarations(file: SentFile, member: string): Promise<ClaimLine[]> {
  const { lines, problems } = await readAll(file).catch((error: unknown) => {
    if (error instanceof ArchiveProblem) return { lines: [], problems: [error.message] }
    throw error
  })
  if (problems.length > 0) refuseParameters(problems.slice(0, problems_max).map((problem) => `${member}: ${problem}`))
  if (lines.length === 0) refuseParameters([`${member}: there is no service in it`])
  return lines
}

async function readAll(file: SentFile): Promise<Read> {
  if (!isArchive(await startOf(file.path))) return readOne(createReadStream(file.path), '')
  const all: Read = { lines: [], problems: [] }
  const seen = new Set<string>()
  for await (const { name, bytes } of readArchive(file.path, limits)) {
    const { lines, problems } = await readOne(bytes, `${name}, `)
    all.problems.push(...problems)
    if (all.problems.length >= problems_max) return all
    for (const line of lines) {
      const { order_line_identifier: identifier } = line
      if (seen.has(identifier)) {
        all.problems.push(`${name}, line ${line.line}: the reference number «${identifier}» is in another file as well`)
      }
      seen.add(identifier)
      all.lines.push(line)
    }
  }
  return all
}

async function readOne(bytes: AsyncIterable<Uint8Array>, place: string): Promise<Read> {
  const reader = readDeclaration()
  const cutter = cutLines(reader.take)
  for await (const piece of bytes) {
    cutter.take(piece)
    if (reader.done()) break
  }
  cutter.end()
  const outcome = reader.end()
  if ('declaration' in outcome) return { lines: outcome.declaration.lines, problems: [] }
  return { lines: [], problems: outcome.problems.map((problem) => `${place}${problemText(problem)}`) }
}

async function startOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0).finally(() => file.close())
  return buffer.subarray(0, bytesRead)
}
