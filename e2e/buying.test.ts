import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { SIGNED_OUT } from './page-errors.ts'
import { chooseRadio, expectSeen, openPage, sharedShop } from './journey.ts'
import { expectSaid } from './toasts.ts'

const ADDRESS = {
  'Full Name': 'Asha Rao',
  'Phone Number': '9876543210',
  'House No. and Street': '12, Lake Road',
  'District / City': 'Pune',
  State: 'Maharashtra',
  Pincode: '411001',
}

test('a new customer registers, buys a shirt in the sandbox, and sees it shipped', async () => {
  const { admin } = sharedShop()
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  const email = `${randomUUID()}@example.com`
  const password = 'correct horse battery'

  await page.goto('/')
  await expectSeen(page.getByRole('heading', { level: 1, name: 'DESIGNED. FOR. TOMORROW.' }))
  await page.getByRole('link', { name: 'Explore Collection' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Our Products' }))

  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click()
  await page.getByLabel('First name').fill('Asha')
  await page.getByLabel('Last name').fill('Rao')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByPlaceholder('Phone (10 digits)').fill('98765 43210')
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
  await page.waitForURL('**/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expectSaid(page, 'Login successful!')
  await page.waitForURL((url) => url.pathname === '/')

  await page.getByRole('button', { name: 'Categories' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Shirts', exact: true }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Category: shirts' }))
  await page.getByRole('link', { name: 'Harbour Stripe Shirt', exact: true }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Harbour Stripe Shirt' }))
  await chooseRadio(page.getByRole('radio', { name: 'M', exact: true }))
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expectSaid(page, 'Added to cart!')

  await page.getByRole('banner').getByRole('link', { name: 'Cart 1' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Cart' }))
  await page.getByRole('button', { name: 'Increase quantity of Harbour Stripe Shirt' }).click()
  await expectSaid(page, 'Quantity updated!')
  await expect.poll(() => page.getByRole('banner').getByRole('link', { name: 'Cart' }).textContent()).toContain('2')
  await page.getByRole('link', { name: 'Order Now' }).click()

  await expectSeen(page.getByRole('heading', { level: 1, name: 'Complete Your Order' }))
  await page.getByRole('button', { name: 'Pay & Place Order' }).click()
  await expectSeen(page.getByRole('alert').filter({ hasText: 'Please fill in all address fields.' }))
  for (const [label, value] of Object.entries(ADDRESS)) await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Pay & Place Order' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expectSaid(page, 'Payment & Order successful!')
  await page.waitForURL((url) => url.pathname === '/')

  await page.goto('/user-profile')
  await expectSeen(page.getByText('Order Placed', { exact: true }))
  await expectSeen(page.getByRole('listitem').filter({ hasText: 'Harbour Stripe Shirt' }).getByText('Size M × 2'))

  await page.goto('/admin-signin')
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/admin/dashboard')
  await page.getByRole('link', { name: 'New Orders' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Harbour Stripe Shirt' }).first()
  await row.getByRole('button', { name: 'Ship' }).click()
  await expectSeen(row.getByRole('button', { name: 'Deliver' }))

  await page.goto('/user-profile')
  await expectSeen(page.getByText('Shipped', { exact: true }).first())
})

test('without JavaScript a visitor browses, opens a product and reads its price', async () => {
  const page = await openPage(sharedShop(), { javaScript: false })
  await page.goto('/')
  await page.getByRole('link', { name: 'Explore Collection' }).click()
  await page.getByRole('link', { name: 'View', exact: true }).first().click()
  await expectSeen(page.getByRole('heading', { level: 1 }))
  await expectSeen(page.getByText('inclusive of all taxes'))
  await expect.poll(() => page.locator('main .price').first().textContent()).toMatch(/₹[\d,]+/)
})
