import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { isShopError } from '#contract/api/errors.ts'
import { listProductPictures } from '#server/catalogue/service.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { pngPicture } from '#test/pictures.ts'
import { ADDRESS, buyCart, fillCart, pay, signedIn, stockOf } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
})
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

const picture = async () => new File([new Uint8Array(await pngPicture({ width: 300, height: 375 }))], 'a.png')

async function formOf(fields: Record<string, string>, hasPicture = true): Promise<FormData> {
  const form = new FormData()
  const written = { price: '1499', stock: '5', ...fields }
  for (const [name, value] of Object.entries(written)) form.set(name, value)
  if (hasPicture) form.append('images', await picture())
  return form
}

const setDraft = async (id: string, isDraft: boolean) =>
  admin.api.changeProducts({ action: isDraft ? 'make drafts' : 'put on sale', ids: [id] })

/** Everything of the storefront in which a product can be seen, and whether it is there. */
async function placesOf({ _id, name, slug }: { _id: string; name: string; slug: string }) {
  const { api, fetch } = shop.visitor()
  const has = (products: readonly { _id: string }[]) => products.some((each) => each._id === _id)
  const [all, found, inCategory, facets, suggested, page, sitemap, saved] = await Promise.all([
    api.listProducts(),
    api.listProducts({ search: name }),
    api.listCategoryProducts(slug),
    api.listProducts({ facets: 'true' }),
    api.suggest(name),
    fetch(`/api/products/product/${_id}`),
    listProductPictures(shop.db, { limit: 1000, offset: 0 }),
    api.listSavedProducts([_id]),
  ])
  return {
    list: has(all.products),
    search: has(found.products),
    category: has(inCategory.products),
    facets: facets.facets?.categories.some((each) => each.slug === slug && each.count > 0),
    suggestions: has(suggested.products),
    page: page.ok,
    related: (await fetch(`/api/products/product/${_id}/related`)).ok,
    sitemap: has(sitemap),
    wishlist: has(saved.products),
  }
}
const everywhere = (isThere: boolean) => ({
  list: isThere,
  search: isThere,
  category: isThere,
  facets: isThere,
  suggestions: isThere,
  page: isThere,
  related: isThere,
  sitemap: isThere,
  wishlist: isThere,
})

test('a draft is nowhere in the shop, and everywhere at once when it is put on sale, and back', async () => {
  const { name: category, slug } = await addCategory(shop.db)
  const before = await admin.api.getDashboard()
  const form = await formOf({ name: 'Quillon Overshirt', category, isDraft: 'true' })
  const { product } = await admin.api.createProduct(form)
  expect(product).toMatchObject({ name: 'Quillon Overshirt', isDraft: true })
  const seen = { _id: product._id, name: 'Quillon Overshirt', slug }
  expect(await placesOf(seen)).toEqual(everywhere(false))
  // What exists is counted.
  expect((await admin.api.getDashboard()).prodcount).toBe(before.prodcount + 1)
  const buyer = await signedIn(shop)
  await expect(buyer.api.addToCart(product._id)).rejects.toMatchObject({ status: 404 })
  await expect(buyer.api.saveProduct(product._id)).rejects.toMatchObject({ status: 404 })

  expect(await setDraft(product._id, false)).toMatchObject({ message: '1 product put on sale.' })
  expect(await placesOf(seen)).toEqual(everywhere(true))
  await buyer.api.addToCart(product._id)
  expect(await setDraft(product._id, true)).toMatchObject({ message: '1 product taken off sale.' })
  expect(await placesOf(seen)).toEqual(everywhere(false))
  const again = await setDraft(product._id, true)
  expect(again.results[0]).toMatchObject({ isDone: false, reason: 'It is a draft already.' })

  const log = await shop.db
    .selectFrom('auditLog')
    .select(['action'])
    .where('subjectId', '=', product._id)
    .orderBy('id')
    .execute()
  expect(log.map(({ action }) => action)).toEqual(['create product', 'put product on sale', 'take product off sale'])
})

