import { readFile } from 'node:fs/promises'

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectFocused } from './expect-focused.ts'
import { patiently } from '#test/purchase.ts'
import { readPdf } from '#test/read-pdf.ts'

import { expectAccessible, expectGoodInEveryLook } from './axe.ts'
import { SIGNED_OUT_ELSEWHERE } from './page-errors.ts'
import { expectSeen, openPage, sharedShop } from './journey.ts'
import { ADDRESS } from './orders.ts'
import { apiOf, signInCustomer } from './sign-in.ts'
import { PHONE } from './viewports.ts'
import { expectSaid } from './toasts.ts'

const CUSTOMER_ONLY = ['401 /api/admin/me']

const toast = (page: Page, role: 'status' | 'alert', text: string) => page.getByRole(role).filter({ hasText: text })

/** A signed-in customer who bought two pieces of a shirt through the API, not on the checkout's page. */
async function buyBehindThePage(page: Page, address: typeof ADDRESS | null = ADDRESS) {
  const customer = await signInCustomer(page)
  const api = apiOf(page)
  const { products } = await api.listProducts({ search: 'Shirt', page: 1, inStock: 'true', sort: 'price-asc' })
  const product = products.find(({ sizes }) => sizes.some(({ stock }) => stock > 3))
  const size = product?.sizes.find(({ stock }) => stock > 3)?.size
  if (!product || !size) throw new Error('The demo catalogue has no shirt with much in stock.')
  const { cart } = await api.addToCart(product._id, size)
  await api.updateCartLine(cart[0]!._id, 2)
  const { id } = await patiently(() => api.startPayment(address ?? undefined))
  const paid = await page.context().request.post('/sandbox/razorpay/pay', { data: { order_id: id, webhook: false } })
  const { razorpay_payment_id: razorpayPaymentId, razorpay_signature: signature } = await paid.json()
  const order = await api.getOrder(customer._id, { razorpayOrderId: id, razorpayPaymentId, signature })
  return { customer, product, size, order }
}

test('an order shows its short id, its dates in India’s time, and its estimated delivery', async () => {
  const page = await openPage(sharedShop(), { expected: CUSTOMER_ONLY })
  const { order } = await buyBehindThePage(page)
  await page.goto('/user-profile')
  await expectSeen(page.getByRole('heading', { name: 'My Orders' }))
  await expectSeen(page.getByRole('heading', { name: `Order #${order._id.slice(-6).toUpperCase()}` }))
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', dateStyle: 'short' })
  const dayAfter = (days: number) => format.format(Date.parse(order.createdAt) + days * 86_400_000)
  await expectSeen(page.getByText(`Placed on ${dayAfter(0)}`))
  await expectSeen(page.getByText(`Estimated delivery: ${dayAfter(8)} - ${dayAfter(12)}`))
  const steps = page.getByRole('list', { name: 'What has happened so far, and what comes' }).getByRole('listitem')
  await expect
    .poll(() => steps.allTextContents())
    .toEqual([
      expect.stringMatching(new RegExp(`^Placed ${dayAfter(0)}, `)),
      'Shipped still ahead',
      'Delivered still ahead',
    ])
  await page.goto(`/user-profile/orders/${order._id}/cancel`)
  await expectGoodInEveryLook(page)
  await page.getByRole('spinbutton').first().fill('1')
  await page.getByRole('button', { name: 'Show what comes back' }).press('Enter')
  await expectFocused(page.locator('[tabindex="-1"]').filter({ hasText: 'goes back to the card' }).last())
})

test.each(['store-credit', 'email-confirmation'])('the orders are shown where the call %s fails', async (call) => {
  const page = await openPage(sharedShop(), { expected: [...CUSTOMER_ONLY, `500 /api/users/${call}`] })
  const { order } = await buyBehindThePage(page)
  await page.route(`**/api/users/${call}`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/about')
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Profile', exact: true }).click()
  await expectSeen(page.getByRole('heading', { name: `Order #${order._id.slice(-6).toUpperCase()}` }))
})

test('the link in a mail scrolls to its order on the profile', async () => {
  const page = await openPage(sharedShop(), { viewport: PHONE, expected: SIGNED_OUT_ELSEWHERE })
  const { customer, order, product, size } = await buyBehindThePage(page)
  const api = apiOf(page)
  await api.addToCart(product._id, size)
  const { id } = await patiently(() => api.startPayment(ADDRESS))
  await page.context().request.post('/sandbox/razorpay/pay', { data: { order_id: id, webhook: true } })
  await expect.poll(async () => (await api.listMyOrders(order.user._id)).length).toBe(2)
  const card = page.getByRole('article').filter({ hasText: order._id.slice(-6).toUpperCase() })
  const top = async () => (await card.boundingBox())?.y

  await page.goto(`/signin?order=${order._id}`)
  await page.waitForURL(`**/user-profile#${order._id}`)
  await expect.poll(top).toBeLessThan(200)

  await api.logout()
  await page.goto(`/signin?order=${order._id}`)
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`**/user-profile#${order._id}`)
  await expect.poll(top).toBeLessThan(200)
})

