import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectFocused } from './expect-focused.ts'
import { jpegPicture, pngPicture } from '#test/pictures.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage, sharedShop } from './journey.ts'
import { apiOf, signInAdmin } from './sign-in.ts'
import { PHONE } from './viewports.ts'
import { expectSaid } from './toasts.ts'

// Only an administrator is signed in, so the customer's call gets 401.
const NO_CUSTOMER = ['401 /api/users/me']

async function openAdmin(visit: Parameters<typeof openPage>[1] = {}): Promise<Page> {
  const page = await openPage(sharedShop(), { ...visit, expected: [...NO_CUSTOMER, ...(visit.expected ?? [])] })
  await signInAdmin(page, sharedShop().admin)
  return page
}

/** A product of its own, on its screen. */
async function openProduct(page: Page, name: string): Promise<string> {
  const api = apiOf(page)
  const category = `Room of ${name}`
  await api.createCategory(category)
  const form = new FormData()
  const fields = { name, price: '1000', category, stock: '6', description: 'Plain.' }
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.append('images', new File([new Uint8Array(await pngPicture())], 'front.png', { type: 'image/png' }))
  form.append('images', new File([new Uint8Array(await jpegPicture({ width: 330, height: 400 }))], 'back.jpg'))
  const { product } = await api.createProduct(form)
  await page.goto(`/admin/products/${product._id}`)
  return product._id
}

const toast = (page: Page, role: 'status' | 'alert', text: string) => page.getByRole(role).filter({ hasText: text })

test('every field is edited, a run of sizes is added, and pictures change their places', async () => {
  const page = await openAdmin()
  const id = await openProduct(page, 'Edited Shirt')
  await page.getByLabel('Name').fill('Edited Overshirt')
  await page.getByLabel('Discounted price').fill('900.50')
  await page.getByLabel('Fabric').fill('Linen')
  await page.getByLabel('HSN code').fill('6205')
  await page.getByRole('button', { name: 'Add S–XXL' }).click()
  await expect.poll(() => page.getByLabel('Pieces of S', { exact: true }).inputValue()).toBe('6')
  await page.getByLabel('Pieces of XXL').fill('4')
  await page.getByRole('button', { name: 'Take XL away' }).click()
  await expectFocused(page.getByRole('button', { name: 'Take XXL away' }))
  await page.getByRole('button', { name: 'Add measurement' }).click()
  await page.getByLabel('chest of S', { exact: true }).fill('99.5')
  await page.getByRole('button', { name: 'Move Edited Shirt, picture 2 forward' }).click()
  await expectFocused(page.getByRole('button', { name: 'Move Edited Shirt, picture 2 back' }))
  await page.getByLabel('Alt text 1').fill('The back')
  await page
    .getByLabel('Add images')
    .setInputFiles({ name: 'third.png', mimeType: 'image/png', buffer: await pngPicture({ width: 350, height: 420 }) })
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expectSeen(preview.getByText('Edited Overshirt'))
  await preview.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectSaid(page, 'Product updated successfully!')
  await expect
    .poll(() => apiOf(page).getProduct(id))
    .toMatchObject({
      name: 'Edited Overshirt',
      price: 1000,
      discountedPrice: 900.5,
      fabric: 'Linen',
      hsn: '6205',
      sizes: [
        { size: 'S', stock: 6 },
        { size: 'M', stock: 0 },
        { size: 'L', stock: 0 },
        { size: 'XXL', stock: 4 },
      ],
      sizeGuide: { S: { chest: 99.5 } },
      pictures: [{ alt: 'The back' }, { alt: 'Edited Shirt' }, { alt: '' }],
    })
})