test('the owner finds drafts among the others and by themselves, and changes them like any product', async () => {
  const { name: category } = await addCategory(shop.db)
  const { product } = await admin.api.createProduct(await formOf({ name: 'One', category, isDraft: 'true' }))
  const { product: sold } = await admin.api.createProduct(await formOf({ name: 'Two', category }))
  const listed = async (state?: 'on sale' | 'draft' | 'all') =>
    (await admin.api.listProductsForAdmin({ category, ...(state && { state }) })).products.map(({ _id }) => _id)
  expect(await listed()).toEqual([product._id, sold._id])
  expect(await listed('draft')).toEqual([product._id])
  expect(await listed('on sale')).toEqual([sold._id])
  const grouped = (await admin.api.getAdminProducts({ category })).products[category]
  expect(grouped?.map(({ isDraft }) => isDraft)).toEqual([true, undefined])

  expect((await admin.api.addStock(product._id)).product).toMatchObject({ stock: 6, isDraft: true })
  const repriced = await admin.api.updatePrice(product._id, { price: 1600, discountedPrice: null })
  expect(repriced.product).toMatchObject({ price: 1600, isDraft: true })
  await admin.api.deleteProduct(product._id)
  expect((await admin.api.restoreProduct(product._id)).product).toMatchObject({ isDraft: true })
  expect((await shop.visitor().fetch(`/api/products/product/${product._id}`)).status).toBe(404)
})

test('a product needs no picture as a draft, and one to go on sale', async () => {
  const { name: category } = await addCategory(shop.db)
  await expect(admin.api.createProduct(await formOf({ name: 'Bare', category }, false))).rejects.toMatchObject({
    status: 400,
    fields: { images: 'Please add at least one picture.' },
  })
  const form = await formOf({ name: 'Bare', category, isDraft: 'true' }, false)
  const { product } = await admin.api.createProduct(form)
  const reason = 'Before it goes on sale it needs: a picture.'
  expect((await setDraft(product._id, false)).results[0]).toMatchObject({ isDone: false, reason })
  const change = { revision: product.revision, isDraft: false }
  await expect(admin.api.editProduct(product._id, change)).rejects.toMatchObject({ fields: { isDraft: reason } })

  const pictures = [{ upload: 0, alt: 'Front' }]
  const { product: sold } = await admin.api.editProduct(product._id, { ...change, pictures }, [await picture()])
  expect(sold).not.toHaveProperty('isDraft')
  const none = { revision: sold.revision, pictures: [] }
  await expect(admin.api.editProduct(product._id, none)).rejects.toMatchObject({
    fields: { pictures: 'A product needs at least one picture.' },
  })
  const { product: bare } = await admin.api.editProduct(product._id, { ...none, isDraft: true })
  expect(bare).toMatchObject({ isDraft: true, images: [] })
})

const fileOf = (text: string) => new File([text], 'a.csv')
async function importCsv(text: string) {
  const { token } = await admin.api.importProducts(fileOf(text))
  return admin.api.importProducts(fileOf(text), token)
}

test('new lines of a CSV begin as drafts, and existing products change their state only where the column says so', async () => {
  const { name: category } = await addCategory(shop.db)
  await importCsv(`name,category,price,stock\nImported,${category},900,3\n`)
  const [made] = (await admin.api.listProductsForAdmin({ category })).products
  expect(made).toMatchObject({ name: 'Imported', isDraft: true })

  const { product } = await admin.api.createProduct(await formOf({ name: 'Sold', category }))
  const state = async (id: string) => ((await admin.api.getEditableProduct(id)).isDraft ? 'draft' : 'on sale')
  await importCsv(`id,price\n${product._id},1000\n${made?._id},1000\n`)
  expect([await state(product._id), await state(made?._id ?? '')]).toEqual(['on sale', 'draft'])
  await importCsv(`id,state\n${product._id},\n`)
  expect(await state(product._id)).toBe('on sale')
  const draft = await importCsv(`id,state\n${product._id},Draft\n`)
  expect(draft.products[0]?.changes).toEqual([{ what: 'state', from: 'on sale', to: 'draft' }])
  expect(await state(product._id)).toBe('draft')
  await importCsv(`id,state\n${product._id},on sale\n`)
  expect(await state(product._id)).toBe('on sale')

  const refused = await importCsv(
    `name,category,price,stock,state\nShown,${category},900,3,on sale\nOdd,${category},900,3,sold\n`,
  )
  expect(refused.products.map(({ status, reasons }) => [status, reasons[0]?.reason])).toEqual([
    ['rejected', 'state: Before it goes on sale it needs: a picture.'],
    ['rejected', 'state: “draft”, “on sale”, or nothing.'],
  ])
  const csv = await (await admin.fetch('/api/admin/products/export')).text()
  expect(csv.split('\r\n').find((line) => line.startsWith(made?._id ?? '-'))).toContain(',draft,')
  expect((await admin.api.importProducts(fileOf(csv))).products).toEqual([])
})

