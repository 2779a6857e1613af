import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listBrokenInvariants } from '#server/orders/invariant-queries.ts'
import { addPerson, type Person } from '#prove/actors.ts'
import { startShopProcess } from '#prove/shop-process.ts'
import { makeMigratedDataDir } from '#test/data-dir.ts'
import { addProduct } from '#test/factories.ts'

let folder: string
beforeAll(async () => {
  folder = await makeMigratedDataDir()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const startPayment = (origin: string, { cookie }: Person) =>
  fetch(`${origin}/api/payment/create/orderId`, { method: 'POST', headers: { cookie } })

test('a shop that is killed at a point starts again with everything that was committed', async () => {
  const settings = { DATA_DIR: folder }
  const first = await startShopProcess({ settings, killAt: { point: 'after-hold', nth: 1 } })
  const product = await addProduct(first.db, { stock: 3 })
  const buyer = await addPerson(first.db, 'customer')
  const added = await fetch(`${first.origin}/api/cart/add/${product.id}`, { headers: { cookie: buyer.cookie } })
  expect(added.status).toBe(200)
  await expect(startPayment(first.origin, buyer)).rejects.toThrow('fetch failed')
  expect(await first.ended).toBe('SIGKILL')

  const second = await startShopProcess({ settings })
  const held = await second.db.selectFrom('checkouts').select(['status', 'providerOrderId']).execute()
  expect(held).toEqual([{ status: 'open', providerOrderId: null }])
  expect(await listBrokenInvariants(second.db)).toEqual([])
  expect(second.complaints()).toEqual([])
  expect(await second.stop()).toBe(0)
})
