import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectFocused } from './expect-focused.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { expectGone, expectSeen, openPage, sharedShop } from './journey.ts'
import { ADDRESS } from './orders.ts'
import { apiOf, signInCustomer } from './sign-in.ts'
import { expectSaid } from './toasts.ts'

const PROVIDER_SCRIPT = '/sandbox/razorpay/checkout.js'

const toast = (page: Page, role: 'status' | 'alert', text: string) => page.getByRole(role).filter({ hasText: text })

/** A page with a signed-in customer who has a product in the cart. */
async function openWithCart(expected: readonly string[] = []) {
  const page = await openPage(sharedShop(), { expected: ['401 /api/admin/me', ...expected] })
  const customer = await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ search: 'Shirt', page: 1, inStock: 'true', sort: 'price-asc' })
  const product = products.find(({ stock, sizes }) => stock > 10 && sizes.length > 1)
  if (!product) throw new Error('The demo catalogue has no shirt with much in stock.')
  await apiOf(page).addToCart(product._id)
  return { page, customer, product }
}

async function fillAddress(page: Page) {
  for (const [name, value] of Object.entries(ADDRESS)) await page.locator(`main [name="${name}"]`).fill(value)
}

test('adding to the cart sends an idempotency key, also on a page served over plain HTTP', async () => {
  const { page, product } = await openWithCart()
  // Browsers do not offer this on a page without https.
  await page.addInitScript(() => Object.defineProperty(crypto, 'randomUUID', { value: undefined }))
  await page.goto(`/product/${product._id}`)
  const asked = page.waitForRequest((request) => request.url().includes('/api/cart/add/'))
  await page.getByRole('group', { name: 'Size' }).locator('.tile:not([data-struck])').first().click()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  expect((await asked).headers()['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  await expectSaid(page, 'Added to cart!')
})

test('a quantity is typed or stepped, is at least one, and text becomes one', async () => {
  const { page, product } = await openWithCart()
  await page.goto('/cart')
  const field = page.getByRole('spinbutton', { name: `Quantity of ${product.name}` })
  const minus = page.getByRole('button', { name: `Decrease quantity of ${product.name}` })
  await expect.poll(() => minus.isDisabled()).toBe(true)
  await page.getByRole('button', { name: `Increase quantity of ${product.name}` }).click()
  await expectSaid(page, 'Quantity updated!')
  await expect.poll(() => field.inputValue()).toBe('2')
  await field.fill('')
  await field.pressSequentially('e')
  await field.blur()
  await expect.poll(() => field.inputValue()).toBe('1')
  await expect.poll(async () => (await apiOf(page).getCart()).cart[0]?.quantity).toBe(1)
  await expect.poll(() => page.getByRole('main').textContent()).toMatch(/Total₹[\d,]+\.\d\d/)
})

test('a quantity above the limit becomes the limit, with the reason', async () => {
  const page = await openPage(sharedShop(), { expected: ['401 /api/admin/me'] })
  await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ page: 1, limit: 50, inStock: 'true' })
  const inPlenty = products.flatMap(({ _id, name, sizes }) =>
    sizes.filter(({ stock }) => stock >= 10).map(({ size }) => ({ _id, name, size })),
  )
  const [product] = inPlenty
  if (!product) throw new Error('The demo catalogue has no size with much in stock.')
  await apiOf(page).addToCart(product._id, product.size)
  await page.goto('/cart')
  const field = page.getByRole('spinbutton', { name: `Quantity of ${product.name}` })
  const reason = page.getByText('At most 10 pieces of one size can be ordered at once.')
  await field.fill('99')
  await field.press('Enter')
  await expectSeen(reason)
  await expect.poll(() => field.inputValue()).toBe('10')
  await expect.poll(async () => (await apiOf(page).getCart()).cart[0]?.quantity).toBe(10)
  await field.fill('4')
  await field.press('Enter')
  await expectGone(reason)
  await expect.poll(async () => (await apiOf(page).getCart()).cart[0]?.quantity).toBe(4)
  await page.goto('/order')
  await expectSeen(page.getByText(`Size ${product.size} × 4`, { exact: true }))
})

