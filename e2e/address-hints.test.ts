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
