import { afterAll, beforeAll, expect, test } from 'vitest'

import { addProduct } from '#test/factories.ts'
import { ADDRESS, buyCart, fillCart, signedIn, type SignedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let productId: string
beforeAll(async () => {
  shop = await startShop()
  productId = (await addProduct(shop.db, { stock: 500 })).id
})
afterAll(() => shop.close())

const WORK = { ...ADDRESS, street: '7, Temple Street', city: 'Hubballi' }
const AUNT = { ...ADDRESS, street: '1, Fort Road', city: 'Bidar' }

async function buyTo(buyer: SignedIn, address: typeof ADDRESS) {
  await fillCart(buyer, productId)
  await buyCart(shop, buyer, address)
}

const listOf = async ({ api }: SignedIn) => (await api.listMyAddresses()).addresses
const streetsOf = async (buyer: SignedIn) => (await listOf(buyer)).map(({ street }) => street)
const idOf = async (buyer: SignedIn, street: string) =>
  (await listOf(buyer)).find((address) => address.street === street)?._id ?? 'none'

test('an address is added, changed, made the default and removed', async () => {
  const buyer = await signedIn(shop)
  expect((await buyer.api.addMyAddress(ADDRESS)).message).toBe('Address saved.')
  const { addresses } = await buyer.api.addMyAddress({ ...WORK, isDefault: true })
  expect(addresses).toEqual([
    { _id: expect.any(String), ...WORK, isDefault: true },
    { _id: expect.any(String), ...ADDRESS },
  ])
  await buyer.api.changeMyAddress(await idOf(buyer, WORK.street), AUNT)
  expect(await listOf(buyer)).toMatchObject([{ ...AUNT, isDefault: true }, ADDRESS])
  await buyer.api.chooseDefaultAddress(await idOf(buyer, ADDRESS.street))
  expect(await listOf(buyer)).toMatchObject([{ ...ADDRESS, isDefault: true }, AUNT])
  await buyer.api.removeMyAddress(await idOf(buyer, ADDRESS.street))
  expect(await streetsOf(buyer)).toEqual([AUNT.street])
})

test('an address is kept as it is understood, and what is not understood as it was typed', async () => {
  const buyer = await signedIn(shop)
  const typed = { fullName: 'Asha\nRao', phone: '+91 98765 43210', street: '1, Fort Road\u200B', city: ' Bidar ' }
  await buyer.api.addMyAddress({ ...typed, state: 'Karnatka', pincode: '५८५ ४०१' })
  await buyer.api.addMyAddress({ ...typed, phone: 'ring twice', state: 'Foo', pincode: '411' })
  expect(await listOf(buyer)).toMatchObject([
    { fullName: 'Asha Rao', street: '1, Fort Road', phone: 'ring twice', state: 'Foo', pincode: '411' },
    { fullName: 'Asha Rao', city: 'Bidar', phone: '9876543210', state: 'Karnataka', pincode: '585401' },
  ])
  await expect(buyer.api.addMyAddress({ ...ADDRESS, city: '\u200B\u00AD' })).rejects.toMatchObject({ status: 400 })
})

test('what is kept stands before what earlier orders had, and nothing stands twice', async () => {
  const buyer = await signedIn(shop)
  await buyer.api.addMyAddress(ADDRESS)
  await buyTo(buyer, WORK)
  await buyTo(buyer, ADDRESS)
  expect(await streetsOf(buyer)).toEqual([ADDRESS.street, WORK.street])
  await buyer.api.chooseDefaultAddress(await idOf(buyer, WORK.street))
  expect(await listOf(buyer)).toMatchObject([{ ...WORK, isDefault: true }, ADDRESS])
})

test('a changed or removed address of an order is offered no more, and the order keeps it', async () => {
  const buyer = await signedIn(shop)
  await buyTo(buyer, ADDRESS)
  await buyer.api.changeMyAddress(await idOf(buyer, ADDRESS.street), WORK)
  expect(await streetsOf(buyer)).toEqual([WORK.street])
  await buyTo(buyer, WORK)
  await buyer.api.removeMyAddress(await idOf(buyer, WORK.street))
  expect(await streetsOf(buyer)).toEqual([])
  const orders = await buyer.api.listMyOrders(buyer.id)
  expect(orders.map(({ address }) => address?.street)).toEqual([WORK.street, ADDRESS.street])
})

test('two customers change and keep the same address of their orders', async () => {
  const buyers = [await signedIn(shop), await signedIn(shop)]
  for (const buyer of buyers) {
    await buyTo(buyer, ADDRESS)
    await buyer.api.changeMyAddress(await idOf(buyer, ADDRESS.street), WORK)
    expect(await streetsOf(buyer)).toEqual([WORK.street])
  }
})

test('the same address is kept once, also when it is sent several times at once', async () => {
  const buyer = await signedIn(shop)
  await Promise.all(Array.from({ length: 5 }, () => buyer.api.addMyAddress({ ...ADDRESS, isDefault: true })))
  expect(await listOf(buyer)).toMatchObject([{ ...ADDRESS, isDefault: true }])
})

test('of many defaults at once one stays', async () => {
  const buyer = await signedIn(shop)
  const streets = ['a', 'b', 'c', 'd']
  await Promise.all(streets.map((street) => buyer.api.addMyAddress({ ...ADDRESS, street, isDefault: true })))
  const addresses = await listOf(buyer)
  expect(addresses.filter(({ isDefault }) => isDefault)).toEqual([addresses[0]])
  expect(addresses).toHaveLength(4)
})

test('at most twenty are kept, also when they come at once, and more than six are offered', async () => {
  const buyer = await signedIn(shop)
  const add = (index: number) => buyer.api.addMyAddress({ ...ADDRESS, street: `Street ${index}` })
  for (let index = 0; index < 15; index += 1) await add(index)
  // As many as the shop works on at once: it turns away who has waited for long.
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => add(15 + index)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(await listOf(buyer)).toHaveLength(20)
  await expect(add(99)).rejects.toMatchObject({
    status: 409,
    message: 'You keep 20 addresses already. Please remove one first.',
  })
})

test('nobody sees, changes, removes or chooses somebody else’s address', async () => {
  const [owner, stranger] = [await signedIn(shop), await signedIn(shop)]
  await owner.api.addMyAddress(ADDRESS)
  await buyTo(owner, WORK)
  const before = await listOf(owner)
  const ids = [...before.map(({ _id }) => _id), 'none', "' or true --", '\u0000', 'x'.repeat(400)]
  for (const id of ids) {
    for (const call of [
      () => stranger.api.changeMyAddress(id, AUNT),
      () => stranger.api.removeMyAddress(id),
      () => stranger.api.chooseDefaultAddress(id),
    ]) {
      await expect(call()).rejects.toMatchObject({ status: 404, message: 'Address not found' })
    }
  }
  expect(await listOf(stranger)).toEqual([])
  expect(await listOf(owner)).toEqual(before)
})

test.each([
  ['an empty field', { ...ADDRESS, city: ' ' }],
  ['a missing field', { ...ADDRESS, pincode: undefined }],
  ['a number', { ...ADDRESS, phone: 7 }],
  ['a huge street', { ...ADDRESS, street: 'x'.repeat(100_000) }],
  ['an owner', { ...ADDRESS, userId: 'somebody' }],
  ['a default that is a text', { ...ADDRESS, isDefault: 'yes' }],
])('an address with %s is refused', async (_what, address) => {
  const buyer = await signedIn(shop)
  await expect(buyer.api.addMyAddress(address as never)).rejects.toMatchObject({ status: 400 })
  expect(await listOf(buyer)).toEqual([])
})

test('a state that contradicts its PIN is refused where the checkout refuses it', async () => {
  const buyer = await signedIn(shop)
  const wrong = { ...ADDRESS, state: 'Kerala' }
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
  const refused = { status: 400, fields: { pincode: 'The PIN code 570001 is in Karnataka, not in Kerala.' } }
  await expect(buyer.api.addMyAddress(wrong)).rejects.toMatchObject(refused)
  await buyer.api.addMyAddress(ADDRESS)
  await expect(buyer.api.changeMyAddress(await idOf(buyer, ADDRESS.street), wrong)).rejects.toMatchObject(refused)
  await setSettings(shop, { taxRegistration: 'none', gstin: '' })
  expect(await listOf(buyer)).toMatchObject([ADDRESS])
})
