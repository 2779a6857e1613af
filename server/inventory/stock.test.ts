import { afterAll, beforeAll, expect, test } from 'vitest'

import type { OpenDatabase } from '#server/db/database.ts'

import { newId } from '#server/db/new-id.ts'
import { holdStock, lockStock, movePieces, setStocks } from '#server/inventory/queries.ts'
import { createTestDatabase } from '#test/database.ts'
import { addProduct } from '#test/factories.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const RELEASE = { from: ['held'], to: 'shelf', reason: 'release', actorId: null } as const

async function sizes(stocks: Record<string, number>): Promise<string[]> {
  const product = await addProduct(database.db, { sizes: stocks })
  return product.sizes.map(({ id }) => id)
}

async function stockOf(ids: readonly string[]): Promise<(number | undefined)[]> {
  const rows = await database.db.selectFrom('productSizes').select(['id', 'stock']).where('id', 'in', ids).execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.stock)
}

const ledgerOf = async (id: string) => {
  const rows = await database.db
    .selectFrom('stockLedger')
    .select(['fromPlace', 'toPlace', 'quantity', 'reason', 'checkoutId', 'actorId'])
    .where('productSizeId', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ fromPlace, toPlace, ...row }) => ({ way: `${fromPlace} → ${toPlace}`, ...row }))
}

async function expectLedgerToMatch(ids: readonly string[]): Promise<void> {
  const stocks = await stockOf(ids)
  for (const [index, id] of ids.entries()) {
    const entries = await database.db
      .selectFrom('stockLedger')
      .select('change')
      .where('productSizeId', '=', id)
      .execute()
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
    { way: 'supplier → shelf', quantity: 4, reason: 'opening', checkoutId: null, actorId: null },
    { way: 'shelf → held', quantity: 3, reason: 'hold', checkoutId, actorId: null },
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
      const half = lines.map((line) => ({ ...line, quantity: 1 }))
      await movePieces(db, { checkoutId, ...RELEASE, lines: half })
    })
  })
  await Promise.all(asks)
  expect(await stockOf([a, b, c])).toEqual([70, 70, 70])
  await expectLedgerToMatch([a, b, c])
})

test('what is given back is in the stock and in the ledger, with its reason', async () => {
  const [only = ''] = await sizes({ '': 5 })
  const checkoutId = newId()
  await holdStock(database.db, { checkoutId, lines: [{ productSizeId: only, quantity: 2 }] })
  const move = { ...RELEASE, checkoutId, reason: 'cancellation', actorId: 'admin-1' } as const
  expect(await movePieces(database.db, move)).toEqual([{ productSizeId: only, quantity: 2 }])
  expect(await movePieces(database.db, move)).toEqual([])
  expect(await stockOf([only])).toEqual([5])
  expect((await ledgerOf(only)).slice(2)).toEqual([
    { way: 'held → shelf', quantity: 2, reason: 'cancellation', checkoutId, actorId: 'admin-1' },
  ])
})

test('pieces are taken from the places in turn, all of them or none, and of one checkout only', async () => {
  const [m = '', l = ''] = await sizes({ M: 9, L: 9 })
  const [checkoutId, other] = [newId(), newId()]
  const lines = [m, l].map((productSizeId) => ({ productSizeId, quantity: 3 }))
  for (const id of [checkoutId, other]) await holdStock(database.db, { checkoutId: id, lines })
  const move = { checkoutId, reason: 'packing', actorId: null } as const
  await movePieces(database.db, { ...move, from: ['held'], to: 'packed', lines: [{ productSizeId: m, quantity: 2 }] })
  const ledgers = async () => [(await ledgerOf(m)).slice(3), (await ledgerOf(l)).slice(3)].flat()
  const before = await ledgers()
  const tooMany = [
    { productSizeId: m, quantity: 4 },
    { productSizeId: l, quantity: 1 },
  ]
  await expect(
    movePieces(database.db, { ...move, from: ['packed', 'held'], to: 'parcel', lines: tooMany }),
  ).rejects.toThrow('does not have these pieces')
  expect(await ledgers()).toEqual(before)
  const some = [{ productSizeId: m, quantity: 2 }]
  await movePieces(database.db, { ...move, from: ['held', 'packed'], to: 'shelf', lines: some })
  expect((await ledgerOf(m)).slice(4).map(({ way, quantity }) => [way, quantity])).toEqual([
    ['held → shelf', 1],
    ['packed → shelf', 1],
  ])
  await movePieces(database.db, { ...move, from: ['packed', 'held'], to: 'parcel' })
  expect((await ledgers()).slice(-1)).toMatchObject([{ way: 'held → parcel', quantity: 3 }])
  expect(await stockOf([m, l])).toEqual([5, 3])
  await expectLedgerToMatch([m, l])
})

test('a stock that is set differs by what the ledger says, with who set it, also when set at the same moment', async () => {
  const [s = '', m = ''] = await sizes({ S: 3, M: 5 })
  const stocks = [
    { productSizeId: s, to: 8 },
    { productSizeId: m, to: 5 },
    { productSizeId: 'gone', to: 1 },
  ]
  for (let time = 0; time < 2; time += 1) await setStocks(database.db, stocks, 'admin-1')
  expect(await stockOf([s, m])).toEqual([8, 5])
  expect(await ledgerOf(m)).toHaveLength(1)
  expect((await ledgerOf(s)).slice(1)).toEqual([
    { way: 'supplier → shelf', quantity: 5, reason: 'correction', checkoutId: null, actorId: 'admin-1' },
  ])
  await Promise.all(Array.from({ length: 10 }, (_, to) => setStocks(database.db, [{ productSizeId: s, to }], null)))
  await expectLedgerToMatch([s, m])
})
