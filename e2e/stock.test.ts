import { expect, onTestFinished, test } from 'vitest'

import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { buildDirOf } from '#server/start/config.ts'
import { addProduct } from '#test/factories.ts'
import { buy, signedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { expectSeen, openPage } from './journey.ts'
import { signInAdmin } from './sign-in.ts'

test('stock is taken in and counted, and every number opens what it is made of', async () => {
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
  onTestFinished(() => shop.close())
  const product = await addProduct(shop.db, { name: 'Linen kurta', pricePaise: 105_000, sizes: { M: 5, L: 2 } })
  const admin = await signedIn(shop, 'admin')
  const { order } = await buy(shop, product.id, 2)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const page = await openPage(shop, {
    expected: ['401 /api/users/me', '400 /admin/stock/take-in', '400 /api/admin/stock/bills'],
  })
  await signInAdmin(page, await shop.admin().then(({ user, password }) => ({ email: user.email, password })))

  await page.goto('/admin/stock/take-in')
  await page.getByLabel('Supplier', { exact: true }).fill('Tiruppur Knits')
  await page.getByLabel('Number of the bill').fill('TK-17')
  const first = page.getByRole('group', { name: 'Line 1' })
  await first.getByLabel('SKU or barcode').fill('nothing')
  await first.getByLabel('Pieces').fill('10')
  await first.getByLabel('Cost of one piece').fill('400')
  await page.getByRole('button', { name: 'Take in', exact: true }).click()
  await expectSeen(first.getByText('No size has the SKU or barcode “nothing”.'))
  await expectGoodInEveryLook(page)
  const [sku = ''] = (await admin.api.listStock({ product: product.id })).items.map((row) => row.sku)
  await first.getByLabel('SKU or barcode').fill(sku)
  // A scanner ends the code with Enter.
  await first.getByLabel('SKU or barcode').press('Enter')
  await expectSeen(first.getByLabel('Pieces').and(page.locator(':focus')))
  await first.getByLabel('Pieces').press('Enter')
  await expectSeen(page.getByText('10 pieces taken in from Tiruppur Knits.'))

  await page.getByRole('link', { name: 'Stock', exact: true }).first().click()
  const row = page.getByRole('row', { name: /Linen kurta, M/ })
  await expectSeen(row.getByText('₹5,200.00'))
  await expectGoodInEveryLook(page)
  await row.getByRole('link', { name: '2', exact: true }).click()
  await expectSeen(page.getByRole('row', { name: /held → parcel · M.*\+2.*shipping/ }))

  await page.getByLabel('Pieces of L on the shelf').fill('1')
  await page.getByLabel('Why it differs').fill('One is torn')
  await page.getByLabel('Why it differs').press('Enter')
  await expectSeen(page.getByText('Linen kurta, L: 1 on the shelf, 1 piece fewer.'))
  await page.getByRole('link', { name: 'Show all movements' }).click()
  await expectSeen(page.getByRole('row', { name: /shelf → written off · L.*One is torn/ }))
  await expectGoodInEveryLook(page)

  await page.goto('/admin/stock/bills')
  await expectSeen(page.getByRole('row', { name: /Tiruppur Knits.*TK-17.*10 pieces.*₹4,000\.00/ }))
  await expectGoodInEveryLook(page)
  await page.goto('/admin/stock/report')
  await page.getByLabel('By', { exact: true }).selectOption('order')
  await page.getByRole('button', { name: 'Show' }).press('Enter')
  await expectSeen(
    page.getByRole('table', { name: 'Stock, sales and margin' }).getByRole('row', { name: /₹2,100\.00/ }),
  )
  await expectGoodInEveryLook(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toBe('stock-by-order.csv')
})

test('a refused count says why and keeps what was typed; what was not follows the shelf', async () => {
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
  onTestFinished(() => shop.close())
  const product = await addProduct(shop.db, { name: 'Linen kurta', pricePaise: 105_000, sizes: { M: 5, L: 2 } })
  const admin = await signedIn(shop, 'admin')
  const page = await openPage(shop, { expected: ['401 /api/users/me', '409 /api/admin/stock/count'] })
  await signInAdmin(page, await shop.admin().then(({ user, password }) => ({ email: user.email, password })))
  await page.goto(`/admin/stock/${product.id}`)
  const field = (name: string) => page.getByLabel(name)
  await field('Pieces of L on the shelf').fill('1')
  await field('Why it differs').fill('One is torn')

  // Somebody else counts meanwhile.
  const { items } = await admin.api.listStock({ product: product.id })
  const found = items.map(({ _id, size, shelf }) => ({ _id, was: shelf, counted: size === 'L' ? 3 : 4 }))
  await admin.api.countStock({ lines: found, reason: 'Found' })
  await field('Why it differs').press('Enter')
  await expectSeen(page.locator('form .error-summary').getByText(/by now. Please count again.$/))
  await expect.poll(() => field('Pieces of L on the shelf').inputValue()).toBe('1')
  await expect.poll(() => field('Pieces of M on the shelf').inputValue()).toBe('4')
  await expect.poll(() => field('Why it differs').inputValue()).toBe('One is torn')
  await field('Why it differs').press('Enter')
  await expectSeen(page.getByText('Linen kurta, L: 1 on the shelf, 2 pieces fewer.'))
  await expect.poll(() => field('Why it differs').inputValue()).toBe('')
})
