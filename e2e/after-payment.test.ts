import { expect, test } from 'vitest'

import { expectGone, expectSeen, openPage, sharedShop } from './journey.ts'
import { ADDRESS, placeOrder } from './orders.ts'
import { apiOf, signInCustomer } from './sign-in.ts'
import { expectSaid } from './toasts.ts'

const thanks = { name: 'Thank you for your order.' }

async function buy() {
  const page = await openPage(sharedShop(), { expected: ['401 /api/*'] })
  const customer = await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ page: 1, limit: 1, inStock: 'true' })
  await apiOf(page).addToCart(products[0]?._id ?? '')
  await page.goto('/order')
  for (const [name, value] of Object.entries(ADDRESS)) await page.locator(`main [name="${name}"]`).fill(value)
  await page.getByRole('button', { name: 'Pay & Place Order' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expectSaid(page, 'Payment & Order successful!')
  await page.waitForURL((url) => url.pathname === '/')
  return { page, customer, product: products[0] }
}

test('after paying a thank-you panel shows number, lines and delivery until it is closed', async () => {
  const { page, customer, product } = await buy()
  const panel = page.getByRole('region', thanks)
  await expectSeen(panel)
  const [order] = await apiOf(page).listMyOrders(customer._id)
  if (!order) throw new Error('There is no order.')
  await expectSeen(panel.getByText(`#${order._id.slice(-6).toUpperCase()}`))
  await expectSeen(panel.getByText(product?.name ?? ''))
  await expectSeen(panel.getByText(/Estimated delivery: \d\d?.+ - \d\d?/))
  await expectGone(panel.getByText('A mail with your order follows'))
  const kept = await page.evaluate<string>('JSON.stringify({ ...localStorage })')
  expect(kept).toContain(order._id)
  const personal = [customer.email, customer.name, ADDRESS.street, ADDRESS.phone]
  for (const text of personal) expect(kept).not.toContain(text)

  await page.reload()
  await panel.getByRole('link', { name: 'View your order' }).click()
  await expectSeen(page.getByRole('heading', { name: `Order #${order._id.slice(-6).toUpperCase()}` }))
  await page.goto('/')
  await panel.getByRole('button', { name: 'Close' }).click()
  await expectGone(panel)
  await page.reload()
  await expectSeen(page.getByRole('banner').getByRole('link', { name: 'Cart' }))
  await expect.poll(() => page.evaluate('localStorage.getItem("last-order")')).toBe(null)
  await expectGone(panel)
})

test('the thank-you panel is shown once: a later visit has none', async () => {
  const { page } = await buy()
  await expectSeen(page.getByRole('region', thanks))
  const later = await page.context().newPage()
  await later.goto(new URL('/', page.url()).href)
  // It is forgotten once the page knows its customer.
  await expect.poll(() => later.evaluate('localStorage.getItem("last-order")')).toBe(null)
  await expectGone(later.getByRole('region', thanks))
  await later.close()
})

test('the thank-you panel is shown to its customer only, and removed at sign-out', async () => {
  const { order } = await placeOrder()
  const { page } = await buy()
  const panel = page.getByRole('region', thanks)
  await expectSeen(panel)
  // Somebody else's order, planted in this browser, is not among the customer's own orders, so the server does not
  // return it.
  const answered = page.waitForResponse('**/api/order/getuserorders/*')
  await page.evaluate((id) => localStorage.setItem('last-order', id), order._id)
  await page.reload()
  await answered
  await expectGone(panel)
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => page.evaluate('localStorage.getItem("last-order")')).toBe(null)
})

test('the checkout of an empty cart has its heading and a link to the products, and nothing to pay', async () => {
  for (const javaScript of [true, false]) {
    const page = await openPage(sharedShop(), { javaScript, expected: ['401 /api/*'] })
    await signInCustomer(page)
    await page.goto('/order')
    await expectSeen(page.getByRole('heading', { level: 1, name: 'Complete Your Order' }))
    await expectSeen(page.getByText('Your cart is empty.'))
    await expectGone(page.getByRole('button', { name: 'Pay & Place Order' }))
    await expectGone(page.getByText('₹0.00'))
    await page.getByRole('link', { name: 'Continue Shopping' }).click()
    await expectSeen(page.getByRole('heading', { level: 1, name: 'Our Products' }))
  }
})

test('cart and checkout say that shipping is free on every order', async () => {
  const page = await openPage(sharedShop(), { expected: ['401 /api/*'] })
  await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ page: 1, limit: 1, inStock: 'true' })
  await apiOf(page).addToCart(products[0]?._id ?? '')
  for (const path of ['/cart', '/order']) {
    await page.goto(path)
    await expectSeen(page.getByText('Shipping is free on every order now, also below ₹999.'))
  }
})
