import classes from './line_chart.module.css'
import { nextRound } from './next_round.ts'

export type Line = { key: string; name: string; tone: 'main' | 'beside'; values: readonly (number | null)[] }

type LineChartProps = {
  label: string
  lines: readonly Line[]
  /** Below the points, from left to right. */
  names: readonly string[]
  sayTop: (value: number) => string
}

const [width, height] = [600, 150]

/** Lines for those who see; whoever draws one shows the same as a table beside it. */
export function LineChart({ label, lines, names, sayTop }: LineChartProps) {
  const top = nextRound(Math.max(...lines.flatMap(({ values }) => values.map((value) => value ?? 0)), 1))
  const x = (place: number): number => ((place + 0.5) / names.length) * width
  const y = (value: number): number => height - (Math.max(value, 0) / top) * height
  return (
    <figure className={classes.figure} aria-label={label}>
      <ul className={classes.legend}>
        {lines.map(({ key, name, tone }) => (
          <li key={key} data-tone={tone}>
            {name}
          </li>
        ))}
      </ul>
      <div className={classes.plot} aria-hidden="true">
        <span className={classes.top}>{sayTop(top)}</span>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className={classes.lines}
          role="presentation"
        >
          {[0, 0.5, 1].map((share) => (
            <path key={share} className={classes.grid} d={`M0 ${height * share}H${width}`} />
          ))}
          {lines.map(({ key, tone, values }) => (
            <path key={key} className={classes.line} data-tone={tone} d={pathOf(values, x, y)} />
          ))}
        </svg>
        <div className={classes.names}>
          {names.map((name) => (
            <span key={name}>{name}</span>
          ))}
        </div>
      </div>
    </figure>
  )
}

/** A line through the points that are there; where one is missing, it begins anew. */
function pathOf(
  values: readonly (number | null)[],
  x: (place: number) => number,
  y: (value: number) => number,
): string {
  return values
    .map((value, place) => {
      if (value === null) return ''
      const joined = place > 0 && values[place - 1] !== null
      return `${joined ? 'L' : 'M'}${x(place)} ${y(value)}`
    })
    .join('')
}
