import { afterAll, beforeAll, expect, test } from 'vitest'

import type { OpenDatabase } from '#server/db/open.ts'

import { newId } from '#server/new-id.ts'
import { adjustStock, holdStock, lockStock, returnStock, setStock } from '#server/inventory/service.ts'
import { createTestDatabase } from '#test/database.ts'
import { addProduct } from '#test/factories.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

async function sizes(stocks: Record<string, number>): Promise<string[]> {
  const product = await addProduct(database.db, { sizes: stocks })
  return product.sizes.map(({ id }) => id)
}

async function stockOf(ids: readonly string[]): Promise<(number | undefined)[]> {
  const rows = await database.db.selectFrom('productSizes').select(['id', 'stock']).where('id', 'in', ids).execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.stock)
}

const ledgerOf = (id: string) =>
  database.db
    .selectFrom('stockLedger')
    .select(['change', 'reason', 'checkoutId', 'actorId'])
    .where('productSizeId', '=', id)
    .orderBy('id')
    .execute()

async function expectLedgerToMatch(ids: readonly string[]): Promise<void> {
  const stocks = await stockOf(ids)
  for (const [index, id] of ids.entries()) {
    const entries = await ledgerOf(id)
    expect(entries.reduce((sum, { change }) => sum + change, 0)).toBe(stocks[index])
  }
}

test('a hold takes every line out of the stock and writes the ledger', async () => {
  const [m = '', l = ''] = await sizes({ M: 4, L: 2 })
  const checkoutId = newId()
  const lines = [
    { productSizeId: l, quantity: 2 },
    { productSizeId: m, quantity: 3 },
  ]
  expect(await holdStock(database.db, { checkoutId, lines })).toEqual([])
  expect(await stockOf([m, l])).toEqual([1, 0])
  expect(await ledgerOf(m)).toEqual([
    { change: 4, reason: 'opening', checkoutId: null, actorId: null },
    { change: -3, reason: 'hold', checkoutId, actorId: null },
  ])
  await expectLedgerToMatch([m, l])
})

test('a hold that is short names every short line and takes nothing', async () => {
  const [s = '', m = '', l = ''] = await sizes({ S: 9, M: 1, L: 0 })
  const lines = [
    { productSizeId: s, quantity: 1 },
    { productSizeId: m, quantity: 2 },
    { productSizeId: l, quantity: 1 },
    { productSizeId: 'gone', quantity: 1 },
  ]
  const shortages = await holdStock(database.db, { checkoutId: newId(), lines })
  expect(shortages.toSorted((a, b) => b.available - a.available)).toEqual([
    { productSizeId: m, available: 1 },
    expect.objectContaining({ available: 0 }),
    expect.objectContaining({ available: 0 }),
  ])
  expect(shortages.map(({ productSizeId }) => productSizeId).toSorted()).toEqual([m, l, 'gone'].toSorted())
  expect(await stockOf([s, m, l])).toEqual([9, 1, 0])
  await expectLedgerToMatch([s, m, l])
})

test('the last piece is held once, however many ask at once', async () => {
  const [only = ''] = await sizes({ '': 1 })
  const asks = Array.from({ length: 12 }, () =>
    holdStock(database.db, { checkoutId: newId(), lines: [{ productSizeId: only, quantity: 1 }] }),
  )
  const outcomes = await Promise.all(asks)
  expect(outcomes.filter((shortages) => shortages.length === 0)).toHaveLength(1)
  expect(await stockOf([only])).toEqual([0])
  await expectLedgerToMatch([only])
})

test('holds of the same sizes in any order do not block each other', async () => {
  const ids = await sizes({ A: 500, B: 500, C: 500, D: 500, E: 500, F: 500 })
  const holds = Array.from({ length: 120 }, (_, index) => {
    const order = index % 2 === 0 ? ids : ids.toReversed()
    const turned = [...order.slice(index % 6), ...order.slice(0, index % 6)]
    const lines = turned.map((productSizeId) => ({ productSizeId, quantity: 1 }))
    return holdStock(database.db, { checkoutId: newId(), lines })
  })
  expect((await Promise.all(holds)).flat()).toEqual([])
  expect(await stockOf(ids)).toEqual(ids.map(() => 380))
  await expectLedgerToMatch(ids)
})

