import { expect, test } from 'vitest'

import { drawGrowth } from './growth-chart.ts'

const curve = (name: string, ...times: number[]) => ({
  name,
  points: times.map((ms, index) => ({ size: 100 * 10 ** (2 * index), ms })),
})

test('a slower answer is drawn higher, and every size and name is told', () => {
  const svg = drawGrowth([curve('list', 5, 5, 6), curve('search', 5, 20, 80)])
  const paths = [...svg.matchAll(/<path d="([^"]+)"/g)].map(([, d = '']) =>
    d.split(/[ML,]/).filter(Boolean).map(Number),
  )
  const [list = [], search = []] = paths
  expect(list).toHaveLength(6)
  expect(search[1]).toBe(list[1])
  expect(search[5]).toBeLessThan(list[5] ?? 0)
  for (const words of ['100 products', '10,000 products', '1,000,000 products', 'list', 'search']) {
    expect(svg).toContain(`>${words}<`)
  }
})

test('labels of curves that end together stand below each other', () => {
  const svg = drawGrowth(['a', 'b', 'c'].map((name) => curve(name, 4, 4)))
  const places = ['a', 'b', 'c'].map((name) => Number(new RegExp(`y="([\\d.]+)"[^>]*>${name}<`).exec(svg)?.[1]))
  const [first = 0, second = 0, third = 0] = places.toSorted((a, b) => a - b)
  expect(second - first).toBeGreaterThan(12)
  expect(third - second).toBeGreaterThan(12)
})
