import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { logoQuery } from '../api/queries.ts'
import { fill } from '../words/fill.ts'
import { useWords } from '../words/words.tsx'
import classes from './paper.module.css'

/** What the service says of a page: what stands where, in points of A4. */
export type PaperPage = { marks: readonly Record<string, unknown>[] }

type Mark =
  | { is: 'text'; text: string; x: number; y: number; size: number; bold: boolean; color: string; width: number }
  | { is: 'line'; from: [number, number]; to: [number, number]; width: number; color: string }
  | { is: 'fill'; squares: [number, number, number, number][]; color: string }
  | { is: 'picture'; x: number; y: number; width: number; height: number }

const a4 = { width: 595.28, height: 841.89 }

/** A letter as it is printed, drawn by the page itself: every line breaks where it breaks on paper. */
export function Paper({ pages, label }: { pages: readonly PaperPage[]; label: string }) {
  const { words } = useWords()
  return (
    <div className={classes.pages}>
      {pages.map(({ marks }, index) => {
        const number = index + 1
        return (
          <svg
            key={number}
            className={classes.page}
            viewBox={`0 0 ${a4.width} ${a4.height}`}
            role="img"
            aria-label={`${label}, ${fill(words.paper_page, { number, count: pages.length })}`}
          >
            {marks.map((mark, place) => (
              // The service writes marks of these kinds alone, and their order never changes.
              // biome-ignore lint/suspicious/noArrayIndexKey: there is nothing else to know them by.
              <Drawn key={place} mark={mark as Mark} />
            ))}
          </svg>
        )
      })}
    </div>
  )
}

function Drawn({ mark }: { mark: Mark }) {
  switch (mark.is) {
    case 'text':
      return (
        <text
          x={mark.x}
          y={mark.y}
          fontSize={mark.size}
          fontWeight={mark.bold ? 600 : 400}
          fill={mark.color}
          textLength={mark.width}
          lengthAdjust="spacingAndGlyphs"
        >
          {mark.text}
        </text>
      )
    case 'line':
      return (
        <line
          x1={mark.from[0]}
          y1={mark.from[1]}
          x2={mark.to[0]}
          y2={mark.to[1]}
          stroke={mark.color}
          strokeWidth={mark.width}
        />
      )
    case 'fill':
      return <path fill={mark.color} d={mark.squares.map(([x, y, w, h]) => `M${x} ${y}h${w}v${h}h${-w}Z`).join('')} />
    case 'picture':
      return <Logo {...mark} />
  }
}

function Logo({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const { administration_id = '' } = useParams({ strict: false })
  const { data } = useQuery({ ...logoQuery(administration_id), enabled: administration_id !== '' })
  return data?.url ? <image href={data.url} x={x} y={y} width={width} height={height} /> : null
}
