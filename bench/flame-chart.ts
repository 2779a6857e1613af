import type { Profiler } from 'node:inspector'

/** One function in one chain of callers, with the time in which it or something that it called was running. */
export interface Frame {
  name: string
  origin: Origin
  us: number
  callees: Map<string, Frame>
}

const COLOURS = {
  shop: '#3b6fb6',
  pages: '#2f8f6b',
  libraries: '#d98200',
  engine: '#b0517f',
  'Node and V8': '#8d8d8d',
} as const
export type Origin = keyof typeof COLOURS

const ORIGINS: readonly (readonly [part: string, origin: Origin])[] = [
  ['/pglite/', 'engine'],
  ['wasm:', 'engine'],
  ['/node_modules/', 'libraries'],
  ['/build/server/', 'pages'],
  ['/server/', 'shop'],
  ['/contract/', 'shop'],
]

function originOf(url: string): Origin {
  return ORIGINS.find(([part]) => url.includes(part))?.[1] ?? 'Node and V8'
}

/** The processor was idle, or the profiler cannot tell. */
const UNTOLD = new Set(['(root)', '(idle)', '(program)'])
/** Writing the profile down is no work of the shop's. */
const PROFILER = 'profiler.ts'

const frame = (name: string, origin: Origin): Frame => ({ name, origin, us: 0, callees: new Map() })

/** Of a nameless function its file is told, of Node's own only that it is Node's. */
function nameOf({ functionName, url }: { functionName: string; url: string }): string {
  const file = url.split('/').at(-1) ?? ''
  return functionName === '' ? `(in ${file || 'native code'})` : functionName
}

/**
 * Puts a profile together: the same function under the same callers is one frame, however often it was called, and what a
 * function calls by way of itself stands below it once.
 */
export function growFrames({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const callerOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const whole = frame('everything', 'Node and V8')
  const pathTo = (id: number): Profiler.ProfileNode[] => {
    const path: Profiler.ProfileNode[] = []
    for (let at: number | undefined = id; at !== undefined; at = callerOf.get(at)) {
      const node = byId.get(at)
      if (node) path.unshift(node)
    }
    return path.filter(({ callFrame }) => !UNTOLD.has(callFrame.functionName))
  }
  for (const [index, id] of samples.entries()) {
    const us = timeDeltas[index] ?? 0
    const path = pathTo(id)
    if (path.length === 0 || path.some(({ callFrame }) => callFrame.url.endsWith(PROFILER))) continue
    whole.us += us
    let at = whole
    const keys = new Set<string>()
    for (const { callFrame } of path) {
      const origin = originOf(callFrame.url)
      const key = `${origin} ${nameOf(callFrame)}`
      if (keys.has(key)) continue
      keys.add(key)
      const next = at.callees.get(key) ?? frame(nameOf(callFrame), origin)
      at.callees.set(key, next)
      next.us += us
      at = next
    }
  }
  return whole
}

/** How much of the time each origin's own code was running, as shares of 1. */
export function sharesOf(whole: Frame): Record<Origin, number> {
  const own: Record<Origin, number> = { shop: 0, pages: 0, libraries: 0, engine: 0, 'Node and V8': 0 }
  const add = ({ origin, us, callees }: Frame) => {
    const called = [...callees.values()]
    own[origin] += us - called.reduce((sum, callee) => sum + callee.us, 0)
    called.forEach(add)
  }
  for (const callee of whole.callees.values()) add(callee)
  for (const origin of Object.keys(own) as Origin[]) own[origin] /= whole.us
  return own
}

const WIDTH = 1200
const ROW = 17
const LEGEND = 26
const CHARACTER = 6.4
/** Narrower than this nothing can be seen. */
const LEAST_WIDTH = 2.5

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Draws frames below their callers, as wide as they took long, as an SVG; a frame's share is in its title. */
export function drawFlame(whole: Frame, subject: string): string {
  const boxes: string[] = []
  let depth = 0
  const draw = (callees: Iterable<Frame>, left: number, row: number) => {
    let x = left
    for (const { name, origin, us, callees: next } of [...callees].toSorted((a, b) => b.us - a.us)) {
      const width = (us / whole.us) * WIDTH
      if (width < LEAST_WIDTH) continue
      const y = LEGEND + row * ROW
      const share = `${((us / whole.us) * 100).toFixed(1)} %`
      const shown = width > 24 ? escaped(name.slice(0, Math.floor((width - 6) / CHARACTER))) : ''
      boxes.push(
        `<g><title>${escaped(name)}, ${share}</title>` +
          `<rect x="${x.toFixed(1)}" y="${y}" width="${(width - 0.5).toFixed(1)}" height="${ROW - 1}" fill="${COLOURS[origin]}"/>` +
          (shown && `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${shown}</text>`) +
          '</g>',
      )
      depth = Math.max(depth, row + 1)
      draw(next.values(), x, row + 1)
      x += width
    }
  }
  draw(whole.callees.values(), 0, 0)
  const legend = Object.entries(COLOURS).map(
    ([origin, colour], index) =>
      `<rect x="${index * 130}" y="4" width="12" height="12" fill="${colour}"/>` +
      `<text x="${index * 130 + 18}" y="14" fill="#808080">${origin}</text>`,
  )
  const height = LEGEND + depth * ROW
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11" fill="#fff" role="img" aria-label="${escaped(subject)}">`,
    ...legend,
    ...boxes,
    '</svg>',
    '',
  ].join('\n')
}