test('a quantity that the server refuses is reset, with the server’s message', async () => {
  const { page, product } = await openWithCart(['500 /api/cart/update/*'])
  await page.goto('/cart')
  await page.route('**/api/cart/update/*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: `Increase quantity of ${product.name}` }).click()
  await expectSeen(toast(page, 'alert', 'Failed to update quantity'))
  await expect.poll(() => page.getByRole('spinbutton', { name: `Quantity of ${product.name}` }).inputValue()).toBe('1')
  const reason = page.getByRole('main').getByText('Failed to update quantity')
  await expectSeen(reason)
  await page.unroute('**/api/cart/update/*')
  await page.getByRole('button', { name: `Increase quantity of ${product.name}` }).click()
  await expectGone(reason)
})

test('the cart that is read again after a refusal is not shown over a later click', async () => {
  const { page, product } = await openWithCart(['500 /api/cart/update/*'])
  // The header's own reading of the cart, which may come after the page was loaded, is not the one that is held back
  // below.
  await Promise.all([page.waitForResponse('**/api/cart'), page.goto('/cart')])
  const field = page.getByRole('spinbutton', { name: `Quantity of ${product.name}` })
  const increase = page.getByRole('button', { name: `Increase quantity of ${product.name}` })
  const { promise: isRead, resolve: answerReading } = Promise.withResolvers<void>()
  const { promise: isSecond, resolve: answerSecond } = Promise.withResolvers<void>()
  await page.route('**/api/cart', async (route) => {
    const response = await route.fetch()
    await isRead
    await route.fulfill({ response })
  })
  await page.route('**/api/cart/update/*', (route) => isSecond.then(() => route.fallback()))
  await page.route('**/api/cart/update/*', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
  const reading = page.waitForRequest('**/api/cart')
  await increase.click()
  await reading
  await increase.click()
  const second = page.waitForRequest('**/api/cart/update/*')
  answerReading()
  await second
  await page.evaluate('new Promise(requestAnimationFrame)')
  await expect.poll(() => field.inputValue()).toBe('3')
  answerSecond()
  await expect.poll(async () => (await apiOf(page).getCart()).cart[0]?.quantity).toBe(3)
})

test('a removed line disappears, and Undo restores it', async () => {
  const { page, product } = await openWithCart()
  await page.goto('/cart')
  await page.getByRole('button', { name: `Remove ${product.name}` }).click()
  await expectFocused(page.getByRole('main').getByRole('link', { name: 'Continue Shopping' }))
  // The toast stays for as long as the pointer is on it, and what may please instead is loaded meanwhile.
  await toast(page, 'status', 'Item removed from cart!').hover()
  await expectSeen(page.getByText('Your cart is empty.'))
  await expectSeen(page.getByRole('region', { name: 'You may like' }).getByRole('article').first())
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectSeen(page.getByRole('link', { name: product.name, exact: true }))
  await expect.poll(async () => (await apiOf(page).getCart()).cart.length).toBe(1)
})

test('the cart works by plain forms without JavaScript', async () => {
  const page = await openPage(sharedShop(), { javaScript: false })
  await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ search: 'Shirt', page: 1, inStock: 'true' })
  const product = products.find(
    ({ stock, sizes }) => stock > 10 && (sizes.find((one) => one.stock > 0)?.stock ?? 9) > 2,
  )
  await page.goto(`/product/${product?._id}`)
  await page.getByRole('group', { name: 'Size' }).locator('.tile:not([data-struck])').first().click()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/cart')
  await page.getByRole('spinbutton').fill('2')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect.poll(async () => (await apiOf(page).getCart()).cart[0]?.quantity).toBe(2)
  await page.getByRole('button', { name: 'Remove' }).click()
  await expectSeen(page.getByText('Your cart is empty.'))
})

