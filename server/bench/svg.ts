// Charts as SVG, written by hand so that nothing is needed to make or to show them. They bring their own colours for
// light and dark, a ground of their own, and words for those who do not see them.

export type Colour = 'service' | 'plain' | 'limit' | 'bare' | 'second'

export type Part = { colour: Colour; value: number }

/** A bar, of one part or of several behind each other, with its figure in words. */
export type Bar = { parts: Part[]; says: string }

export type BarChart = {
  title: string
  desc: string
  legend: { colour: Colour; name: string }[]
  groups: { name: string; bars: Bar[] }[]
}

const width = 760
const names_width = 254
const figures_width = 136
const bar_height = 16
const bar_gap = 3
const group_gap = 14
const top = 76

const style = `
  .ground { fill: #ffffff; stroke: #d8dee6 } .grid { stroke: #e3e8ee } .axis { stroke: #9aa5b1 }
  .bound { stroke: #b3261e; stroke-width: 2 }
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1c2733 }
  .title { font-size: 16px; font-weight: 600 } .quiet { fill: #52606d; font-size: 12px }
  .service { fill: #1f6feb } .second { fill: #8b4fc6 } .limit { fill: #0f8a7e } .bare { fill: #b7791f }
  .plain { fill: #8693a1 }
  .line { fill: none; stroke-width: 2.5 } .line.service { stroke: #1f6feb } .line.second { stroke: #8b4fc6 }
  .line.limit { stroke: #0f8a7e } .line.service, .line.second, .line.limit { fill: none }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #11161d; stroke: #2c3642 } .grid { stroke: #232c36 } .axis { stroke: #66727f }
    .bound { stroke: #ff8a80 }
    text { fill: #e8edf2 } .quiet { fill: #a9b4c0 }
    .service { fill: #5b9dff } .second { fill: #c49bf0 } .limit { fill: #3cc4b4 } .bare { fill: #e0ab4e }
    .plain { fill: #78848f }
    .line.service { stroke: #5b9dff } .line.second { stroke: #c49bf0 } .line.limit { stroke: #3cc4b4 }
  }`

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const at = (value: number): string => String(Math.round(value * 10) / 10)

/** The frame of every chart: ground, title, words and legend. */
export function frame(
  { title, desc, legend }: Pick<BarChart, 'title' | 'desc' | 'legend'>,
  height: number,
  inside: string[],
): string {
  let x = 20
  const keys = legend.map(({ colour, name }) => {
    const place = x
    x += 28 + name.length * 7
    const mark = `<rect class="${colour}" x="${place}" y="44" width="12" height="12" rx="2"/>`
    return `${mark}<text class="quiet" x="${place + 18}" y="54">${escaped(name)}</text>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"` +
      ' role="img" aria-labelledby="title desc">',
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="desc">${escaped(desc)}</desc>`,
    `<style>${style}\n</style>`,
    `<rect class="ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    `<text class="title" x="20" y="29">${escaped(title)}</text>`,
    ...keys,
    ...inside,
    '</svg>',
    '',
  ].join('\n')
}

/** Bars that lie, in groups under a name, all on one scale. */
export function barChart(chart: BarChart): string {
  const sumOf = ({ parts }: Bar): number => parts.reduce((sum, { value }) => sum + value, 0)
  const bars = chart.groups.flatMap((group) => group.bars)
  const most = Math.max(...bars.map(sumOf), Number.MIN_VALUE)
  const scale = (width - names_width - figures_width - 20) / most
  const inside: string[] = []
  const begin = chart.legend.length > 0 ? top : top - 26
  let y = begin
  for (const { name, bars: here } of chart.groups) {
    const middle = y + (here.length * (bar_height + bar_gap) - bar_gap) / 2
    inside.push(`<text x="20" y="${at(middle + 4.5)}">${escaped(name)}</text>`)
    for (const bar of here) {
      inside.push(...drawn(bar, y, scale))
      y += bar_height + bar_gap
    }
    y += group_gap
  }
  const axis = `<line class="axis" x1="${names_width}" x2="${names_width}" y1="${begin - 6}" y2="${y - group_gap + 4}"/>`
  return frame(chart, y + 6, [...inside, axis])
}

function drawn({ parts, says }: Bar, y: number, scale: number): string[] {
  const drawing: string[] = []
  let x = names_width
  for (const { colour, value } of parts) {
    // A hair's breadth between parts, so that they can be told apart without their colours.
    const long = Math.max(1, value * scale - (parts.length > 1 ? 1.5 : 0))
    drawing.push(`<rect class="${colour}" x="${at(x)}" y="${y}" width="${at(long)}" height="${bar_height}" rx="2"/>`)
    x += value * scale
  }
  return [...drawing, `<text class="quiet" x="${at(x + 8)}" y="${at(y + 12.5)}">${escaped(says)}</text>`]
}

export type Line = { colour: Colour; name: string; points: { label: string; value: number }[] }

/** Lines over a few places, one under the other, each with its own names below, and a limit that none should pass. */
export function lineCharts(
  chart: Pick<BarChart, 'title' | 'desc' | 'legend'> & { lines: Line[]; limit: number; limit_name: string },
): string {
  const most = Math.max(chart.limit, ...chart.lines.flatMap(({ points }) => points.map(({ value }) => value))) * 1.15
  const high = 150
  const wide = (width - 40 - 24 * (chart.lines.length - 1)) / chart.lines.length
  const y = (value: number): string => at(top + high - (value / most) * high)
  const inside = chart.lines.flatMap(({ colour, name, points }, index) => {
    const left = 20 + index * (wide + 24)
    const x = (place: number): number => left + 24 + (place * (wide - 48)) / Math.max(1, points.length - 1)
    const path = points.map(({ value }, place) => `${at(x(place))},${y(value)}`).join(' ')
    return [
      `<line class="axis" x1="${at(left)}" x2="${at(left + wide)}" y1="${top + high}" y2="${top + high}"/>`,
      `<line class="grid" x1="${at(left)}" x2="${at(left + wide)}" y1="${y(1)}" y2="${y(1)}"/>`,
      `<line class="bound" stroke-dasharray="5 4" x1="${at(left)}" x2="${at(left + wide)}" y1="${y(chart.limit)}"` +
        ` y2="${y(chart.limit)}"/>`,
      `<polyline class="line ${colour}" points="${path}"/>`,
      ...points.flatMap(({ label, value }, place) => [
        `<circle class="${colour}" cx="${at(x(place))}" cy="${y(value)}" r="4.5"/>`,
        `<text text-anchor="middle" x="${at(x(place))}" y="${top + high - 12}">${value.toFixed(2)}</text>`,
        `<text class="quiet" text-anchor="middle" x="${at(x(place))}" y="${top + high + 18}">${escaped(label)}</text>`,
      ]),
      `<text text-anchor="middle" x="${at(left + wide / 2)}" y="${top + high + 40}">${escaped(name)}</text>`,
    ]
  })
  const note = `<text class="quiet" x="${width - 20}" y="54" text-anchor="end">${escaped(chart.limit_name)}</text>`
  return frame(chart, top + high + 58, [...inside, note])
}
