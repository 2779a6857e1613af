import { expect, test } from 'vitest'

import { drawFlame, growFrames, sharesOf } from './flame-chart.ts'

const at = (id: number, functionName: string, url: string, children: number[] = []) => ({
  id,
  children,
  callFrame: { functionName, url, scriptId: '0', lineNumber: 0, columnNumber: 0 },
})

/** `settle` runs for 30 µs by itself and 60 µs in `query`; 10 µs go into collecting garbage, 900 into waiting. */
const whole = growFrames({
  startTime: 0,
  endTime: 1000,
  nodes: [
    at(1, '(root)', '', [2, 4, 5]),
    at(2, 'settle', 'file:///shop/server/orders/settle.ts', [3]),
    at(3, 'query', 'file:///shop/node_modules/pg/lib/client.js'),
    at(4, '(garbage collector)', ''),
    at(5, '(idle)', ''),
  ],
  samples: [2, 3, 3, 4, 5],
  timeDeltas: [30, 20, 40, 10, 900],
})

test('a function’s time is its own and that of what it called, and waiting is none', () => {
  expect(whole.us).toBe(100)
  const [settle, garbage] = [...whole.callees.values()]
  expect(settle).toMatchObject({ name: 'settle', origin: 'shop', us: 90 })
  expect([...(settle?.callees.values() ?? [])]).toMatchObject([{ name: 'query', origin: 'libraries', us: 60 }])
  expect(garbage).toMatchObject({ name: '(garbage collector)', origin: 'Node and V8', us: 10 })
})

test('shares are of each origin’s own time', () => {
  expect(sharesOf(whole)).toEqual({ shop: 0.3, pages: 0, libraries: 0.6, engine: 0, 'Node and V8': 0.1 })
})

test('a frame is as wide as it took long, below its caller', () => {
  const svg = drawFlame(whole, 'a purchase <of two>')
  expect(svg).toContain('aria-label="a purchase &lt;of two>"')
  const boxOf = (name: string) => {
    const [, x, y, width] =
      new RegExp(`<title>${name},.*?<rect x="([\\d.]+)" y="(\\d+)" width="([\\d.]+)"`).exec(svg) ?? []
    return { x: Number(x), y: Number(y), width: Number(width) }
  }
  expect(boxOf('settle').width).toBe(1079.5)
  expect(boxOf('query').width).toBe(719.5)
  expect(boxOf('query').x).toBe(boxOf('settle').x)
  expect(boxOf('query').y).toBeGreaterThan(boxOf('settle').y)
})
