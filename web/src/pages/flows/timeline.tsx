import type { Flow } from '../../api/flows.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { daysOf } from './steps.ts'
import classes from './timeline.module.css'

const rows = { draft: 48, published: 86 }

/** The draft above what is published, on one line of days. It repeats the list below, for eyes alone. */
export function Timeline({ flow, published }: { flow: Flow; published: Flow | null }) {
  const { words } = useWords()
  const now = daysOf(flow.steps)
  const before = published ? daysOf(published.steps) : []
  const all = [...now, ...before].map(({ at }) => at)
  const [first, last] = [Math.min(-10, ...all), Math.max(10, ...all)]
  const x = (day: number): string => `${11 + (83 * (day - first)) / (last - first)}%`
  const ticks = ticksOf(first, last)
  const was = new Map(before.map(({ step, at }) => [step, at]))
  return (
    <svg className={classes.line} width="100%" height="132" aria-hidden="true" focusable="false">
      <line className={classes.axis} x1="9%" x2="97%" y1={rows.draft} y2={rows.draft} />
      {published && <line className={classes.axis} x1="9%" x2="97%" y1={rows.published} y2={rows.published} />}
      {published && (
        <>
          <text className={classes.name} x="0" y={rows.draft + 4}>
            {words.flow_line_draft}
          </text>
          <text className={classes.name} x="0" y={rows.published + 4}>
            {words.flow_line_published}
          </text>
        </>
      )}
      <line className={classes.due} x1={x(0)} x2={x(0)} y1="34" y2="102" />
      {ticks.map((day) => (
        <text key={day} className={day === 0 ? classes.due_word : classes.tick} x={x(day)} y="122">
          {day === 0 ? words.flow_due : `${day > 0 ? '+' : '−'}${Math.abs(day)}`}
        </text>
      ))}
      {before.map(({ step, at }) => (
        <circle key={step} className={classes.before} cx={x(at)} cy={rows.published} r="5" />
      ))}
      {now.map(({ step, at }, index) => {
        const earlier = was.get(step)
        const changed = published !== null && earlier !== at
        return (
          <g key={step} data-changed={changed || undefined} className={classes.step}>
            {earlier !== undefined && (
              <line x1={x(at)} x2={x(earlier)} y1={rows.draft + 6} y2={rows.published - 6} className={classes.move} />
            )}
            <circle cx={x(at)} cy={rows.draft} r="5.5" />
            <text x={x(at)} y={index % 2 === 0 ? 14 : 30}>
              {sayType(words, 'flow_step', step)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

function ticksOf(first: number, last: number): number[] {
  const apart = last - first > 160 ? 30 : last - first > 80 ? 20 : 10
  const from = Math.ceil(first / apart)
  return Array.from({ length: Math.floor(last / apart) - from + 1 }, (_, index) => (from + index) * apart)
}
