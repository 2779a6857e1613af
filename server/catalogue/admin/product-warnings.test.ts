import { afterAll, beforeAll, expect, test } from 'vitest'

import { addProduct } from '#test/factories.ts'
import { signedIn, type SignedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
afterAll(() => shop.close())

const register = () => setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
const WARNING = expect.stringContaining('Take ₹2,625 or ₹2,951.')

test('nobody but a regular seller is warned of a price between the rates', async () => {
  await setSettings(shop, { taxRegistration: 'none', gstin: '' })
  const { id } = await addProduct(shop.db)
  expect(await admin.api.updatePrice(id, { price: 2799, discountedPrice: null })).not.toHaveProperty('warning')
})

test('a price between the rates is set with a warning and two proposals, and only then', async () => {
  await register()
  const { id } = await addProduct(shop.db)
  const answer = await admin.api.updatePrice(id, { price: 3500, discountedPrice: 2799 })
  expect(answer).toMatchObject({ warning: WARNING, product: { discountedPrice: 2799 } })
  expect(answer.warning).toContain('₹2,799 is taxed at the higher rate')
  for (const price of [2625, 2951]) {
    expect(await admin.api.updatePrice(id, { price, discountedPrice: null })).not.toHaveProperty('warning')
  }
  const { revision } = await admin.api.getEditableProduct(id)
  expect(await admin.api.editProduct(id, { revision, price: 2950 })).toMatchObject({ warning: WARNING })
})

test('a bulk change, its preview and its undoing warn of each product', async () => {
  await register()
  const { id } = await addProduct(shop.db, { pricePaise: 350_000 })
  const change = { action: 'discount' as const, ids: [id], percent: 20 }
  expect((await admin.api.previewPrices(change)).results).toMatchObject([{ warning: WARNING }])
  expect((await admin.api.changeProducts(change)).results).toMatchObject([{ isDone: true, warning: WARNING }])
  const was = { price: 3500, discountedPrice: 2800 }
  const undo = { action: 'set prices' as const, products: [{ _id: id, price: 2700, discountedPrice: null, was }] }
  expect((await admin.api.changeProducts(undo)).results).toMatchObject([{ isDone: true, warning: WARNING }])
})

test('a CSV warns before and after it is imported', async () => {
  await register()
  const { id } = await addProduct(shop.db, { pricePaise: 350_000 })
  const file = new File([`id,price\n${id},2800\n`], 'prices.csv')
  const checked = await admin.api.importProducts(file)
  expect(checked.products).toMatchObject([{ status: 'changed', warning: WARNING }])
  expect((await admin.api.importProducts(file, checked.token)).products).toMatchObject([{ warning: WARNING }])
})

test('a seller whose documents need six digits of the HSN code is told of a shorter one', async () => {
  await register()
  const { id } = await addProduct(shop.db)
  const change = async (hsn: string) => {
    const { revision } = await admin.api.getEditableProduct(id)
    return admin.api.editProduct(id, { revision, hsn })
  }
  expect(await change('6109')).not.toHaveProperty('warning')
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4', turnover: 'above ₹5 crore' })
  expect(await change('6205')).toMatchObject({
    warning: 'Your turnover asks for HSN codes of 6 digits, and 6205 has fewer.',
  })
  expect(await change('620520')).not.toHaveProperty('warning')
})
