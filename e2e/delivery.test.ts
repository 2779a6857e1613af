import type { Locator, Page } from 'playwright-core'

import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { deliveryText } from '#contract/delivery/delivery-text.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage, ownShop } from './journey.ts'
import { ADDRESS } from './orders.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { apiOf, signInAdmin, signInCustomer } from './sign-in.ts'
import { withinAnHour } from '#test/within-an-hour.ts'

beforeEach(withinAnHour)

/** As a courier writes it. */
const SHEET = 'Dest Pincode,Prepaid,COD,TAT,Charges,City\n570*,Y,Y,2,0,Mysuru\n1.1E+05,Y,Y,2,0,\n'

/** Waits for the day that the shop promises to a place, which is a day later when midnight passes meanwhile. */
async function expectPromise(page: Page, where: Locator, pin: string): Promise<void> {
  const promised = where.filter({ hasText: 'Delivery by ' })
  await expectSeen(promised)
  await expect
    .poll(async () => {
      const { by } = await apiOf(page).getDelivery(pin)
      const isTold = (await promised.textContent())?.includes(deliveryText({ by })) === true
      if (!isTold) await page.reload()
      return isTold
    })
    .toBe(true)
}

test('the owner imports a courier’s list as it comes, and asks the table for a PIN code', async () => {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const owner = await openPage(shop, { expected: SIGNED_OUT })
  await signInAdmin(owner, shop.admin)
  await owner.goto('/admin/delivery')
  const file = { name: 'pins.csv', mimeType: 'text/csv', buffer: Buffer.from(SHEET) }
  await owner.locator('input[name="sheet"]').setInputFiles(file)
  await owner.getByRole('button', { name: 'Show what would change' }).click()
  await expectSeen(owner.getByText('pin: The spreadsheet has made “1.1E+05” of the PIN code', { exact: false }))
  await expect.poll(() => owner.getByRole('combobox', { name: 'Days' }).inputValue()).toBe('TAT')
  await owner.getByRole('combobox', { name: 'Fee' }).selectOption('None')
  await expect.poll(() => owner.getByRole('combobox', { name: 'Fee' }).inputValue()).toBe('')
  await expectGoodInEveryLook(owner)
  await owner.getByRole('button', { name: 'Import 1 row' }).click()
  await expectSeen(owner.getByText('The PIN table has 1 row.'))
  await owner.getByRole('textbox', { name: 'PIN code', exact: true }).fill('570011')
  await owner.getByRole('button', { name: 'Look up' }).click()
  await expectSeen(owner.getByText('Row: 570*, prepaid yes, cod yes, days 2, city Mysuru'))
})

test('product page, checkout and order promise a day to a PIN code, with and without JavaScript', async () => {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const refused = ['404 /api/delivery/*', '409 /api/payment/create/orderId']
  const page = await openPage(shop, { expected: [...SIGNED_OUT, ...refused] })
  const customer = await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ page: 1, limit: 1, inStock: 'true' })
  const product = `/product/${products[0]?._id}`
  await page.goto(product)
  await expectSeen(page.getByText(/^Arrives \d/))
  const question = page.getByRole('textbox', { name: 'Delivery to your PIN code' })
  await expectGone(question)

  const owner = await openPage(shop, { expected: SIGNED_OUT })
  await signInAdmin(owner, shop.admin)
  const sheet = new File(['pin,prepaid,cod,days,fee,city\n570*,yes,yes,2,0,Mysuru\n'], 'pins.csv', { type: 'text/csv' })
  const { token } = await apiOf(owner).importPinTable(sheet)
  await apiOf(owner).importPinTable(sheet, { token })

  const plain = await openPage(shop, { expected: SIGNED_OUT, javaScript: false })
  await plain.goto(product)
  await plain.getByRole('textbox', { name: 'Delivery to your PIN code' }).fill('700001')
  await plain.keyboard.press('Enter')
  await expectSeen(plain.getByText('We do not deliver to the PIN code 700001 yet.'))
  await plain.getByRole('link', { name: 'Back to the product' }).click()
  await plain.waitForURL(`**${product}`)

  await page.goto(product)
  await expectGone(page.getByText(/^Arrives \d/))
  await question.fill('५७० ०११')
  await page.keyboard.press('Enter')
  await expectPromise(page, page.getByText(/^Delivery by /), '570011')
  await expectSeen(page.getByText('To 570011, Mysuru, Karnataka.'))
  await expectGoodInEveryLook(page)

  await apiOf(page).addToCart(products[0]?._id ?? '')
  await page.goto('/order')
  const field = (name: string) => page.locator(`main [name="${name}"]`)
  await expectPromise(page, page.locator('main span'), '570011')
  await expect.poll(() => field('pincode').inputValue()).toBe('570011')
  await expect.poll(() => field('city').inputValue()).toBe('Mysuru')
  await expect.poll(() => field('state').inputValue()).toBe('Karnataka')
  await field('pincode').fill('700001')
  await expectSeen(page.locator('.field-error').getByText('We do not deliver to the PIN code 700001 yet.'))
  await expect.poll(() => field('city').inputValue()).toBe('')
  await expectGoodInEveryLook(page)
  for (const [name, value] of Object.entries(ADDRESS)) await field(name).fill(value)
  await field('pincode').fill('700001')
  const pay = page.getByRole('button', { name: 'Pay & Place Order' })
  await pay.click()
  await expectSeen(page.getByText('We do not deliver to the PIN code 700001 yet. Nothing was charged.'))
  await field('pincode').fill('570001')
  await pay.click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  const [order] = await apiOf(page).listMyOrders(customer._id)
  expect(order?.deliverBy).toBeDefined()
  await page.goto('/user-profile')
  await expectSeen(page.getByText(deliveryText({ by: order?.deliverBy ?? '' })))
})
