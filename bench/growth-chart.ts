import { scaleLog, scalePoint } from 'd3-scale'
import { line } from 'd3-shape'

import { median } from './figures.ts'

/** How long something took in shops of several sizes: products and milliseconds. */
export interface Curve {
  name: string
  points: readonly { size: number; ms: number }[]
}

const WIDTH = 760
const HEIGHT = 420
const LEFT = 56
const RIGHT = 200
const TOP = 24
const BOTTOM = 44
const LINE_HEIGHT = 17
/** Told apart on white and on black, and by those who do not see red and green. */
const COLOURS = ['#3b6fb6', '#d98200', '#2f8f6b', '#b0517f', '#7a6cc9', '#8a7a2f', '#7d7d7d', '#c2543a']
const TICKS = [1, 2, 5, 10, 25, 50, 100, 250, 500]

/** The same words one below the other, as near to where their curves end as their height allows. */
function placeLabels(ends: readonly number[]): number[] {
  const order = ends.map((_, index) => index).toSorted((a, b) => (ends[a] ?? 0) - (ends[b] ?? 0))
  const places = [...ends]
  let lowest = TOP
  for (const index of order) {
    places[index] = Math.max(ends[index] ?? 0, lowest)
    lowest = (places[index] ?? 0) + LINE_HEIGHT
  }
  const overhang = Math.max(0, lowest - LINE_HEIGHT - (HEIGHT - BOTTOM))
  return places.map((place) => place - overhang)
}

/** Draws how the time grows with the number of products, as an SVG that reads on light and dark pages. */
export function drawGrowth(curves: readonly Curve[]): string {
  const sizes = [...new Set(curves.flatMap(({ points }) => points.map(({ size }) => size)))].toSorted((a, b) => a - b)
  const times = curves.flatMap(({ points }) => points.map(({ ms }) => ms))
  const x = scalePoint(sizes, [LEFT, WIDTH - RIGHT])
  const y = scaleLog([Math.min(1, ...times), Math.max(50, ...times)], [HEIGHT - BOTTOM, TOP])
  const path = line<{ size: number; ms: number }>(
    ({ size }) => x(size) ?? Number.NaN,
    ({ ms }) => y(ms),
  )
  const [least = 1, most = 1] = y.domain()
  const grid = TICKS.filter((tick) => tick >= least && tick <= most).map(
    (tick) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(tick)}" y2="${y(tick)}" stroke="currentColor" opacity=".15"/>` +
      `<text x="${LEFT - 8}" y="${y(tick)}" dy=".35em" text-anchor="end">${tick} ms</text>`,
  )
  const below = sizes.map(
    (size) =>
      `<text x="${x(size)}" y="${HEIGHT - BOTTOM + 22}" text-anchor="middle">${size.toLocaleString('en')} products</text>`,
  )
  const labels = placeLabels(curves.map(({ points }) => y(points.at(-1)?.ms ?? median(times))))
  const drawn = curves.map(({ name, points }, index) => {
    const colour = COLOURS[index % COLOURS.length]
    return (
      `<path d="${path(points)}" fill="none" stroke="${colour}" stroke-width="2"/>` +
      `<text x="${WIDTH - RIGHT + 10}" y="${labels[index]}" dy=".35em" fill="${colour}">${name}</text>`
    )
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#808080" color="#808080" role="img" aria-label="Time of an answer that is made anew, by the number of products">`,
    ...grid,
    ...below,
    ...drawn,
    '</svg>',
    '',
  ].join('\n')
}
