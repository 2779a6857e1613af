import { randomUUID } from 'node:crypto'

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import type { AdminApi } from '#contract/api/admin-api.ts'

import { expectAccessible } from './axe.ts'
import { expectGone, expectSeen, openPage, sharedShop } from './journey.ts'
import { ADDRESS } from './orders.ts'
import { apiOf, signInAdmin, signInCustomer } from './sign-in.ts'
import { PHONE } from './viewports.ts'
import { expectSaid } from './toasts.ts'

const newCode = () => `E2E${randomUUID().slice(0, 8).toUpperCase()}`

const toast = (page: Page, role: 'status' | 'alert', text: string) => page.getByRole(role).filter({ hasText: text })

async function adminApi(): Promise<AdminApi> {
  const page = await openPage(sharedShop())
  await signInAdmin(page, sharedShop().admin)
  return apiOf(page)
}

/** A code that takes ten per cent off everything. */
async function createCode(limits: { maxUses?: number } = {}): Promise<{ code: string; _id: string }> {
  const code = newCode()
  const api = await adminApi()
  const { offer } = await api.createOffer({
    code,
    percent: 10,
    categories: [],
    minimumQuantity: 1,
    minimumTotal: 0,
    ...limits,
  })
  return { code, _id: offer._id }
}

/** A page with a signed-in customer who has a product in the cart. */
async function openWithCart(visit: Parameters<typeof openPage>[1] = {}) {
  const page = await openPage(sharedShop(), { ...visit, expected: ['401 /api/admin/me', ...(visit.expected ?? [])] })
  await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ page: 1, limit: 20, inStock: 'true' })
  const product = products.find(({ stock }) => stock > 5)
  if (!product) throw new Error('The demo catalogue has nothing with much in stock.')
  const { finalprice } = await apiOf(page).addToCart(product._id)
  return { page, finalprice, discounted: Math.round(finalprice * 90) / 100 }
}

