import { expect, test } from 'vitest'

import { expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage, sharedShop } from './journey.ts'
import { apiOf, signInCustomer } from './sign-in.ts'

async function openCheckout() {
  const page = await openPage(sharedShop(), { expected: ['401 /api/admin/me'] })
  await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ search: 'Shirt', page: 1, inStock: 'true', sort: 'price-asc' })
  const product = products.find(({ stock }) => stock > 10)
  await apiOf(page).addToCart(product?._id ?? '')
  await page.goto('/order')
  return { page, field: (name: string) => page.locator(`main [name="${name}"]`) }
}

test('the checkout knows name and phone from the account, and offers state and city', async () => {
  const { page, field } = await openCheckout()
  await expect.poll(() => field('fullName').inputValue()).toBe('Asha Rao')
  await expect.poll(() => field('phone').inputValue()).toBe('9876543210')
  await field('city').fill('Mumbai')
  await field('city').press('Tab')
  await page.getByRole('button', { name: 'Use Maharashtra' }).click()
  await expect.poll(() => field('state').inputValue()).toBe('Maharashtra')
  await expectSeen(page.locator('[name=state]:focus'))
  const list = await field('state').getAttribute('list')
  await expect.poll(() => page.locator(`[id="${list}"] option`).count()).toBe(36)

  await field('city').fill('')
  await field('state').fill('')
  await field('pincode').fill('560001')
  await page.getByRole('button', { name: 'Use Bengaluru, Karnataka' }).click()
  await expect.poll(() => field('city').inputValue()).toBe('Bengaluru')
  await expect.poll(() => field('state').inputValue()).toBe('Karnataka')
  await expectGoodInEveryLook(page)
})

test('a hint stands beside its field until it is dismissed or the value corrected', async () => {
  const { page, field } = await openCheckout()
  await field('phone').fill('12')
  await field('phone').press('Tab')
  const phoneHint = page.locator('.field-hint').filter({ hasText: 'ten digits' })
  await expectSeen(phoneHint)
  await phoneHint.getByRole('button', { name: 'Use anyway' }).click()
  await expectGone(phoneHint)
  await expect.poll(() => field('phone').inputValue()).toBe('12')
  await field('state').fill('Kerala')
  await field('pincode').fill('411001')
  const pinHint = page.locator('.field-hint').filter({ hasText: '411001 is a PIN of Maharashtra, not of Kerala.' })
  await expectSeen(pinHint)
  await field('pincode').fill('682001')
  await expectGone(pinHint)
})

test('all doubts about an address are shown at once, and dismissed at once', async () => {
  const { page, field } = await openCheckout()
  await field('state').fill('State')
  await field('pincode').fill('4520')
  await field('phone').fill('98260')
  await field('street').focus()
  const hints = page.locator('.field-hint')
  for (const text of ['ten digits', 'not the name of a state', 'six digits']) {
    await expectSeen(hints.filter({ hasText: text }))
  }
  await page.getByRole('button', { name: 'Use anyway' }).click()
  await expect.poll(() => hints.count()).toBe(0)
})

test('what was typed into the checkout, or filled in for it, survives a reload until it is paid', async () => {
  const { page, field } = await openCheckout()
  await field('street').fill('12, Lake Road')
  await field('pincode').fill('560001')
  await page.getByRole('button', { name: 'Use Bengaluru, Karnataka' }).click()
  const typed = { street: '12, Lake Road', city: 'Bengaluru', state: 'Karnataka', pincode: '560001' }
  await expect.poll(() => field('state').inputValue()).toBe(typed.state)
  await page.reload()
  for (const [name, value] of Object.entries(typed)) await expect.poll(() => field(name).inputValue()).toBe(value)
  await page.getByRole('button', { name: 'Pay & Place Order' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect.poll(() => page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('Lake Road')
})

test('without JavaScript the checkout says beside its button that it cannot be paid, and keeps address and cart', async () => {
  const page = await openPage(sharedShop(), { javaScript: false, expected: ['401 /api/admin/me'] })
  await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ page: 1, limit: 1, inStock: 'true' })
  await apiOf(page).addToCart(products[0]?._id ?? '')
  await page.goto('/order')
  await expectSeen(page.getByText(/^Paying needs JavaScript/))
  await page.locator('main [name="street"]').fill('12, Lake Road')
  await page.getByRole('button', { name: 'Pay & Place Order' }).click()
  await expectSeen(page.getByText(/^Paying needs JavaScript/))
  await expect.poll(() => page.locator('main [name="street"]').inputValue()).toBe('12, Lake Road')
  await expect.poll(async () => (await apiOf(page).getCart()).cart).toHaveLength(1)
})

test.each([
  { fullName: 'x', phone: '12', street: '-', city: '?', state: 'State', pincode: 'none' },
  { fullName: 'A', phone: '1234567890', street: 'S', city: 'City', state: 'State', pincode: '123456' },
  { fullName: 'B', phone: '9999999999', street: 'S', city: 'Pune', state: 'Kerala', pincode: '411001' },
])('whatever the address says, the first press of the button starts the payment: %j', async (address) => {
  const { page, field } = await openCheckout()
  for (const [name, value] of Object.entries(address)) {
    await field(name).click()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(value)
  }
  await page.getByRole('button', { name: 'Pay & Place Order' }).click()
  await expectSeen(page.getByRole('button', { name: 'Pay', exact: true }))
})
