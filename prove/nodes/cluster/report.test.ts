import { expect, test } from 'vitest'

import type { Visit } from '#prove/faults/visitor.ts'

import { KILL_KINDS, planKills } from '#prove/nodes/cluster/kills.ts'
import { isMet, longestPauseSeconds, rowsOf, tableOf } from '#prove/nodes/cluster/report.ts'

const [crash, node] = KILL_KINDS
const visit = (seen: Partial<Visit>): Visit => ({
  kind: 'verify',
  ending: 'answered',
  status: 200,
  headers: {},
  begunAt: 0,
  endedAt: 0,
  text: '',
  ...seen,
})
const rejection = { status: 503, headers: { 'retry-after': '2' }, text: '{"message":"Please try again."}' }

test('twenty kills play every kind in turn', () => {
  const names = planKills(20).map(({ name }) => name)
  expect(new Set(names).size).toBe(7)
  expect(names.slice(0, 7)).toEqual(names.slice(7, 14))
  expect(planKills(3)).toHaveLength(3)
})

test('a pause goes from the last purchase before the kill, and the one that the next kill makes is not counted twice', () => {
  const first = { kind: crash!, from: 1000, to: 5000 }
  const second = { kind: node!, from: 5000, to: 30_000 }
  const bought = [100, 900, 4100, 4900, 25_900, 29_900]
  expect(longestPauseSeconds(first, bought)).toBe(3.2)
  expect(longestPauseSeconds(second, bought)).toBe(21)
  expect(longestPauseSeconds(first, [900, 1100])).toBe(3.9)
  expect(longestPauseSeconds(first, [900])).toBe(4.1)
  expect(longestPauseSeconds(first, [])).toBe(4)
})

test('an aim is missed by a pause that is too long, a page that fails, and a failure that is no clean 503', () => {
  const phases = [{ kind: crash!, from: 0, to: 10_000 }]
  const bought = [1000, 4000, 7000, 9999].map((endedAt) => visit({ endedAt }))
  const rowWith = (...more: Partial<Visit>[]) => rowsOf(phases, [...bought, ...more.map(visit)])[0]!
  expect(isMet(rowWith({ endedAt: 500, ...rejection }, { kind: 'read', endedAt: 500 }))).toBe(true)
  expect(isMet(rowWith({ kind: 'read', endedAt: 500, ...rejection }))).toBe(false)
  expect(isMet(rowWith({ endedAt: 500, ...rejection, headers: {} }))).toBe(false)
  expect(isMet(rowWith({ endedAt: 500, ...rejection, text: '<html>' }))).toBe(false)
  expect(isMet(rowWith({ endedAt: 500, status: 500 }))).toBe(false)
  expect(isMet(rowWith({ endedAt: 500, status: 0, ending: 'cut' }))).toBe(false)
  expect(isMet(rowsOf(phases, [visit({ endedAt: 500 }), visit({ endedAt: 9000 })])[0]!)).toBe(false)
})

test('the table has a row for each kind that was played', () => {
  const phases = [crash!, node!, crash!].map((kind, index) => ({ kind, from: index * 1000, to: index * 1000 + 1000 }))
  const bought = Array.from({ length: 30 }, (_, index) => visit({ endedAt: index * 100 }))
  const lines = tableOf(rowsOf(phases, [...bought, visit({ kind: 'read', endedAt: 50 })])).split('\n')
  expect(lines).toHaveLength(4)
  expect(lines[2]).toBe('| primary’s PostgreSQL | 2 | 0.1, 0.1 | 7 | 0 | 0 | 0 of 1 |')
  expect(lines[3]).toBe('| primary’s whole node | 1 | 0.1 | 25 | 0 | 0 | 0 of 0 |')
})