test('transactions that lock first may change the same sizes twice', async () => {
  const [a = '', b = '', c = ''] = await sizes({ A: 100, B: 100, C: 100 })
  const orders = [
    [a, b, c],
    [c, b, a],
    [b, a, c],
  ]
  const asks = Array.from({ length: 30 }, (_, index) => {
    const lines = (orders[index % orders.length] ?? []).map((productSizeId) => ({ productSizeId, quantity: 2 }))
    const checkoutId = newId()
    return database.db.transaction().execute(async (db) => {
      await lockStock(
        db,
        lines.map(({ productSizeId }) => productSizeId),
      )
      await holdStock(db, { checkoutId, lines })
      await returnStock(db, { checkoutId, reason: 'release', lines: lines.map((line) => ({ ...line, quantity: 1 })) })
    })
  })
  await Promise.all(asks)
  expect(await stockOf([a, b, c])).toEqual([70, 70, 70])
  await expectLedgerToMatch([a, b, c])
})

test('what is given back is in the stock and in the ledger, with its reason', async () => {
  const [only = ''] = await sizes({ '': 5 })
  const checkoutId = newId()
  const lines = [{ productSizeId: only, quantity: 2 }]
  await holdStock(database.db, { checkoutId, lines })
  await returnStock(database.db, { checkoutId, reason: 'cancellation', lines })
  expect(await stockOf([only])).toEqual([5])
  expect((await ledgerOf(only)).at(-1)).toEqual({ change: 2, reason: 'cancellation', checkoutId, actorId: null })
})

test('a correction keeps who made it, and never goes below 0', async () => {
  const [only = ''] = await sizes({ '': 1 })
  const change = { productSizeId: only, actorId: 'admin-1' }
  expect(await adjustStock(database.db, { ...change, by: 1 })).toEqual({ before: 1, after: 2 })
  expect(await adjustStock(database.db, { ...change, by: -2 })).toEqual({ before: 2, after: 0 })
  await expect(adjustStock(database.db, { ...change, by: -1 })).rejects.toMatchObject({ code: 'conflict', status: 409 })
  expect(await stockOf([only])).toEqual([0])
  expect((await ledgerOf(only)).at(-1)).toMatchObject({ change: -2, reason: 'correction', actorId: 'admin-1' })
  await expectLedgerToMatch([only])
})

test('corrections at the same moment all count', async () => {
  const [only = ''] = await sizes({ '': 0 })
  const change = { productSizeId: only, actorId: null }
  await Promise.all(Array.from({ length: 20 }, () => adjustStock(database.db, { ...change, by: 1 })))
  const downs = Array.from({ length: 25 }, () => adjustStock(database.db, { ...change, by: -1 }))
  const outcomes = await Promise.allSettled(downs)
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(5)
  expect(await stockOf([only])).toEqual([0])
  await expectLedgerToMatch([only])
})

test('a stock that is set differs by what the ledger says, also when set at the same moment', async () => {
  const [only = ''] = await sizes({ '': 3 })
  const change = { productSizeId: only, actorId: 'admin-1' }
  expect(await setStock(database.db, { ...change, to: 8 })).toEqual({ before: 3, after: 8 })
  expect(await setStock(database.db, { ...change, to: 8 })).toEqual({ before: 8, after: 8 })
  expect(await ledgerOf(only)).toHaveLength(2)
  await Promise.all(Array.from({ length: 10 }, (_, to) => setStock(database.db, { ...change, to })))
  await expectLedgerToMatch([only])
  await expect(setStock(database.db, { ...change, productSizeId: 'gone', to: 1 })).rejects.toMatchObject({
    status: 404,
  })
})
