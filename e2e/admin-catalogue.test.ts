import { readFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { expectFocused } from './expect-focused.ts'
import { formatRupees } from '#contract/units/money.ts'

import { expectAccessible, expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage, sharedShop } from './journey.ts'
import { apiOf, signInAdmin } from './sign-in.ts'
import { PHONE } from './viewports.ts'

test('products are exported, and a changed file is imported after a preview', async () => {
  const page = await openPage(sharedShop(), {
    viewport: PHONE,
    expected: ['401 /api/users/me', '409 /api/admin/products/import'],
  })
  await signInAdmin(page, sharedShop().admin)
  await page.goto('/admin/products')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('products.csv')
  const exported = await readFile(await download.path(), 'utf8')
  const { products } = await apiOf(page).listProducts({ page: 1, limit: 1 })
  const [product] = products
  const { _id: id, name, price, discountedPrice } = product!
  expect(exported).toContain(id)

  await page.getByRole('link', { name: 'Import from CSV' }).click()
  const csv = [
    'id,name,category,price,stock',
    `${id},${name} of 2027,,,`,
    ',Sheet Tie,Shirts,450,3',
    ',Sheet Bow,Bows,450,3',
  ].join('\r\n')
  const choose = (text: string) =>
    page.getByLabel('CSV file').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose(csv)
  await page.getByRole('button', { name: 'Show what would change' }).click()
  await expectSeen(page.getByText('Line 4: category: There is no category “Bows”.'))
  await expectSeen(page.getByText('Line 2: price: Please enter valid price values.'))
  const rejected = page.locator('.badge').filter({ hasText: 'Rejected' }).first()
  await expect.poll(() => rejected.evaluate((element) => getComputedStyle(element).textTransform)).toBe('none')
  await choose(['id,discounted_price', `${id},${price - 1.5}`].join('\n'))
  await page.getByRole('button', { name: 'Show what would change' }).click()
  const before = discountedPrice === undefined ? 'nothing' : formatRupees(discountedPrice)
  const lower = `Discounted price: ${before} → ${formatRupees(price - 1.5)}`
  await expectSeen(page.getByRole('cell').filter({ hasText: lower }))
  await choose(['id,name', `${id},${name} of 2027`].join('\n'))
  await page.getByRole('button', { name: 'Show what would change' }).click()
  await expectSeen(page.getByRole('cell').filter({ hasText: `${name} → ${name} of 2027` }))
  await expectAccessible(page)

  const api = apiOf(page)
  const stock = products[0]?.sizes[0]
  const own = exported.split('\r\n').filter((line) => line.startsWith(`${id},`))[0] ?? ''
  await api.addStock(id, stock?.size)
  const counted = own.replace(`,${stock?.size},${stock?.stock},`, `,${stock?.size},${(stock?.stock ?? 0) + 5},`)
  await choose([exported.split('\r\n')[0], counted].join('\n'))
  await page.getByRole('button', { name: 'Show what would change' }).click()
  const question = page.getByRole('group', {
    name: 'One stock is not the same in the sheet and in the shop. Which counts?',
  })
  await question.getByLabel('The difference that the sheet makes').check()
  const sum = `Stock of ${stock?.size}: ${(stock?.stock ?? 0) + 1} → ${(stock?.stock ?? 0) + 6}`
  await expectSeen(page.getByRole('cell').filter({ hasText: sum }))
  await expectAccessible(page)
  await api.reduceStock(id, stock?.size)
  await choose(['id,name', `${id},${name} of 2027`].join('\n'))
  await page.getByRole('button', { name: 'Show what would change' }).click()
  await expectSeen(page.getByRole('cell').filter({ hasText: `${name} → ${name} of 2027` }))

  const { revision } = await api.getEditableProduct(id)
  await api.editProduct(id, { revision, name: 'Renamed meanwhile' })
  await page.getByRole('button', { name: 'Import 1 product' }).click()
  await expectSeen(page.getByRole('alert').filter({ hasText: 'has changed since the check' }))
  await expectSeen(page.getByRole('cell').filter({ hasText: `Renamed meanwhile → ${name} of 2027` }))
  await page.getByRole('button', { name: 'Import 1 product' }).click()
  await expectSeen(page.getByRole('heading', { name: 'What was imported' }))
  await expect.poll(async () => (await api.getProduct(id)).name).toBe(`${name} of 2027`)
  await api.editProduct(id, { revision: revision + 2, name })

  await page.goto('/admin/old-addresses')
  await page.getByText('From a CSV file').click()
  await choose('old address,new address\n/products/sheet-tie,/getproducts\n/cart,/about\n')
  await page.getByRole('button', { name: 'Show what would change' }).click()
  await expectSeen(page.getByRole('cell').filter({ hasText: '/cart is a page of this shop itself' }))
  await expectGoodInEveryLook(page)
  await page.getByRole('button', { name: 'Import 1 old address' }).click()
  await expectSeen(page.getByText('1 old address imported. 1 line rejected and left out.'))
  await expectSeen(page.getByRole('button', { name: 'Change /products/sheet-tie' }))
})

test('a category is renamed, moved and deleted, and keeps its address', async () => {
  const page = await openPage(sharedShop(), { expected: ['401 /api/users/me', '409 /api/admin/categories/rename'] })
  await signInAdmin(page, sharedShop().admin)
  const api = apiOf(page)
  const { category } = await api.createCategory('Rename Me')
  await page.goto('/admin/categories')
  await page.getByLabel('Name of Rename Me').fill('Shirts')
  await page.getByRole('button', { name: 'Rename Rename Me' }).click()
  await expectSeen(page.getByRole('alert').filter({ hasText: 'already exists' }))
  await page.getByLabel('Name of Rename Me').fill('Renamed Room')
  await page.keyboard.press('Enter')
  await expectSeen(page.getByLabel('Name of Renamed Room'))
  await page.getByRole('button', { name: 'Move Renamed Room up' }).press('Enter')
  await expectFocused(page.getByRole('button', { name: 'Move Renamed Room up' }))
  await expect
    .poll(async () => (await api.getCategories()).categories.at(-2))
    .toEqual({ _id: category._id, name: 'Renamed Room', slug: 'rename-me' })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete Renamed Room' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectGone(page.getByLabel('Name of Renamed Room'))
  await expect
    .poll(async () => (await api.getCategories()).categories.map(({ name }) => name))
    .not.toContain('Renamed Room')
})
