import { readFile } from 'node:fs/promises'

import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { pngPicture } from '#test/pictures.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage, ownShop } from './journey.ts'
import type { ServedShop } from './serve.ts'
import { apiOf, signInAdmin } from './sign-in.ts'
import { expectSaid } from './toasts.ts'

// Only an administrator is signed in, so the customer's call gets 401.
const NO_CUSTOMER = ['401 /api/users/me']

let shop: ServedShop
beforeAll(async () => {
  shop = await ownShop()
}, 240_000)
afterAll(() => shop.stop())

/** A profile of the administrator, without a page yet. */
async function signInOwner(expected: readonly string[] = []): Promise<Page> {
  const page = await openPage(shop, { expected: [...NO_CUSTOMER, ...expected] })
  await signInAdmin(page, shop.admin)
  return page
}

/** A category of its own with these products, so that tests do not disturb each other. */
async function addProducts(
  page: Page,
  category: string,
  names: readonly string[],
  fields: Record<string, string> = {},
) {
  const api = apiOf(page)
  await api.createCategory(category)
  const ids: string[] = []
  for (const name of names) {
    const form = new FormData()
    const all = { name, price: '1000', category, stock: '3', description: 'Plain.', ...fields }
    for (const [field, value] of Object.entries(all)) form.set(field, value)
    form.set('images', new File([new Uint8Array(await pngPicture())], 'front.png', { type: 'image/png' }))
    ids.push((await api.createProduct(form)).product._id)
  }
  return ids
}

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })
const bar = (page: Page) => page.getByRole('region', { name: 'Selected products' })
const namesShown = async (page: Page) => page.getByRole('rowheader').allInnerTexts()

