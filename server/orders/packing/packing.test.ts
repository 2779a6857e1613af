import { afterAll, beforeAll, expect, test } from 'vitest'

import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { buyCart, fillCart, signedIn, type SignedIn } from '#test/purchase.ts'
import { readBarCodes } from '#test/read-bar-codes.ts'
import { pagesOf, readPdf } from '#test/read-pdf.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
afterAll(async () => {
  await expectInvariants(shop.db)
  await shop.close()
})

/** An order of two pieces M and one L of a shirt, and the barcodes of these sizes. */
async function placeOrder() {
  const shirt = await addProduct(shop.db, { name: 'Shirt', sizes: { M: 9, L: 9, XL: 9 } })
  const buyer = await signedIn(shop)
  await fillCart(buyer, shirt.id, 2, 'M')
  await fillCart(buyer, shirt.id, 1, 'L')
  const { order } = await buyCart(shop, buyer)
  const { sizeRows } = await admin.api.getEditableProduct(shirt.id)
  const codeOf = (size: string) => sizeRows.find((row) => row.size === size)?.barcode ?? ''
  return { id: order._id, codeOf, skuOf: (size: string) => sizeRows.find((row) => row.size === size)?.sku ?? '' }
}

const find = async (id: string) => (await admin.api.listPackingOrders()).orders.find(({ _id }) => _id === id)
const packedOf = async (id: string) => (await find(id))?.lines.map(({ size, packed }) => [size, packed])
let keys = 0
const keyed = (code: string) => ({ key: `key-${(keys += 1)}`, code })

test('a piece is packed by its barcode or its SKU, and counts once, however often it is sent', async () => {
  const { id, codeOf, skuOf } = await placeOrder()
  expect(await find(id)).toMatchObject({
    lines: [
      { product: 'Shirt', size: 'M', quantity: 2, packed: 0, barcode: codeOf('M') },
      { size: 'L', quantity: 1, packed: 0 },
    ],
    aside: null,
  })
  const items = [keyed(codeOf('M')), keyed(skuOf('M').toLowerCase())]
  await Promise.all([1, 2, 3].map(() => admin.api.packItems(id, items)))
  const { order, refused } = await admin.api.packItems(id, [...items, ...items])
  expect(refused).toEqual([])
  expect(order.lines.map(({ packed }) => packed)).toEqual([2, 0])
  const [, l] = order.lines
  await admin.api.packItems(id, [{ key: 'by-hand', lineId: l!._id }])
  expect(await packedOf(id)).toEqual([
    ['M', 2],
    ['L', 1],
  ])
})

test('a wrong piece and one too many are refused beside the others, each with why', async () => {
  const { id, codeOf } = await placeOrder()
  const wrong = keyed(codeOf('XL'))
  const many = [keyed(codeOf('L')), wrong, keyed(codeOf('L')), keyed(codeOf('M'))]
  const { refused } = await admin.api.packItems(id, many)
  expect(refused).toEqual([
    { key: wrong.key, message: `“${codeOf('XL')}” is not in this order.` },
    { key: many[2]!.key, message: 'The only piece of Shirt, size L is packed already.' },
  ])
  // Two people at one order.
  const both = await Promise.all([1, 2].map(() => admin.api.packItems(id, [keyed(codeOf('M'))])))
  expect(both.flatMap((answer) => answer.refused)).toMatchObject([
    { message: 'All 2 pieces of Shirt, size M are packed already.' },
  ])
  expect(await packedOf(id)).toEqual([
    ['M', 2],
    ['L', 1],
  ])
})

test('an order whose pieces are cancelled meanwhile is packed without them', async () => {
  const { id, codeOf } = await placeOrder()
  const { order } = await admin.api.packItems(id, [keyed(codeOf('M')), keyed(codeOf('M'))])
  const [m, l] = order.lines
  await admin.api.cancelItems(id, {
    lines: [
      { _id: m!._id, quantity: 1 },
      { _id: l!._id, quantity: 1 },
    ],
  })
  expect((await find(id))?.lines).toMatchObject([{ size: 'M', quantity: 1, packed: 1, surplus: 1 }])
  const { refused } = await admin.api.packItems(id, [keyed(codeOf('L')), keyed(codeOf('M'))])
  expect(refused.map(({ message }) => message)).toEqual([
    `“${codeOf('L')}” is not in this order.`,
    'The only piece of Shirt, size M is packed already.',
  ])
  const [slip, , label] = readPdf(Buffer.from(await (await admin.api.getParcelPapers(id)).arrayBuffer()))
  expect(slip!.join('\n')).toContain('1 piece')
  expect(label!.join('\n')).toContain('1 piece')
})

test('an order whose pieces were cancelled a moment ago is not shipped with them', async () => {
  const { id } = await placeOrder()
  const { lines } = (await find(id))!
  const packed = lines.map(({ _id, quantity }) => ({ _id, quantity }))
  await admin.api.cancelItems(id, { lines: [{ _id: lines[0]!._id, quantity: 1 }] })
  const meanwhile = {
    code: 'conflict',
    message: 'Pieces of this order were cancelled meanwhile. Look at its list again.',
  }
  await expect(admin.api.shipPacked(id, { packed })).rejects.toMatchObject(meanwhile)
  await admin.api.cancelItems(id, { lines: [{ _id: lines[1]!._id, quantity: 1 }] })
  await expect(admin.api.shipPacked(id, { packed })).rejects.toMatchObject(meanwhile)
  await expect(admin.api.shipPacked(id, { packed: [] })).rejects.toMatchObject(meanwhile)
  const now = (await find(id))!.lines.map(({ _id, quantity }) => ({ _id, quantity }))
  expect((await admin.api.shipPacked(id, { packed: now })).order.status).toBe('shipped')
})