const rupees = (amount: number) =>
  `₹${amount.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

test('a customer enters a code, hears why a wrong one is refused, sees the discount and buys with it', async () => {
  const { code } = await createCode()
  const { page, finalprice, discounted } = await openWithCart({ expected: ['400 /api/cart/code'] })
  await page.goto('/cart')
  const field = page.getByRole('textbox', { name: 'Code' })
  await expectGone(field)
  await page.getByText('Have a code?').click()
  await field.fill('nosuchcode')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expectSeen(toast(page, 'alert', 'There is no code NOSUCHCODE.'))
  await expectSeen(page.locator('.field-error').filter({ hasText: 'There is no code NOSUCHCODE.' }))
  await expectAccessible(page)
  await field.fill(code.toLowerCase())
  await field.press('Enter')
  await expectSaid(page, `Code ${code} is in your cart.`)
  const summary = page.getByRole('region', { name: 'Summary' })
  await expectSeen(summary.getByText(`${code}: 10% off`))
  await expect.poll(() => summary.textContent()).toContain(`Subtotal${rupees(finalprice)}`)
  await expect.poll(() => summary.textContent()).toContain(`Total${rupees(discounted)}`)
  await expectSeen(summary.getByRole('button', { name: `Remove code ${code}` }))
  await page.setViewportSize(PHONE)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Order Now' }).click()
  await page.waitForURL('**/order')
  await expect
    .poll(() => page.getByRole('region', { name: 'Your order' }).textContent())
    .toContain(`Total${rupees(discounted)}`)
  await expectAccessible(page)
  for (const [name, value] of Object.entries(ADDRESS)) await page.locator(`main [name="${name}"]`).fill(value)
  await page.getByRole('button', { name: 'Pay & Place Order' }).click()
  const dialog = page.getByRole('dialog')
  await expectSeen(dialog.getByText(rupees(discounted)))
  await dialog.getByRole('button', { name: 'Pay', exact: true }).click()
  await expectSaid(page, 'Payment & Order successful!')
  await page.goto('/user-profile')
  const order = page.getByRole('article').first()
  await expectSeen(order.getByText(`${code}: 10% off`))
  await expect.poll(() => order.textContent()).toContain(`Total ${rupees(discounted)}`)
})

test('a code is entered and removed without JavaScript', async () => {
  const { code } = await createCode()
  const { page, finalprice, discounted } = await openWithCart({ javaScript: false, expected: ['400 /cart'] })
  await page.goto('/cart')
  await page.getByText('Have a code?').click()
  await page.getByRole('textbox', { name: 'Code' }).fill('NOSUCHCODE')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expectSeen(page.getByText('There is no code NOSUCHCODE.'))
  const field = page.getByRole('textbox', { name: 'Code' })
  await expect.poll(() => field.inputValue()).toBe('NOSUCHCODE')
  await field.fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect.poll(() => summary.textContent()).toContain(`Total${rupees(discounted)}`)
  await summary.getByRole('button', { name: `Remove code ${code}` }).click()
  await expect.poll(() => summary.textContent()).toContain(`Total${rupees(finalprice)}`)
})

test('who loses the last use at the checkout is told before paying, and goes on without the code', async () => {
  const { code, _id } = await createCode({ maxUses: 1 })
  const { page, finalprice, discounted } = await openWithCart({ expected: ['409 /api/payment/create/orderId'] })
  await apiOf(page).enterCode(code)
  await page.goto('/order')
  const order = page.getByRole('region', { name: 'Your order' })
  await expect.poll(() => order.textContent()).toContain(`Total${rupees(discounted)}`)
  await (await adminApi()).switchOffer(_id, false)
  for (const [name, value] of Object.entries(ADDRESS)) await page.locator(`main [name="${name}"]`).fill(value)
  const pay = page.getByRole('button', { name: 'Pay & Place Order' })
  await pay.click()
  await expectSeen(page.getByText('Remove it to go on without it. Nothing was charged.'))
  await expect.poll(() => order.textContent()).toContain(`Total${rupees(finalprice)}`)
  await expectSeen(order.getByText(`The code ${code} is no longer valid.`, { exact: true }))
  await expectAccessible(page)
  await order.getByRole('button', { name: `Remove code ${code}` }).click()
  await expectGone(order.getByText(`The code ${code} is no longer valid.`))
  await pay.click()
  await expectSeen(page.getByRole('dialog').getByText(rupees(finalprice)))
})

test('the owner makes a code, sees what it does to real carts, changes it to rupees and to free shipping, and switches it off', async () => {
  await openWithCart()
  const page = await openPage(sharedShop(), { expected: ['401 /api/users/me', '400 /api/admin/offers'] })
  await signInAdmin(page, sharedShop().admin)
  await page.goto('/admin/dashboard')
  await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'Offers' }).click()
  await expectSeen(page.getByRole('heading', { name: 'Offers', level: 1 }))
  await page.getByRole('link', { name: 'Create offer' }).click()
  await expectSeen(page.getByRole('heading', { name: 'Create offer', level: 1 }))
  const code = newCode()
  await page.getByRole('textbox', { name: 'Code' }).fill('A')
  await page.getByRole('spinbutton', { name: 'Per cent off' }).fill('20')
  await page.getByRole('button', { name: 'Create offer' }).click()
  await expectSeen(page.locator('.error-summary').getByText('A code has at least 3 characters.'))
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.getByRole('spinbutton', { name: 'Uses in all' }).fill('100')
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expectSeen(preview.getByText(`${code}: 20% off`).first())
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create offer' }).click()
  await expectSaid(page, 'Offer created.')
  const row = page.getByRole('row').filter({ hasText: code })
  await expectSeen(row.getByText('0 of 100'))
  await expectAccessible(page)
  await row.getByRole('link', { name: `${code}: 20% off` }).click()
  await expectSeen(page.getByRole('heading', { name: code, level: 1 }))
  await page.getByText('Rupees', { exact: true }).click()
  await page.getByRole('spinbutton', { name: 'Rupees off' }).fill('150')
  await page.getByRole('button', { name: 'Save offer' }).click()
  await expectSaid(page, 'Offer saved.')
  await expectSeen(row.getByRole('link', { name: `${code}: ₹150 off` }))
  await row.getByRole('link', { name: `${code}: ₹150 off` }).click()
  await page.getByText('Shipping fee', { exact: true }).click()
  await expectGone(page.getByRole('spinbutton', { name: 'Rupees off' }))
  await expectSeen(page.getByText('Orders with it bear no shipping fee.'))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save offer' }).click()
  const alert = page.getByRole('alertdialog')
  await expectSeen(alert.getByText('The shop has no shipping fee now, so this offer takes nothing off.'))
  await alert.getByRole('button', { name: 'OK' }).click()
  await expectSeen(row.getByRole('link', { name: `${code}: free shipping` }))
  await row.getByRole('button', { name: `Switch off ${code}` }).click()
  await expectSaid(page, 'Offer switched off.')
  await expectSeen(row.getByText('Off', { exact: true }))
  await page.setViewportSize(PHONE)
  await expectAccessible(page)
})

test('an administrator switches an offer off without JavaScript', async () => {
  const { code } = await createCode()
  const page = await openPage(sharedShop(), { javaScript: false })
  await signInAdmin(page, sharedShop().admin)
  await page.goto('/admin/offers')
  const row = page.getByRole('row').filter({ hasText: code })
  await row.getByRole('button', { name: `Switch off ${code}` }).click()
  await expectSeen(row.getByText('Off', { exact: true }))
  await row.getByRole('button', { name: `Switch on ${code}` }).click()
  await expectSeen(row.getByText('Running', { exact: true }))
})
