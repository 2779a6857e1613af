import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { watchFreeSpace } from '#server/db/embedded/free-space.ts'

const MEBIBYTE = 1024 * 1024

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'selvedge-space-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

test('free space below the floor is noticed, and that there is room again', async () => {
  let freeBytes = 1000 * MEBIBYTE
  const space = await watchFreeSpace({ directory, measureFreeBytes: async () => freeBytes, checkEveryMs: 10 })
  expect(space.hasFreeSpace()).toBe(true)
  freeBytes = 64 * MEBIBYTE - 1
  await expect.poll(() => space.hasFreeSpace()).toBe(false)
  freeBytes = 64 * MEBIBYTE
  await expect.poll(() => space.hasFreeSpace()).toBe(true)
  space.stop()
})

test('the disk is looked at every two seconds', async () => {
  let looks = 0
  const measureFreeBytes = async () => {
    looks += 1
    return looks === 1 ? 1000 * MEBIBYTE : 0
  }
  const space = await watchFreeSpace({ directory, measureFreeBytes })
  await expect.poll(() => space.hasFreeSpace(), { timeout: 5000 }).toBe(false)
  space.stop()
})

test('the reserve is real, is given up once, and comes back when there is plenty again', async () => {
  let freeBytes = 1000 * MEBIBYTE
  const space = await watchFreeSpace({ directory, measureFreeBytes: async () => freeBytes, checkEveryMs: 10 })
  const reserve = join(directory, 'selvedge.reserve')
  const { blocks } = await stat(reserve)
  expect(blocks * 512).toBeGreaterThanOrEqual(32 * MEBIBYTE)

  freeBytes = 40 * MEBIBYTE
  expect([space.giveUpReserve(), space.giveUpReserve()]).toEqual([true, false])
  expect(existsSync(reserve)).toBe(false)
  expect([space.hasFreeSpace(), space.isExhausted()]).toEqual([false, true])
  freeBytes = 1000 * MEBIBYTE
  await expect.poll(() => space.isExhausted()).toBe(false)
  expect(space.hasFreeSpace()).toBe(true)
  space.stop()
})
