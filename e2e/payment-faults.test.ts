import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'

import { buildDirOf } from '#server/start/config.ts'
import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { addProduct } from '#test/factories.ts'
import { setSandboxFaults } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

import { expectSeen, openPage, sharedShop } from './journey.ts'
import { ADDRESS } from './orders.ts'
import { apiOf, signInCustomer } from './sign-in.ts'
import { expectSaid } from './toasts.ts'

const SUCCESS = 'Payment & Order successful!'

const toast = (page: Page, role: 'status' | 'alert', text: string) => page.getByRole(role).filter({ hasText: text })
const confirm = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true })

/** Sets simulated faults of the sandbox provider until the test is over. */
async function setFaults(page: Page, faults: Record<string, number | boolean>): Promise<void> {
  const { request } = page.context()
  const off = Object.fromEntries(Object.entries(faults).map(([name, value]) => [name, value === true ? false : 0]))
  onTestFinished(async () => {
    await fetch(`${sharedShop().origin}/sandbox/razorpay/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(off),
    })
  })
  const answer = await request.post('/sandbox/razorpay/faults', { data: faults })
  expect(answer.status()).toBe(200)
}

/** The checkout of a customer with a shirt in the cart, its address filled in. */
async function openCheckout(expected: readonly string[] = [], shop: { origin: string } = sharedShop()) {
  const page = await openPage(shop, { expected: ['401 /api/admin/me', ...expected] })
  const customer = await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ search: 'Shirt', page: 1, inStock: 'true', sort: 'price-asc' })
  const product = products.find(({ stock }) => stock > 10)
  if (!product) throw new Error('The demo catalogue has no shirt with much in stock.')
  await apiOf(page).addToCart(product._id)
  await page.goto('/order')
  for (const [name, value] of Object.entries(ADDRESS)) await page.locator(`main [name="${name}"]`).fill(value)
  return { page, customer, pay: page.getByRole('button', { name: 'Pay & Place Order' }) }
}

async function expectOneOrder(page: Page, customerId: string) {
  await expectSaid(page, SUCCESS)
  await page.waitForURL((url) => url.pathname === '/')
  await expect.poll(() => apiOf(page).listMyOrders(customerId)).toHaveLength(1)
}

test('a checkout whose cart fails to load shows a message and can still complete a paid order', async () => {
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
  onTestFinished(() => shop.close())
  const page = await openPage(shop, { expected: ['401 /api/admin/me', '500 /api/cart'] })
  await signInCustomer(page)
  await apiOf(page).addToCart((await addProduct(shop.db)).id)
  await sql`alter table cart_lines rename to lost`.execute(shop.db)
  await page.goto('/order')
  await expectSeen(toast(page, 'alert', 'Failed to load product details.'))
  await expectSeen(page.getByRole('button', { name: 'Pay & Place Order' }))
})

test('paying without a network says offline and keeps the address, which is paid once the network is back', async () => {
  const { page, customer, pay } = await openCheckout(['failed /api/*', 'failed /assets/*', 'failed /sandbox/*'])
  // The provider's script comes after the first press into the form, and the page registers its worker some seconds
  // after it was loaded, which is a fault without a network.
  await expect.poll(() => page.evaluate('typeof Razorpay')).toBe('function')
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.context().setOffline(true)
  await pay.click()
  await expectSeen(toast(page, 'alert', 'You are offline.'))
  for (const [name, value] of Object.entries(ADDRESS)) {
    await expect.poll(() => page.locator(`main [name="${name}"]`).inputValue()).toBe(value)
  }
  await page.context().setOffline(false)
  await pay.click()
  await confirm(page).click()
  await expectOneOrder(page, customer._id)
})

test('closing the payment dialog after a successful payment leads to the order', async () => {
  const { page, customer, pay } = await openCheckout()
  const starting = page.waitForResponse('**/api/payment/create/orderId')
  await pay.click()
  const { id } = await (await starting).json()
  await expectSeen(confirm(page))
  await page.context().request.post('/sandbox/razorpay/pay', { data: { order_id: id, webhook: true } })
  await expect.poll(() => apiOf(page).listMyOrders(customer._id)).toHaveLength(1)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expectOneOrder(page, customer._id)
})

test('closing the payment dialog before paying promises nothing about the money and keeps the cart', async () => {
  const { page, pay } = await openCheckout()
  await pay.click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expectSeen(page.getByText(/If you have paid all the same, we hear of it/))
  await expect.poll(async () => (await apiOf(page).getCart()).cart).toHaveLength(1)
  await expect.poll(() => page.getByRole('main').textContent()).not.toMatch(/failed|Nothing was charged/i)
})

test('a payment can be started again after the provider’s answer was lost', async () => {
  // The jobs of another shop ask the provider, too, and would take the lost answer.
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
  onTestFinished(() => shop.close())
  await addProduct(shop.db, { name: 'Linen Shirt', stock: 20 })
  const { page, customer, pay } = await openCheckout(['503 /api/payment/create/orderId'], shop)
  await setSandboxFaults(shop, { dropAnswerNext: 1 })
  await pay.click()
  await expectSeen(toast(page, 'alert', 'Failed to initiate payment.'))
  await expectSeen(page.getByText('Failed to initiate payment. Nothing was charged.'))
  await pay.click()
  await confirm(page).click()
  await expectOneOrder(page, customer._id)
})

test('a payment of the wrong amount makes no order and says that the money comes back', async () => {
  const { page, customer, pay } = await openCheckout(['400 /api/payment/api/payment/verify'])
  await setFaults(page, { wrongAmount: 5000 })
  await pay.click()
  await confirm(page).click()
  await expectSeen(toast(page, 'alert', 'Payment verification failed.'))
  await expectSeen(page.getByText('The payment could not be verified. If money was taken, it comes back by itself.'))
  await expect.poll(() => apiOf(page).listMyOrders(customer._id)).toEqual([])
})

test('a product that sold out during the payment shows the shop’s message', async () => {
  const { page, pay } = await openCheckout(['400 /api/payment/api/payment/verify'])
  const message = 'What you ordered sold out while you were paying. Whatever you paid is returned in full.'
  await page.route('**/api/payment/api/payment/verify', (route) =>
    route.fulfill({ status: 400, json: { message, error: message, code: 'payment_failed' } }),
  )
  await pay.click()
  await confirm(page).click()
  await expectSeen(page.getByText(message))
})

test('an order is completed although the provider stops answering after the payment', async () => {
  const { page, customer, pay } = await openCheckout()
  await pay.click()
  await expectSeen(confirm(page))
  await setFaults(page, { hang: true })
  await confirm(page).click()
  await expectOneOrder(page, customer._id)
  await page.goto('/user-profile')
  await expectSeen(page.getByRole('article').getByText('Order Placed', { exact: true }))
  const [order] = await apiOf(page).listMyOrders(customer._id)
  // The provider's event may have come by now.
  await expect.poll(async () => ['awaiting capture', 'paid']).toContain(order?.payment)
})

test('after a session that ended during the payment the checkout completes the order', async () => {
  const { page, customer, pay } = await openCheckout(['401 /api/*'])
  await page.route('**/api/payment/api/payment/verify', async (route) => {
    await apiOf(page).logout()
    await route.continue()
  })
  await pay.click()
  await confirm(page).click()
  await expectSeen(toast(page, 'alert', 'Please login first.'))
  await page.waitForURL('**/signin')
  await page.unroute('**/api/payment/api/payment/verify')
  await apiOf(page).login({ email: customer.email, password: customer.password })
  await page.goto('/order')
  await expectSeen(page.getByText(/may have gone through and we are checking with your bank/))
  for (const [name, value] of Object.entries(ADDRESS)) await page.locator(`main [name="${name}"]`).fill(value)
  await pay.click()
  await expectOneOrder(page, customer._id)
})
