import type { Reply } from './ask.ts'

/** Counts what came of requests, by kind. */
export type Tally = {
  note: (kind: string, reply: Reply) => void
  notSent: (kind: string) => void
  /** The sum so far, in a line. */
  line: () => string
  table: () => string
  /** Answers that are neither what was asked for nor an honest refusal. */
  wrong: () => number
  sum: () => Pick<Row, 'done' | 'refused' | 'broke' | 'wrong'>
  /** The longest that anybody waited for an answer of whatever kind. */
  slowest: () => number
}

type Row = { done: number; refused: number; broke: number; wrong: number; not_sent: number; ms: number[] }

export function makeTally(): Tally {
  const rows = new Map<string, Row>()
  const wrong: string[] = []
  let slowest = 0
  const rowOf = (kind: string): Row => {
    const known = rows.get(kind)
    if (known) return known
    const fresh: Row = { done: 0, refused: 0, broke: 0, wrong: 0, not_sent: 0, ms: [] }
    rows.set(kind, fresh)
    return fresh
  }
  return {
    note: (kind, { status, broke, ms, text }) => {
      const row = rowOf(kind)
      slowest = Math.max(slowest, ms)
      if (broke !== null) row.broke++
      else if (status === 503) row.refused++
      else if (status === 200 || status === 201) {
        row.done++
        row.ms.push(ms)
      } else {
        row.wrong++
        wrong.push(`${kind}: ${status} ${text.slice(0, 200)}`)
      }
    },
    notSent: (kind) => void rowOf(kind).not_sent++,
    line: () => {
      const { done, refused, broke, wrong: bad } = sumOf([...rows.values()])
      return `${done} done, ${refused} refused, ${broke} broke, ${bad} wrong`
    },
    table: () => {
      const all = [...rows, ['all', sumOf([...rows.values()])] as const]
      const head = ['', 'done', '503', 'broke', 'wrong', 'not sent', 'errors', 'p50 ms', 'p99 ms']
      const lines = [head, ...all.map(([name, row]) => cellsOf(name, row))]
      const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
      const text = lines.map((line) =>
        line.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join('  '),
      )
      return [...text, ...wrong.slice(0, 5)].join('\n')
    },
    wrong: () => wrong.length,
    sum: () => sumOf([...rows.values()]),
    slowest: () => slowest,
  }
}

function sumOf(rows: Row[]): Row {
  const sum = (name: 'done' | 'refused' | 'broke' | 'wrong' | 'not_sent'): number =>
    rows.reduce((total, row) => total + row[name], 0)
  return {
    done: sum('done'),
    refused: sum('refused'),
    broke: sum('broke'),
    wrong: sum('wrong'),
    not_sent: sum('not_sent'),
    ms: rows.flatMap(({ ms }) => ms),
  }
}

function cellsOf(name: string, { done, refused, broke, wrong, not_sent, ms }: Row): string[] {
  const sorted = ms.toSorted((one, other) => one - other)
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
  const failed = refused + broke + wrong + not_sent
  const errors = `${((failed / Math.max(1, failed + done)) * 100).toFixed(2)} %`
  return [name, ...[done, refused, broke, wrong, not_sent].map(String), errors, at(0.5), at(0.99)]
}