test('of a cancelled piece and its parcel at the same moment one wins', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id } = await placeOrder()
    const { lines } = (await find(id))!
    const packed = lines.map(({ _id, quantity }) => ({ _id, quantity }))
    const outcomes = await Promise.allSettled([
      admin.api.cancelItems(id, { lines: [{ _id: lines[0]!._id, quantity: 1 }] }),
      admin.api.shipPacked(id, { packed }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  }
})

test('a piece that another order has is refused, also when both take it at the same moment', async () => {
  const [one, other] = [await placeOrder(), await placeOrder()]
  const item = keyed(one.codeOf('L'))
  const elsewhere = { key: item.key, message: 'This piece was noted as packed in another order.' }
  await admin.api.packItems(one.id, [item])
  const [line] = (await find(other.id))!.lines
  const { order, refused } = await admin.api.packItems(other.id, [{ key: item.key, lineId: line!._id }])
  expect(refused).toEqual([elsewhere])
  expect(order.lines.map(({ packed }) => packed)).toEqual([0, 0])

  const key = keyed('').key
  const answers = await Promise.all(
    [one, other].map(async ({ id }) => admin.api.packItems(id, [{ key, lineId: (await find(id))!.lines[0]!._id }])),
  )
  expect(answers.flatMap((answer) => answer.refused)).toEqual([{ ...elsewhere, key }])
  expect(answers.flatMap((answer) => answer.order.lines.map(({ packed }) => packed)).toSorted((a, b) => a - b)).toEqual(
    [0, 0, 1, 1],
  )
})

test('an order is put aside with a reason and taken up again, and one that has left is packed no more', async () => {
  const { id, codeOf } = await placeOrder()
  await admin.api.packItems(id, [keyed(codeOf('L'))])
  await admin.api.changeAside(id, 'One M is missing')
  await admin.api.changeAside(id, 'One M is missing')
  expect((await find(id))?.aside).toMatchObject({ reason: 'One M is missing' })
  expect(await admin.api.changeAside(id, null)).toMatchObject({ aside: null, lines: [{ packed: 0 }, { packed: 1 }] })
  const { entries } = await admin.api.listAudit({ search: id })
  expect(entries.map(({ action }) => action).slice(0, 2)).toEqual(['order.taken up', 'order.put aside'])
  await admin.api.changeOrderStatus(id, 'shipped', { courier: 'blue-dart', trackingNumber: '42777777777' })
  expect(await find(id)).toBeUndefined()
  await expect(admin.api.packItems(id, [keyed(codeOf('M'))])).rejects.toMatchObject({
    code: 'conflict',
    message: 'This order is shipped by now.',
  })
  await expect(admin.api.changeAside(id, 'Late')).rejects.toMatchObject({ code: 'conflict' })
  await expect(admin.api.packItems('nothing', [keyed('1')])).rejects.toMatchObject({ code: 'not_found' })
})

test('slip, document and label are one PDF', async () => {
  const { id } = await placeOrder()
  const bytes = Buffer.from(await (await admin.api.getParcelPapers(id)).arrayBuffer())
  expect(pagesOf(bytes).map(({ size }) => size.map(Math.round))).toEqual([
    [595, 842],
    [595, 842],
    [283, 425],
  ])
  const [slip, receipt, label] = readPdf(bytes).map((lines) => lines.join('\n'))
  expect(slip).toContain('Packing slip')
  expect(slip).toContain('Page 1 of 1')
  expect(receipt).toContain('Receipt')
  expect(receipt).toContain('Page 1 of 1')
  expect(label).toContain('3 pieces')
  expect(readBarCodes(bytes).map((codes) => codes.map(({ text }) => text))).toEqual([[id], [], [id]])
})

test('the papers of many parcels are one PDF, each with its slip, document and label, in their sequence', async () => {
  const ids = [(await placeOrder()).id, (await placeOrder()).id]
  const bytes = Buffer.from(await (await admin.api.getPapersOfParcels(ids)).arrayBuffer())
  expect(pagesOf(bytes).map(({ size }) => Math.round(size[0]))).toEqual([595, 595, 283, 595, 595, 283])
  const codes = readBarCodes(bytes).map((read) => read.map(({ text }) => text))
  expect(codes).toEqual(ids.flatMap((id) => [[id], [], [id]]))
  const [slip, receipt, , next] = readPdf(bytes).map((lines) => lines.join('\n'))
  expect(receipt).toContain('Receipt')
  for (const first of [slip, receipt, next]) expect(first).toContain('Page 1 of 1')
  const none = admin.api.getPapersOfParcels([ids[0]!, 'nothing'])
  await expect(none).rejects.toMatchObject({ code: 'not_found' })
})

test('whoever may ship may pack, and a packer’s papers tell no money', async () => {
  const { id, codeOf } = await placeOrder()
  const packer = await signedIn(shop, 'admin', 'packer')
  expect((await packer.api.packItems(id, [keyed(codeOf('L'))])).refused).toEqual([])
  expect((await packer.api.listPackingOrders()).orders.map(({ _id }) => _id)).toContain(id)
  const papers = readPdf(Buffer.from(await (await packer.api.getParcelPapers(id)).arrayBuffer()))
  expect(papers).toHaveLength(2)
  expect(papers.flat().join(' ')).not.toContain('₹')
  const accountant = await signedIn(shop, 'admin', 'accountant')
  await expect(accountant.api.listPackingOrders()).rejects.toMatchObject({ code: 'forbidden' })
  await expect(accountant.api.packItems(id, [keyed(codeOf('M'))])).rejects.toMatchObject({ code: 'forbidden' })
})