test('a checkout with empty fields marks and focuses them and does not call the provider', async () => {
  const { page } = await openWithCart()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/order')
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Complete Your Order' }))
  expect(asked).not.toContain(PROVIDER_SCRIPT)
  await page.getByLabel('Full Name').fill('Asha Rao')
  await page.getByLabel('Phone Number').fill('')
  await page.getByRole('button', { name: 'Pay & Place Order' }).click()
  await expectSeen(toast(page, 'alert', 'Please fill in all address fields.'))
  await expectSeen(page.locator('[name=phone]:focus'))
  await expect.poll(() => page.locator('[name=phone]').getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => page.getByLabel('Full Name').inputValue()).toBe('Asha Rao')
  expect(asked).not.toContain('/api/payment/create/orderId')
})

test('a refused payment shows a message and keeps the cart', async () => {
  const { page } = await openWithCart(['402 /sandbox/*', '400 /sandbox/*'])
  await page.goto('/order')
  await fillAddress(page)
  await page.getByRole('button', { name: 'Pay & Place Order' }).click()
  await page.getByRole('button', { name: 'Fail payment' }).click()
  await expectSeen(page.getByRole('dialog').getByRole('alert').filter({ hasText: 'declined' }))
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expectSeen(page.getByText(/payment was refused/i))
  await expect.poll(() => new URL(page.url()).pathname).toBe('/order')
  await expect.poll(async () => (await apiOf(page).getCart()).cart).toHaveLength(1)
})

test('paying after the session has ended leads to the sign-in with a message', async () => {
  const { page } = await openWithCart(['401 /api/*'])
  await page.goto('/order')
  await fillAddress(page)
  await apiOf(page).logout()
  await page.getByRole('button', { name: 'Pay & Place Order' }).click()
  await expectSeen(toast(page, 'alert', 'Please login first.'))
  await page.waitForURL('**/signin')
})

test('a provider script that fails to load shows a message', async () => {
  const { page } = await openWithCart(['503 /sandbox/*'])
  await page.route(`**${PROVIDER_SCRIPT}`, (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/order')
  await fillAddress(page)
  await page.getByRole('button', { name: 'Pay & Place Order' }).click()
  await expectSeen(toast(page, 'alert', 'Razorpay SDK failed to load.'))
})

for (const [call, sentence] of [
  ['/api/payment/create/orderId', 'Failed to initiate payment.'],
  ['/api/payment/api/payment/verify', 'Payment verification failed.'],
  ['/api/order/*/*/*/*', 'Order creation failed.'],
  ['/api/order/address/*', 'Failed to save address.'],
] as const) {
  test(`a failing ${call} says '${sentence}', and the next try, after a reload, completes without a second charge`, async () => {
    const { page, customer } = await openWithCart([`500 ${call}`])
    await page.goto('/order')
    let isDown = true
    await page.route(`**${call}`, (route) => (isDown ? route.fulfill({ status: 500, body: '{}' }) : route.continue()))
    await fillAddress(page)
    const pay = page.getByRole('button', { name: 'Pay & Place Order' })
    await pay.click()
    const confirm = page.getByRole('button', { name: 'Pay', exact: true })
    const isBeforePayment = call.endsWith('orderId')
    if (!isBeforePayment) await confirm.click()
    await expectSeen(toast(page, 'alert', sentence))
    isDown = false
    await page.reload()
    await fillAddress(page)
    await pay.click()
    if (isBeforePayment) await confirm.click()
    await expectSaid(page, 'Payment & Order successful!')
    await page.waitForURL((url) => url.pathname === '/')
    const orders = await apiOf(page).listMyOrders(customer._id)
    expect(orders).toHaveLength(1)
    expect(orders[0]?.address).toMatchObject(ADDRESS)
    await expect.poll(async () => (await apiOf(page).getCart()).cart).toEqual([])
  })
}

test('two quick clicks on the button start one payment', async () => {
  const { page } = await openWithCart()
  await page.goto('/order')
  await fillAddress(page)
  let starts = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/payment/create/orderId')) starts += 1
  })
  await page.getByRole('button', { name: 'Pay & Place Order' }).dblclick()
  await expectSeen(page.getByRole('button', { name: 'Pay', exact: true }))
  expect(starts).toBe(1)
})

