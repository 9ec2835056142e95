/** A figure, what we promise of it, and whether it is kept. */
export type Figure = { name: string; measured: string; promised: string; met: boolean }

/** A figure that has to stay below another one. */
export const below = (name: string, value: number, limit: number, say: (value: number) => string): Figure => ({
  ...{ name, measured: say(value), promised: `below ${say(limit)}`, met: value < limit },
})

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
export const milliseconds = (ms: number): string => `${Math.round(ms)} ms`
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
export const plain = (value: number): string => String(Math.round(value * 1000) / 1000)

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(0)} MB`

/** A figure about which nothing is promised. */
export const unpromised = (name: string, measured: string): Figure => ({ name, measured, promised: '–', met: true })

/** All figures below each other, those that were missed marked so. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = [
    ['figure', 'measured', 'promised', ''],
    ...figures.map(({ name, measured, promised, met }) => [name, measured, promised, met ? 'met' : 'MISSED']),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