test('the sizes of trousers, with their codes and seven measurements, are whole on a laptop', async () => {
  const page = await openAdmin()
  const { products } = await apiOf(page).listProductsForAdmin({ search: 'Concrete Grey Jean' })
  const cutOff = () =>
    page
      .locator('.sizes-frame')
      .evaluateAll((frames) => frames.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
  await page.goto(`/admin/products/${products[0]?._id}`)
  await expectSeen(page.getByRole('columnheader', { name: 'Leg opening' }))
  await expectSeen(page.getByLabel('leg opening of 38'))
  await expect.poll(cutOff).toEqual([0, 0])

  await page.goto('/admin/dashboard')
  const form = page.getByRole('region', { name: 'Create Product' })
  await form.getByRole('button', { name: 'Add 28–38' }).click()
  for (const measure of ['Waist', 'Hip', 'Rise', 'Inseam', 'Thigh', 'Knee', 'Leg opening']) {
    await form.getByLabel('Measurement to add').selectOption({ label: measure })
    await form.getByRole('button', { name: 'Add measurement' }).click()
  }
  await expect.poll(cutOff).toEqual([0, 0])

  // On a phone the sizes stay beside what is scrolled.
  await page.setViewportSize(PHONE)
  const table = form.getByRole('table').nth(1)
  await table.getByLabel('leg opening of 28').focus()
  const left = async (name: string) =>
    (await table.getByRole(name === '28' ? 'rowheader' : 'columnheader', { name }).boundingBox())?.x ?? -1
  await expect.poll(() => left('28')).toBeGreaterThanOrEqual(0)
  await expect.poll(() => left('Waist')).toBeLessThan(0)
})

test('a conflict between two administrators is shown to the later one, whose input is kept', async () => {
  const page = await openAdmin({ expected: ['409 /api/admin/products/*'] })
  const id = await openProduct(page, 'Shared Shirt')
  await page.getByLabel('Name').fill('My Shirt')
  await page.getByLabel('Price', { exact: true }).fill('1100')
  const api = apiOf(page)
  const { revision } = await api.getEditableProduct(id)
  await api.editProduct(id, { revision, price: 1200, colour: 'Indigo' })

  await page.getByRole('button', { name: 'Save changes' }).click()
  const notice = page.getByRole('region', { name: 'Changed by somebody else meanwhile' })
  await expectSeen(notice.getByText('Price: 1000 → 1200 (your 1100 is kept)'))
  await expectSeen(notice.getByText('Colour: nothing → Indigo'))
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('My Shirt')
  await expect.poll(() => page.getByLabel('Colour', { exact: true }).inputValue()).toBe('Indigo')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectSaid(page, 'Product updated successfully!')
  await expectGone(notice)
  await expect.poll(() => api.getProduct(id)).toMatchObject({ name: 'My Shirt', price: 1100, colour: 'Indigo' })
})

test('an invalid field is named, other input stays, and leaving asks for confirmation', async () => {
  const page = await openAdmin()
  await openProduct(page, 'Faulty Shirt')
  await page.getByLabel('Discounted price').fill('5000')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectSeen(toast(page, 'alert', 'Discounted price must be between 0 and the original price.'))
  await expect.poll(() => page.getByLabel('Discounted price').getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('link', { name: 'All products' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect.poll(() => page.getByLabel('Discounted price').inputValue()).toBe('5000')
  await page.getByRole('link', { name: 'All products' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expectSeen(page.getByRole('heading', { name: 'Admin Products' }))
})

test('a product that is being created survives a reload, and is created with its sizes', async () => {
  const page = await openAdmin()
  await page.goto('/admin/dashboard')
  const form = page.getByRole('region', { name: 'Create Product' })
  await form.getByLabel('Name').fill('Drafted Pant')
  await form.getByLabel('Price', { exact: true }).fill('1500')
  await form.getByLabel('Discounted price').fill('1400')
  await form.getByLabel('Category').selectOption('Pants')
  await form.getByRole('button', { name: 'Add 28–38' }).click()
  await form.getByLabel('Pieces of 32').fill('5')
  await page.reload()
  await expectSeen(form.getByText('What you had typed before is here again'))
  await expect.poll(() => form.getByLabel('Name').inputValue()).toBe('Drafted Pant')
  await expect.poll(() => form.getByLabel('Stock').inputValue()).toBe('5')
  for (const [name, width] of [
    ['one.png', 300],
    ['two.png', 310],
  ] as const) {
    await form
      .getByLabel('Images')
      .setInputFiles({ name, mimeType: 'image/png', buffer: await pngPicture({ width, height: 400 }) })
  }
  await form.getByRole('button', { name: 'Move two.png forward' }).click()
  await form.getByRole('button', { name: 'Create Product' }).click()
  await expectSaid(page, 'Product created successfully!')
  const { products } = await apiOf(page).listProducts({ search: 'Drafted Pant', page: 1 })
  expect(products[0]).toMatchObject({ stock: 5, sizes: [{ size: '28' }, {}, { size: '32', stock: 5 }, {}, {}, {}] })
  await page.reload()
  await expect.poll(() => form.getByLabel('Name').inputValue()).toBe('')
})

test('a product is created with its measurements, alternative texts and further details', async () => {
  const page = await openAdmin()
  await page.goto('/admin/dashboard')
  const form = page.getByRole('region', { name: 'Create Product' })
  await form.getByLabel('Name').fill('Detailed Kurta')
  await form.getByLabel('Price', { exact: true }).fill('1500')
  await form.getByLabel('Discounted price').fill('1400')
  await form.getByLabel('Category').selectOption('Shirts')
  await form.getByRole('button', { name: 'Add S–XXL' }).click()
  await form.getByLabel('Pieces of M', { exact: true }).fill('3')
  await form.getByRole('button', { name: 'Add measurement' }).click()
  await form.getByLabel('chest of M', { exact: true }).fill('104')
  await form.getByText('More details').click()
  await form.getByLabel('Fabric').fill('Khadi')
  await form.getByLabel('HSN code').fill('62')
  await page.reload()
  await expect.poll(() => form.getByLabel('chest of M', { exact: true }).inputValue()).toBe('104')
  await expect.poll(() => form.getByLabel('Fabric').inputValue()).toBe('Khadi')
  await form
    .getByLabel('Images')
    .setInputFiles({ name: 'front.png', mimeType: 'image/png', buffer: await pngPicture({ width: 340, height: 400 }) })
  await form.getByLabel('Alt text 1').fill('A kurta from the front')
  await form.getByRole('button', { name: 'Create Product' }).click()
  await expectSeen(toast(page, 'alert', 'An HSN code has 4, 6 or 8 digits.'))
  await expectSeen(form.getByLabel('HSN code').and(page.locator(':focus')))
  await form.getByLabel('HSN code').fill('6205')
  await form.getByRole('button', { name: 'Create Product' }).click()
  await expectSaid(page, 'Product created successfully!')
  const api = apiOf(page)
  const { products } = await api.listProducts({ search: 'Detailed Kurta', page: 1 })
  const id = products[0]?._id ?? ''
  await expect
    .poll(() => api.getProduct(id))
    .toMatchObject({
      fabric: 'Khadi',
      hsn: '6205',
      stock: 3,
      sizeGuide: { M: { chest: 104 } },
      pictures: [{ alt: 'A kurta from the front' }],
    })
})

test('the screen of a product is accessible in every look and fits its window', async () => {
  const page = await openAdmin()
  const { products } = await apiOf(page).listProducts({ page: 1, limit: 1 })
  await page.goto(`/admin/products/${products[0]?._id}`)
  await expectGoodInEveryLook(page)
  await page.getByRole('button', { name: 'Preview' }).click()
  await expectSeen(page.getByRole('dialog', { name: 'Preview' }))
  await expectGoodInEveryLook(page)
})
