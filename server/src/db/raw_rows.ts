import type pg from 'pg'
import { type Reader, readersOf } from './readers.ts'
import { type RawRow, run } from './tap.ts'
import { asText, requestBytes } from './wire.ts'

export type { RawRow } from './tap.ts'

export type RawStatement = { text: string; values: readonly unknown[]; name?: string }

/** Runs a statement; `take` sees each row while it stands, and must copy what it wants to keep. */
export function rawRows(pool: pg.Pool, statement: RawStatement, take: (row: RawRow) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    // Before it is our turn: after that, nobody could be told what is wrong with them.
    const parameters = statement.values.map(asText)
    const readers = readersOf(pool)
    readers.take((problem, reader) => {
      if (reader === null) return reject(problem)
      const parse = isUnparsed(reader, statement)
      if (parse === null) {
        readers.giveBack(reader, false)
        return reject(new Error(`Names of statements must be unique: ${statement.name} is that of another one.`))
      }
      const ended = readers.watch?.(statement.text)
      let rows = 0
      const running = {
        take: (row: RawRow): void => {
          rows++
          take(row)
        },
        parsed: (): void => void (statement.name && reader.prepared.set(statement.name, statement.text)),
        ended: (error: unknown, usable: boolean): void => {
          readers.giveBack(reader, !usable)
          ended?.({ rows, error })
          if (error === null) resolve()
          else reject(error)
        },
      }
      run(reader.tap, running, requestBytes(parse ? statement.text : null, statement.name ?? '', parameters))
    })
  })
}

/** Whether the server still has to parse the statement; null when it knows another one by that name. */
function isUnparsed({ prepared }: Reader, { name = '', text }: RawStatement): boolean | null {
  const known = name === '' ? undefined : prepared.get(name)
  if (known === undefined) return true
  return known === text ? false : null
}
