import { expect, onTestFinished, test } from 'vitest'

import { expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage, ownShop } from './journey.ts'
import { ADDRESS } from './orders.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { apiOf, signInAdmin, signInCustomer } from './sign-in.ts'

const GSTIN = '27AAPFU0939F1ZV'

test('a business enters its GSTIN, is told of a typing error beside it, and sees it in its order', async () => {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const page = await openPage(shop, { expected: SIGNED_OUT })
  const customer = await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ page: 1, limit: 1, inStock: 'true' })
  await apiOf(page).addToCart(products[0]?._id ?? '')
  const business = page.getByText('Buying for a business')
  await page.goto('/order')
  await expectSeen(page.getByRole('button', { name: 'Pay & Place Order' }))
  await expectGone(business)

  const owner = await openPage(shop, { expected: SIGNED_OUT })
  await signInAdmin(owner, shop.admin)
  const { settings } = await apiOf(owner).listSettings()
  await apiOf(owner).changeSettings({
    values: {
      taxRegistration: 'regular',
      gstin: '29AAGCB7383J1Z4',
      legalName: 'Asha Garments',
      addressLines: '4, Church Street',
      addressState: 'Karnataka',
    },
    revisions: Object.fromEntries(settings.map(({ name, revision }) => [name, revision])),
  })

  await page.goto('/order')
  for (const [name, value] of Object.entries(ADDRESS)) await page.locator(`main [name="${name}"]`).fill(value)
  const field = page.getByRole('textbox', { name: 'GSTIN' })
  await expectGone(field)
  await business.focus()
  await page.keyboard.press('Enter')
  await expectSeen(field)
  await field.fill(GSTIN.replace(/V$/, 'W'))
  await business.click()
  await expectGone(field)
  const pay = page.getByRole('button', { name: 'Pay & Place Order' })
  await pay.click()
  await expectSeen(page.getByRole('main').getByText('This GSTIN has a typing error: its last sign does not fit.'))
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  await expect.poll(() => field.inputValue()).toBe('27AAPFU0939F1ZW')
  await expect.poll(() => page.locator('main [name="street"]').inputValue()).toBe(ADDRESS.street)
  await expectGoodInEveryLook(page)
  await field.fill('GSTIN: 27 aapfu 0939f 1zv')
  const firm = page.getByRole('textbox', { name: 'Name of the business' })
  await pay.click()
  await expectSeen(page.getByRole('main').getByText('Please enter the name of your business'))
  await expect.poll(() => firm.evaluate((input) => input === document.activeElement)).toBe(true)
  await firm.fill('Ravi Traders LLP')
  await pay.click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  const [order] = await apiOf(page).listMyOrders(customer._id)
  expect(order).toMatchObject({ address: ADDRESS, buyerGstin: GSTIN, buyerFirm: 'Ravi Traders LLP' })
  await page.goto('/user-profile')
  await expectSeen(page.getByText(`GSTIN ${GSTIN}`))
  for (const address of ['/admin/neworders', `/admin/orders/${order?._id}`]) {
    await owner.goto(address)
    await expectSeen(owner.getByText(GSTIN).first())
  }
})