test('an order is cancelled after a confirmation and shows the state of its refund', async () => {
  const page = await openPage(sharedShop(), { expected: CUSTOMER_ONLY })
  const { customer, order } = await buyBehindThePage(page)
  await page.goto('/user-profile')
  const card = page.getByRole('article')
  await expectSeen(card.getByText('Order Placed', { exact: true }))
  await card.getByRole('button', { name: 'Cancel order' }).click()
  const question = page.getByRole('alertdialog')
  await expectSeen(question.getByText(/₹[\d,]+\.\d\d goes back to the card or account/))
  await question.getByRole('button', { name: 'Keep order' }).click()
  await expect.poll(() => apiOf(page).listMyOrders(customer._id)).toMatchObject([{ status: 'order placed' }])

  await card.getByRole('button', { name: 'Cancel order' }).press('Enter')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel order' }).press('Enter')
  await expectSaid(page, 'Order cancelled.')
  await expectSeen(card.getByText('Cancelled', { exact: true }))
  await expectSeen(card.getByText(/^Refund of ₹[\d,]+\.\d\d (on its way|done)\.$/))
  await expect.poll(() => card.getByRole('button', { name: 'Cancel order' }).count()).toBe(0)
  await expect
    .poll(() => apiOf(page).listMyOrders(customer._id))
    .toMatchObject([{ _id: order._id, status: 'cancelled', refund: { amount: order.totalAmount } }])
})

test('the receipt of an order is a PDF with its own file name', async () => {
  const page = await openPage(sharedShop(), { expected: CUSTOMER_ONLY })
  const { order } = await buyBehindThePage(page)
  await page.goto('/user-profile')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Receipt' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^receipt-[0-9a-z]{6}\.pdf$/)
  const bytes = await readFile(await download.path())
  expect(readPdf(bytes).flat().join('\n')).toContain(`Order #${order._id.slice(-6).toUpperCase()}`)
})

test('an order is bought again, and the cart lists what was unavailable', async () => {
  const page = await openPage(sharedShop(), { expected: CUSTOMER_ONLY })
  const { product } = await buyBehindThePage(page)
  await page.goto('/user-profile')
  await page.getByRole('button', { name: 'Buy again' }).click()
  await expectSaid(page, 'Everything is in your cart again.')
  await page.waitForURL('**/cart')
  const quantity = page.getByRole('spinbutton', { name: `Quantity of ${product.name}` })
  await expect.poll(() => quantity.inputValue()).toBe('2')
  await expectSeen(page.getByRole('banner').getByRole('link', { name: 'Cart 2' }))

  await page.goto('/user-profile')
  const sentence = `Only 1 left of ${product.name}.`
  await page.route('**/api/order/reorder/*', async (route) => {
    const answer = await route.fetch()
    const body = { ...(await answer.json()), leftOut: [{ name: product.name, sentence }] }
    await route.fulfill({ response: answer, json: body })
  })
  await page.getByRole('button', { name: 'Buy again' }).press('Enter')
  await page.waitForURL('**/cart')
  await expectSeen(page.getByRole('heading', { name: 'Not everything could be had again' }))
  await expectSeen(page.getByText(sentence))
  await expectAccessible(page)
})

test('cancelling an order that has just been shipped is refused, and its current state is shown', async () => {
  const page = await openPage(sharedShop(), { expected: [...CUSTOMER_ONLY, '409 /api/order/*/cancel'] })
  const { order } = await buyBehindThePage(page)
  await page.goto('/user-profile')
  const { admin } = sharedShop()
  const other = await openPage(sharedShop())
  await apiOf(other).adminLogin(admin)
  await apiOf(other).changeOrderStatus(order._id, 'shipped')
  const card = page.getByRole('article')
  await card.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click()
  await expectSeen(toast(page, 'alert', 'This order is on its way already'))
  await expectSeen(card.getByText('Shipped', { exact: true }))
  await expect.poll(() => card.getByRole('button', { name: 'Cancel order' }).count()).toBe(0)
})