test('the profile shows orders with short ids and dates, and keeps the chosen avatar for the e-mail', async () => {
  const { page, customer } = await openWithCart()
  await page.goto('/user-profile')
  await expectSeen(page.getByRole('heading', { name: 'My Orders' }))
  await expectSeen(page.getByText('AR', { exact: true }))
  await page.getByRole('button', { name: 'Choose avatar' }).click()
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.locator('button:has(img)').count()).toBe(22)
  await dialog.locator('button:has(img)').nth(3).click()
  await expectGone(dialog)
  await expectSeen(page.getByRole('img', { name: /Your avatar/ }))
  await page.reload()
  await expectSeen(page.getByRole('img', { name: /Your avatar/ }))
  await expect.poll(() => page.evaluate<string>('Object.keys(localStorage).join()')).toContain(customer.email)
  await page.getByRole('button', { name: 'Choose avatar' }).click()
  await page.getByRole('button', { name: 'Use Initials' }).click()
  await expectSeen(page.getByText('AR', { exact: true }))
})

test('a wrong password shows the server’s message and keeps the e-mail', async () => {
  const page = await openPage(sharedShop(), { expected: [...SIGNED_OUT, '401 /api/users/login'] })
  await page.goto('/signin')
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expectSeen(page.getByRole('alert'))
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('nobody@example.com')
})

test('after registering the e-mail is in the sign-in form and nowhere else', async () => {
  const page = await openPage(sharedShop(), { expected: [...SIGNED_OUT, '401 /api/users/login'] })
  const email = `${crypto.randomUUID()}@example.com`
  await page.goto('/signup')
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
  await expectSeen(page.locator('.field-error').filter({ hasText: 'First name is missing.' }))
  await page.getByLabel('First name').fill('Asha')
  await page.getByLabel('Last name').fill('Rao')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByPlaceholder('Phone (10 digits)').fill('9876543210')
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/signin')
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
  const kept = () =>
    page.evaluate<string>('location.href + JSON.stringify([localStorage, sessionStorage]) + document.cookie')
  await expect.poll(kept).not.toContain(email)

  // An earlier error message does not stay beside a value that is right now.
  const signIn = async (password: string) => {
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Password', { exact: true }).press('Enter')
  }
  await page.reload()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
  await signIn('not the password')
  await expectSeen(toast(page, 'alert', 'Invalid email or password.'))
  // The toast stays for as long as the pointer is on it.
  await toast(page, 'alert', 'Invalid email or password.').hover()
  await signIn('correct horse battery')
  await expectSaid(page, 'Login successful!')
  await expectGone(toast(page, 'alert', 'Invalid email or password.'))
})

test('a failed sign-in call says Login failed. Please try again.', async () => {
  const page = await openPage(sharedShop(), { expected: [...SIGNED_OUT, '500 /api/users/login'] })
  await page.goto('/signin')
  await page.route('**/api/users/login', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('some password')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expectSeen(toast(page, 'alert', 'Login failed. Please try again.'))
})

test('without JavaScript registering and signing in work by plain forms', async () => {
  const page = await openPage(sharedShop(), { javaScript: false })
  const email = `${crypto.randomUUID()}@example.com`
  await page.goto('/signup')
  await page.getByLabel('First name').fill('Asha')
  await page.getByLabel('Last name').fill('Rao')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByPlaceholder('Phone (10 digits)').fill('98765-43210')
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  await expect.poll(() => apiOf(page).getMe()).toMatchObject({ email, phone: '9876543210' })
})