test('the list follows the typed search, keeps the focus and is in the address', async () => {
  const page = await signInOwner()
  await addProducts(page, 'Search Room', ['Quilted Alpha', 'Quilted Beta', 'Plain Gamma'])
  await page.goto('/admin/products')
  await page.getByRole('main').getByLabel('Search products').pressSequentially('quilted be')
  await page.waitForURL('**/admin/products?search=quilted+be')
  await expectGone(row(page, 'Quilted Alpha'))
  await expect.poll(() => namesShown(page)).toEqual(['Quilted Beta'])
  const field = page.getByRole('main').getByLabel('Search products')
  await expect.poll(() => field.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
  await expect.poll(() => field.inputValue()).toBe('quilted be')

  await field.fill('quilted')
  await expectSeen(row(page, 'Quilted Alpha'))
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await page.waitForURL('**sort=-name')
  await expect.poll(() => namesShown(page)).toEqual(['Quilted Beta', 'Quilted Alpha'])
  await expect.poll(() => page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending')
  await page.reload()
  await expect.poll(() => namesShown(page)).toEqual(['Quilted Beta', 'Quilted Alpha'])
  await page.getByRole('link', { name: 'Clear' }).click()
  await expectSeen(page.getByRole('heading', { name: 'Search Room' }))
  await expect
    .poll(() => page.getByRole('columnheader', { name: 'Name' }).first().getAttribute('aria-sort'))
    .toBe('ascending')
})

test('who goes elsewhere right after typing gets there, though the list has yet to follow', async () => {
  const page = await signInOwner()
  await page.goto('/admin/products')
  // The other page takes longer than the pause after which the list follows.
  await page.route('**/api/admin/getallcontacts*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue()
  })
  await page.getByRole('main').getByLabel('Search products').fill('quilted')
  await page.locator('a[href="/admin/contacts"]:visible').first().click()
  await expectSeen(page.getByRole('heading', { name: 'Contact Submissions' }))
})

test('stock filters find low stock, with a chosen threshold', async () => {
  const page = await signInOwner()
  await addProducts(page, 'Stock Room', ['Nearly Gone'], { stock: '7' })
  await addProducts(page, 'Empty Room', ['Gone Already'], { stock: '0' })
  await page.goto('/admin/products?search=gone')
  await page.getByLabel('Stock', { exact: true }).selectOption('Low stock')
  await expectSeen(page.getByText('No products found.'))
  await page.getByLabel('Up to (pieces)').fill('7')
  await expectSeen(row(page, 'Nearly Gone'))
  await page.getByLabel('Stock', { exact: true }).selectOption('Out of stock')
  await expectSeen(row(page, 'Gone Already'))
  await expectGone(row(page, 'Nearly Gone'))
})

test('the filtered products can be exported, and all products', async () => {
  const page = await signInOwner()
  const [first = ''] = await addProducts(page, 'Export Room', ['Export One'], { stock: '1' })
  await addProducts(page, 'Export Hall', ['Export Two'], { stock: '90' })
  await page.goto('/admin/products')
  await expectGone(page.getByRole('link', { name: 'Export these' }))
  await page.goto('/admin/products?search=export&stock=low-sizes')
  await expectSeen(row(page, 'Export One'))
  await expectGone(row(page, 'Export Two'))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export these 1', exact: true }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([first])
  await expectSeen(page.getByRole('link', { name: 'Export as CSV', exact: true }))
})

test('a deletion is undone from its toast, and later from the list of deleted products', async () => {
  const page = await signInOwner()
  await addProducts(page, 'Undo Room', ['Undo One', 'Undo Two'])
  await page.goto('/admin/products?category=undo-room')
  const remove = async (name: string) => {
    await row(page, name).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectGone(row(page, name))
  }
  await remove('Undo One')
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Delete')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectSaid(page, '1 product restored.')
  await expectSeen(row(page, 'Undo One'))

  await remove('Undo Two')
  await page.getByRole('link', { name: 'Deleted' }).click()
  await row(page, 'Undo Two').getByRole('button', { name: 'Restore' }).click()
  await expectGone(row(page, 'Undo Two'))
  await page.getByRole('link', { name: 'On sale', exact: true }).click()
  await expectSeen(row(page, 'Undo Two'))
})

test('rows are selected by range and changed together by keyboard alone', async () => {
  const page = await signInOwner()
  await addProducts(page, 'Bulk Room', ['Bulk A', 'Bulk B', 'Bulk C', 'Bulk D'])
  await page.goto('/admin/products?category=bulk-room')
  await page.getByLabel('Select Bulk A').focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Select Bulk C').focus()
  await page.keyboard.press('Shift+Space')
  await expectSeen(bar(page).getByText('3 products selected'))
  await expect.poll(() => page.getByLabel('Select Bulk D').isChecked()).toBe(false)

  await bar(page).getByRole('button', { name: 'Change price' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change price' })
  await dialog.getByLabel('Change the price itself').press('Space')
  await dialog.getByLabel('Change in per cent').fill('-10')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Change price of 3 products' }).press('Enter')
  await expectSaid(page, '3 products repriced.')
  await expectSeen(row(page, 'Bulk B').getByText('₹900'))
  await expectSeen(row(page, 'Bulk D').getByText('₹1,000'))
  await expectGone(bar(page))
})

test('a discount is previewed, applied and undone', async () => {
  const page = await signInOwner()
  const ids = await addProducts(page, 'Sale Room', ['Sale A', 'Sale B'], { price: '1495' })
  await page.goto('/admin/products?category=sale-room')
  await page.getByLabel('Select all: Products in Sale Room').check()
  await bar(page).getByRole('button', { name: 'Change price' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change price' })
  await expect.poll(() => dialog.getByLabel('Set a discount').isChecked()).toBe(true)
  await expect.poll(() => dialog.getByLabel('Discount in per cent').inputValue()).toBe('10')
  await expectSeen(dialog.getByText('half a rupee up'))
  await dialog.getByRole('button', { name: 'Preview' }).click()
  const before = dialog
    .getByRole('table', { name: 'Prices before and after' })
    .getByRole('row')
    .filter({ hasText: 'Sale A' })
  await expect.poll(() => before.innerText()).toMatch(/₹1,495\s+– → ₹1,346/)
  await expect.poll(async () => (await apiOf(page).getProduct(ids[0]!)).discountedPrice).toBeUndefined()

  await dialog.getByRole('button', { name: 'Discount 2 products' }).click()
  await expectSaid(page, '2 products discounted.')
  await expectSeen(row(page, 'Sale A').getByText('₹1,346'))
  await expectSeen(row(page, 'Sale A').getByText('₹1,495'))
  await apiOf(page).updatePrice(ids[1]!, { price: 1600 })
  await page.getByRole('button', { name: 'Undo the change of prices' }).click()
  await expectSeen(page.getByRole('alert').getByText('Sale B: Somebody else has changed its price meanwhile'))
  await expectGone(row(page, 'Sale A').getByText('₹1,346'))
  await expectSeen(row(page, 'Sale B').getByText('₹1,600'))
})

test('label facts are given to several products at once, and taken back', async () => {
  const page = await signInOwner(['400 /api/admin/products/bulk'])
  const [id = ''] = await addProducts(page, 'Fact Room', ['Fact A', 'Fact B'])
  await page.goto('/admin/products?category=fact-room')
  await page.getByLabel('Select all: Products in Fact Room').check()
  await bar(page).getByRole('button', { name: 'Change label facts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change label facts' })
  await dialog.getByRole('checkbox', { name: 'Country of origin' }).check()
  await dialog.getByRole('textbox', { name: 'Country of origin' }).fill('Italy')
  await dialog.getByRole('checkbox', { name: 'HSN code' }).check()
  await dialog.getByRole('textbox', { name: 'HSN code' }).fill('shirt')
  await dialog.getByRole('button', { name: 'Change 2 products' }).click()
  await expectSeen(dialog.getByText('An HSN code has 4, 6 or 8 digits.'))
  await dialog.getByRole('textbox', { name: 'HSN code' }).fill('6205')
  await expectGoodInEveryLook(page)
  await dialog.getByRole('button', { name: 'Change 2 products' }).click()
  await expectSaid(page, '2 products described anew.')
  await expect.poll(async () => (await apiOf(page).getProduct(id)).origin).toBe('Italy')
  await page.getByRole('button', { name: 'Undo the change of label facts' }).click()
  await expectSaid(page, '2 products described as before.')
  await expect.poll(async () => (await apiOf(page).getProduct(id)).origin).toBeUndefined()
})

test('a bulk change lists the products that it could not change, with the reason', async () => {
  const page = await signInOwner()
  await addProducts(page, 'Reason Room', ['Reason A'])
  await addProducts(page, 'Reason Hall', ['Reason B'], { stock: '1' })
  await page.goto('/admin/products?search=reason')
  await page.getByLabel('Select all: Products').check()
  await bar(page).getByRole('button', { name: 'Change stock' }).click()
  await page.getByLabel('Pieces', { exact: true }).fill('-2')
  await page.getByRole('button', { name: 'Add stock to 2 products' }).click()
  const report = page.getByRole('alert').filter({ hasText: '1 product left as it was.' })
  await expectSeen(report.getByText('Reason B: Stock cannot fall below 0.'))
  await expectSeen(row(page, 'Reason A').getByText('1', { exact: true }))

  await page.getByLabel('Select all: Products').check()
  await bar(page).getByRole('button', { name: 'Move to category' }).click()
  await page.getByLabel('New category').selectOption('Reason Hall')
  await page.getByRole('button', { name: 'Move 2 products' }).click()
  await expectSeen(page.getByText('Reason B: It is in Reason Hall already.'))

  await page.getByLabel('Select all: Products').check()
  await bar(page).getByRole('button', { name: 'Delete selected' }).click()
  await expectSeen(page.getByRole('alertdialog').getByText('Delete 2 products?'))
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectSeen(page.getByText('No products found.'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectSeen(row(page, 'Reason A'))
})

test('a changed price or stock is shown before it is overwritten', async () => {
  const page = await signInOwner(['409 /api/products/set-stock/*', '409 /api/products/update-price/*'])
  // Without events the row is read anew only where a call is refused, and not once it is open again.
  await page.route('**/api/admin/events', () => undefined)
  const [id = ''] = await addProducts(page, 'Conflict Room', ['Contested Shirt'])
  await page.goto('/admin/products?category=conflict-room')
  const contested = row(page, 'Contested Shirt')
  await contested.getByRole('button', { name: 'Update Stock' }).click()
  await apiOf(page).setStock(id, 9)
  await contested.getByRole('spinbutton').fill('12')
  await contested.getByRole('button', { name: 'Save' }).click()
  const alert = page.getByRole('alertdialog')
  await expectSeen(alert.getByText('The stock is 9 by now. Save again to set it to 12.'))
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect.poll(() => contested.getByRole('spinbutton').inputValue()).toBe('12')
  await contested.getByRole('button', { name: 'Save' }).click()
  await expectSeen(contested.getByText('12', { exact: true }))

  await contested.getByRole('button', { name: 'Edit Price' }).click()
  await apiOf(page).updatePrice(id, { price: 777 })
  await contested.getByLabel('Price', { exact: true }).fill('800')
  await contested.getByRole('button', { name: 'Save' }).click()
  await expectSeen(alert.getByText('The price is ₹777 by now. Save again to set yours.'))
  await alert.getByRole('button', { name: 'OK' }).click()
  await contested.getByRole('button', { name: 'Save' }).click()
  await expectSeen(contested.getByText('₹800', { exact: true }))
})

test('each size has its own stock, and no button changes one of several sizes unnamed', async () => {
  const page = await signInOwner(['409 /api/admin/products/*'])
  await page.route('**/api/admin/events', () => undefined)
  const sizes = JSON.stringify([
    { size: 'M', stock: 2 },
    { size: 'L', stock: 3 },
  ])
  const [id = ''] = await addProducts(page, 'Size Room', ['Sized Shirt'], { sizes, stock: '5' })
  await page.goto('/admin/products?category=size-room')
  const sized = row(page, 'Sized Shirt')
  const stocks = async () => (await apiOf(page).getProduct(id)).sizes.map(({ stock }) => stock)

  await sized.getByRole('button', { name: '+1' }).click()
  await expectSeen(sized.getByLabel('M', { exact: true }).and(page.locator(':focus')))
  await expect.poll(() => sized.getByLabel('L', { exact: true }).inputValue()).toBe('3')
  await sized.getByLabel('L', { exact: true }).fill('4')
  await page.keyboard.press('Enter')
  await expectSeen(sized.getByText('M 2, L 4'))
  await expect.poll(stocks).toEqual([2, 4])
  await expectSeen(sized.getByRole('button', { name: 'Update Stock' }).and(page.locator(':focus')))

  await sized.getByRole('button', { name: '-1' }).click()
  await sized.getByLabel('M', { exact: true }).fill('-1')
  await sized.getByRole('button', { name: 'Save' }).click()
  const alert = page.getByRole('alertdialog')
  await expectSeen(alert.getByText('Please enter a valid stock number.'))
  await alert.getByRole('button', { name: 'OK' }).click()
  await sized.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(stocks).toEqual([2, 4])

  await sized.getByRole('button', { name: 'Update Stock' }).click()
  await apiOf(page).setStock(id, 7, 'M')
  await sized.getByLabel('L', { exact: true }).fill('9')
  await sized.getByRole('button', { name: 'Save' }).click()
  await expectSeen(alert.getByText('Somebody else has changed this product meanwhile. Please look at it again.'))
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect.poll(() => sized.getByLabel('M', { exact: true }).inputValue()).toBe('7')
  await sized.getByRole('button', { name: 'Save' }).click()
  await expectSeen(sized.getByText('M 7, L 9'))
  await expect.poll(stocks).toEqual([7, 9])
})

test('changes by others appear in their rows, but not in a row that is being edited', async () => {
  const page = await signInOwner()
  const [first = '', second = ''] = await addProducts(page, 'Live Room', ['Live Alpha', 'Live Beta'])
  const api = apiOf(page)
  await api.setStock(second, 5)
  const connected = page.waitForResponse('**/api/admin/events')
  await page.goto('/admin/products?category=live-room&sort=stock')
  await connected
  const [alpha, beta] = [row(page, 'Live Alpha'), row(page, 'Live Beta')]
  await api.setStock(first, 50)
  await expectSeen(alpha.getByText('50', { exact: true }))
  await api.updatePrice(first, { price: 2345 })
  await expectSeen(alpha.getByText('₹2,345', { exact: true }))
  await expect.poll(() => namesShown(page)).toEqual(['Live Alpha', 'Live Beta'])

  await beta.getByRole('button', { name: 'Update Stock' }).click()
  await api.setStock(second, 8)
  await api.setStock(first, 51)
  await expectSeen(alpha.getByText('51', { exact: true }))
  await expect.poll(() => beta.getByRole('spinbutton').inputValue()).toBe('5')
  await page.keyboard.press('Escape')
  await expectSeen(beta.getByText('8', { exact: true }))

  await api.deleteProduct(first)
  await expectSeen(alpha.getByText('Deleted', { exact: true }))
  await expect.poll(() => namesShown(page)).toEqual(['Live Alpha', 'Live Beta'])
})

test('a row that opens while it is read anew keeps what it showed, and tells of the change when it is saved', async () => {
  const page = await signInOwner(['409 /api/products/update-price/*'])
  const [id = ''] = await addProducts(page, 'Opened Room', ['Opened Shirt'])
  const connected = page.waitForResponse('**/api/admin/events')
  await page.goto('/admin/products?category=opened-room')
  await connected
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
  await page.route(`**/api/admin/products/${id}`, async (route) => {
    const response = await route.fetch()
    await isOpen
    await route.fulfill({ response })
  })
  const asked = page.waitForRequest(`**/api/admin/products/${id}`)
  const answered = page.waitForResponse(`**/api/admin/products/${id}`)
  await apiOf(page).updatePrice(id, { price: 777 })
  await asked
  const opened = row(page, 'Opened Shirt')
  await opened.getByRole('button', { name: 'Edit Price' }).click()
  open()
  await (await answered).finished()
  await opened.getByLabel('Price', { exact: true }).fill('800')
  await opened.getByRole('button', { name: 'Save' }).click()
  const alert = page.getByRole('alertdialog')
  await expectSeen(alert.getByText('The price is ₹777 by now. Save again to set yours.'))
  await alert.getByRole('button', { name: 'OK' }).click()
  await opened.getByRole('button', { name: 'Save' }).click()
  await expectSeen(opened.getByText('₹800', { exact: true }))
})

test('many quick clicks all count, and one too many is undone', async () => {
  const page = await signInOwner(['409 /api/products/reduce-stock/*'])
  // Without events the list learns what others did only when its call is refused.
  await page.route('**/api/admin/events', () => undefined)
  const [id = ''] = await addProducts(page, 'Press Room', ['Pressed Shirt'])
  await page.goto('/admin/products?category=press-room')
  const pressed = row(page, 'Pressed Shirt')
  for (let press = 0; press < 6; press += 1) await pressed.getByRole('button', { name: '+1' }).click()
  await expectSeen(pressed.getByText('9', { exact: true }))
  await expect.poll(async () => (await apiOf(page).getProduct(id)).stock).toBe(9)
  await apiOf(page).setStock(id, 0)
  const { promise: arePressed, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/products/reduce-stock/*', (route) => arePressed.then(() => route.fallback()))
  await pressed.getByRole('button', { name: '-1' }).click()
  await pressed.getByRole('button', { name: '-1' }).click()
  await expectSeen(pressed.getByText('7', { exact: true }))
  answer()
  // Both are refused with the same words, and each is answered.
  const alert = page.getByRole('alertdialog')
  await alert.getByRole('button', { name: 'OK' }).click()
  await alert.getByRole('button', { name: 'OK' }).click()
  await expectGone(alert)
  await expectSeen(pressed.getByText('0', { exact: true }))
  await pressed.getByRole('button', { name: 'Delete' }).click()
  await expectSeen(alert.getByRole('button', { name: 'Cancel' }))
})

test('the products’ screens are accessible in every look and fit their window, with every kind of row', async () => {
  const page = await signInOwner()
  const sizes = JSON.stringify([
    { size: 'M', stock: 0 },
    { size: 'L', stock: 3 },
  ])
  await addProducts(page, 'Look Room', ['Look Plain', 'Look Priced'], { stock: '0' })
  await addProducts(page, 'Look Hall', ['Look Sized'], { sizes, stock: '3', discountedPrice: '900' })
  const bare = new FormData()
  const fields = { name: 'Look Draft', category: 'Look Room', price: '1000', stock: '3', isDraft: 'true' }
  for (const [field, value] of Object.entries(fields)) bare.set(field, value)
  await apiOf(page).createProduct(bare)
  await page.goto('/admin/products?search=look')
  await row(page, 'Look Plain').getByRole('checkbox').check()
  await expect.poll(() => row(page, 'Look Plain').getByRole('button', { name: '-1' }).isDisabled()).toBe(true)
  await row(page, 'Look Priced').getByRole('button', { name: 'Edit Price' }).click()
  await row(page, 'Look Sized').getByRole('button', { name: 'Update Stock' }).click()
  const seen = [
    ['Look Plain', '–'],
    ['Look Sized', '₹900'],
    ['Look Draft', 'Draft'],
    ['Look Draft', 'No Image'],
    ['Look Draft', 'Put on sale'],
  ] as const
  for (const [name, text] of seen) await expectSeen(row(page, name).getByText(text, { exact: text !== 'Put on sale' }))
  await expectSeen(row(page, 'Look Priced').getByLabel('Discounted price'))
  await expectSeen(row(page, 'Look Sized').getByLabel('L', { exact: true }))
  await expectGoodInEveryLook(page)
  await bar(page).getByRole('button', { name: 'Change stock' }).click()
  await expectSeen(page.getByRole('dialog'))
  await expectGoodInEveryLook(page)
  await page.goto('/admin/products?state=deleted')
  await expectGoodInEveryLook(page)
})