test('an order without an address asks for it in the profile', async () => {
  const page = await openPage(sharedShop(), {
    viewport: PHONE,
    expected: [...CUSTOMER_ONLY, '400 /api/order/address/*'],
  })
  const { customer } = await buyBehindThePage(page, null)
  await page.goto('/user-profile')
  await expectSeen(page.getByText('Where should this order go?'))
  await expectAccessible(page)
  const save = page.getByRole('button', { name: 'Save address' })
  await save.click()
  await expectSeen(toast(page, 'alert', 'Please fill in all address fields.'))
  await expectSeen(page.locator('[name=fullName]:focus'))
  for (const [name, value] of Object.entries(ADDRESS)) await page.locator(`main [name="${name}"]`).fill(value)
  await page.locator('main [name="phone"]').fill('9'.repeat(50))
  await save.click()
  await expectSeen(page.locator('form .error-summary'))
  await expectSeen(page.locator('main [name="phone"][aria-invalid="true"]'))
  await page.locator('main [name="phone"]').fill(ADDRESS.phone)
  await save.click()
  await expectSeen(page.getByText('12, Lake Road, Pune, Maharashtra 411001', { exact: false }))
  await expect.poll(() => save.count()).toBe(0)
  await expect.poll(() => apiOf(page).listMyOrders(customer._id)).toMatchObject([{ address: ADDRESS }])
})

test('an address of an earlier order is chosen at the checkout, and can be removed', async () => {
  const page = await openPage(sharedShop(), { expected: CUSTOMER_ONLY })
  const { customer, product, size } = await buyBehindThePage(page)
  await apiOf(page).addToCart(product._id, size)
  await page.goto('/order')
  const saved = page.getByRole('radio', { name: /Asha Rao/ })
  await expect.poll(() => saved.isChecked()).toBe(true)
  const street = page.getByLabel('House No. and Street')
  await expect.poll(() => street.inputValue()).toBe(ADDRESS.street)
  await page.getByRole('radio', { name: 'Another address' }).check()
  await expect.poll(() => street.inputValue()).toBe('')
  await saved.check()
  await expect.poll(() => street.inputValue()).toBe(ADDRESS.street)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Pay & Place Order' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  const [latest] = await apiOf(page).listMyOrders(customer._id)
  expect(latest?.address).toEqual(ADDRESS)

  await apiOf(page).addToCart(product._id, size)
  await page.goto('/order')
  const remove = page.getByRole('button', { name: /^Remove the address 12, Lake Road/ })
  await street.fill('14, Lake Road')
  let removals = 0
  await page.route('**/api/order/addresses/*', (route) => {
    removals += route.request().method() === 'DELETE' ? 1 : 0
    return route.fallback()
  })
  await remove.dblclick()
  await expectSaid(page, 'Address removed.')
  await expect.poll(() => saved.count()).toBe(0)
  // What was typed for this order stays.
  await expect.poll(() => street.inputValue()).toBe('14, Lake Road')
  expect(removals).toBe(1)
  await toast(page, 'status', 'Address removed.').hover()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => saved.count()).toBe(1)
  await expect.poll(() => street.inputValue()).toBe('14, Lake Road')
  await saved.check()
  await expect.poll(() => street.inputValue()).toBe(ADDRESS.street)
  await remove.click()
  await expect.poll(() => saved.count()).toBe(0)
  await expect.poll(() => street.inputValue()).toBe('')
  await toast(page, 'status', 'Address removed.').hover()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => saved.isChecked()).toBe(true)
  await remove.click()
  await expect.poll(() => saved.count()).toBe(0)
  await page.reload()
  await expect.poll(() => saved.count()).toBe(0)
})

test('pieces are chosen and cancelled without JavaScript, once the page has said what comes back', async () => {
  const page = await openPage(sharedShop(), { javaScript: false })
  const { order, product, size } = await buyBehindThePage(page)
  await page.goto(`/user-profile/orders/${order._id}/cancel`)
  await page.getByLabel(`${product.name} · ${size}`).fill('1')
  await page.getByLabel('Why (optional)').selectOption('I changed my mind')
  await page.getByRole('button', { name: 'Show what comes back' }).click()
  await expectSeen(page.getByText('goes back to the card or account that you paid with.'))
  await page.getByRole('button', { name: 'Cancel 1 piece' }).click()
  await expectSeen(page.getByRole('heading', { name: 'My Orders' }))
  await expectSeen(page.getByText('1 piece cancelled'))
})

test('a missing address is given without JavaScript, and one that is refused loses nothing', async () => {
  const page = await openPage(sharedShop(), { javaScript: false, expected: ['400 /user-profile'] })
  const { customer } = await buyBehindThePage(page, null)
  await page.goto('/user-profile')
  const field = (name: string) => page.locator(`main [name="${name}"]`)
  for (const [name, value] of Object.entries({ ...ADDRESS, city: '' })) await field(name).fill(value)
  await page.getByRole('button', { name: 'Save address' }).click()
  await expectSeen(page.locator('.error-summary'))
  await expect.poll(() => field('street').inputValue()).toBe(ADDRESS.street)
  await field('city').fill(ADDRESS.city)
  await page.getByRole('button', { name: 'Save address' }).click()
  await expectSeen(page.getByText('12, Lake Road, Pune, Maharashtra 411001', { exact: false }))
  await expect.poll(() => apiOf(page).listMyOrders(customer._id)).toMatchObject([{ address: ADDRESS }])
})