test('a draft in a cart is refused by name, and an open checkout keeps what it holds', async () => {
  const product = await addProduct(shop.db, { name: 'Held Shirt', stock: 3 })
  const [payer, waiter] = [await signedIn(shop), await signedIn(shop)]
  await fillCart(payer, product.id)
  await fillCart(waiter, product.id)
  const { id } = await payer.api.startPayment(ADDRESS)
  await setDraft(product.id, true)

  const { cart } = await waiter.api.getCart()
  expect(cart[0]).toMatchObject({ productId: product.id, stock: 0 })
  await expect(waiter.api.startPayment(ADDRESS)).rejects.toMatchObject({
    code: 'out_of_stock',
    message: 'Held Shirt is no longer available.',
  })
  await expect(waiter.api.updateCartLine(cart[0]?._id ?? '', 2)).rejects.toMatchObject({ status: 409 })

  const proof = await pay(shop, id)
  await payer.api.verifyPayment(proof)
  const order = await payer.api.getOrder(payer.id, proof)
  expect(order.products[0]?.product.name).toBe('Held Shirt')
  expect(await stockOf(shop, product.id)).toEqual([2])

  const change = { revision: (await admin.api.getEditableProduct(product.id)).revision, isDraft: false }
  const pictures = [{ upload: 0, alt: 'Front' }]
  await admin.api.editProduct(product.id, { ...change, pictures }, [await picture()])
  await buyCart(shop, waiter)
  expect(await stockOf(shop, product.id)).toEqual([1])
})

test('whoever pays while a product is taken off sale and put back gets all of it or a clean refusal', async () => {
  const { name: category } = await addCategory(shop.db)
  const { product } = await admin.api.createProduct(await formOf({ name: 'Raced', category, stock: '40' }))
  const buyers = await Promise.all(Array.from({ length: 12 }, () => signedIn(shop)))
  for (const buyer of buyers) await fillCart(buyer, product._id)
  const switching = (async () => {
    for (let turn = 0; turn < 10; turn += 1) await setDraft(product._id, turn % 2 === 0)
  })()
  const outcomes = await Promise.allSettled(
    buyers.map(async (buyer) => {
      const { id } = await buyer.api.startPayment(ADDRESS)
      await buyer.api.verifyPayment(await pay(shop, id))
    }),
  )
  await switching
  const bought = outcomes.filter(({ status }) => status === 'fulfilled').length
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') continue
    expect(isShopError(outcome.reason) && ['out_of_stock', 'unavailable'].includes(outcome.reason.code)).toBe(true)
  }
  expect(await stockOf(shop, product._id)).toEqual([40 - bought])
})

test('with the check on, a draft goes on sale once it or its category has what the law asks for', async () => {
  const category = await addCategory(shop.db)
  const sizes = '[{"size":"M","stock":4}]'
  const form = () => formOf({ name: `Checked ${Math.random()}`, category: category.name, sizes, isDraft: 'true' })
  const { product: free } = await admin.api.createProduct(await form())
  expect((await setDraft(free._id, false)).results[0]).toMatchObject({ isDone: true })

  await admin.api.changeSettings({ values: { isPublishChecked: true }, revisions: { isPublishChecked: 0 } })
  // What is on sale stays there, and the specified creation puts on sale as before.
  expect((await shop.visitor().fetch(`/api/products/product/${free._id}`)).status).toBe(200)
  const { product: made, lacking } = await admin.api.createProduct(
    await formOf({ name: 'At once', category: category.name }),
  )
  expect(lacking).toMatch(/^A shop has to show what it lacks: country of origin, pieces in a set, maker/)
  expect((await shop.visitor().fetch(`/api/products/product/${made._id}`)).status).toBe(200)

  const { product } = await admin.api.createProduct(await form())
  const reasonNow = async () => (await setDraft(product._id, false)).results[0]?.reason
  expect(await reasonNow()).toBe(
    'Before it goes on sale it needs: country of origin, pieces in a set, maker or importer, ' +
      'address of the maker or importer and measurements of each size.',
  )
  const defaults = { maker: 'Loom & Sons', makerAddress: 'Surat', pieces: '1' }
  await admin.api.changeCategoryDefaults({ _id: category.id, defaults })
  expect(await reasonNow()).toBe('Before it goes on sale it needs: country of origin and measurements of each size.')
  expect((await admin.api.importProducts(fileOf(`id,state\n${product._id},on sale\n`))).products[0]).toMatchObject({
    status: 'rejected',
    reasons: [{ reason: `state: ${await reasonNow()}` }],
  })
  // Saving is never refused.
  const { revision, sizeRows } = await admin.api.getEditableProduct(product._id)
  const measured = sizeRows.map(({ measurements: _, ...size }) => ({ ...size, measurements: { chest: 104 } }))
  const saved = await admin.api.editProduct(product._id, { revision, sizes: measured })
  const { product: sold } = await admin.api.editProduct(product._id, {
    revision: saved.product.revision,
    origin: 'India',
    isDraft: false,
  })
  expect(sold).not.toHaveProperty('isDraft')
})
