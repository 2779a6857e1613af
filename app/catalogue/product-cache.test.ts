import { expect, test, vi } from 'vitest'

import { firstProducts } from '#app/catalogue/product-cache.ts'
import { createApi } from '#contract/api/api.ts'
import { memoryStorage } from '#test/memory-storage.ts'

const NOW = 1_800_000_000_000
const MINUTES = 60_000

function shop() {
  const state = { calls: 0 }
  const api = createApi(async () => {
    state.calls += 1
    return Response.json({ products: [{ _id: 'fresh' }] })
  })
  return { api, state }
}
const entry = (ageMs: number) => ({
  products: JSON.stringify({ products: [{ _id: 'kept' }], timestamp: NOW - ageMs }),
})

test('products cached less than ten minutes ago come from the cache', async () => {
  const { api, state } = shop()
  expect(await firstProducts(api, memoryStorage(entry(10 * MINUTES - 1)), NOW)).toEqual([{ _id: 'kept' }])
  expect(state.calls).toBe(0)
})

test.each([10 * MINUTES, -MINUTES])(
  'products cached %s ms ago are fetched again and cached with the time',
  async (age) => {
    const storage = memoryStorage(entry(age))
    expect(await firstProducts(shop().api, storage, NOW)).toEqual([{ _id: 'fresh' }])
    expect(JSON.parse(storage.getItem('products') ?? '')).toEqual({ products: [{ _id: 'fresh' }], timestamp: NOW })
  },
)

test.each(['{broken', '[]', '{"products":1,"timestamp":2}'])(
  'a broken entry %s logs a warning and is replaced',
  async (broken) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const storage = memoryStorage({ products: broken })
    expect(await firstProducts(shop().api, storage, NOW)).toEqual([{ _id: 'fresh' }])
    expect(warn).toHaveBeenCalledOnce()
    expect(storage.getItem('products')).toContain('fresh')
    warn.mockRestore()
  },
)

test('with a full storage the products are still returned', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(await firstProducts(shop().api, memoryStorage({}, true), NOW)).toEqual([{ _id: 'fresh' }])
  expect(warn).toHaveBeenCalledOnce()
  warn.mockRestore()
})
