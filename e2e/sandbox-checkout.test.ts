import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { SANDBOX_CHECKOUT_URL, SANDBOX_KEY_ID } from '#sandbox/provider-keys.ts'
import { startSandbox } from '#test/start-sandbox.ts'

import { expectAccessible } from './axe.ts'
import { openPage } from './journey.ts'
import { PHONE } from './viewports.ts'

// Stricter than the shop's own page: no inline style, and text never becomes HTML.
const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; require-trusted-types-for 'script'"
const PAGE = `<!doctype html><html lang="en-IN"><head><title>Order</title><link rel="icon" href="data:,"></head>
<body><main><h1>Complete Your Order</h1><button type="button">Pay &amp; Place Order</button></main>
<script src="${SANDBOX_CHECKOUT_URL}"></script><script src="/shop.js"></script></body></html>`
const SCRIPT = `
const events = (window.events = [])
document.querySelector('button').addEventListener('click', () => {
  const parameters = new URLSearchParams(location.search)
  const checkout = (window.checkout = new Razorpay({
    key: '${SANDBOX_KEY_ID}',
    name: 'Selvedge',
    order_id: parameters.get('order'),
    prefill: { email: 'asha@example.com' },
    modal: { escape: parameters.get('escape') !== 'off', ondismiss: () => events.push({ dismissed: true }) },
    handler: (proof) => events.push({ proof }),
  }))
  checkout.on('payment.failed', ({ error }) => events.push({ error }))
  checkout.open()
})`

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let receipts = 0

beforeAll(async () => {
  sandbox = await startSandbox({
    extend: (app) => {
      app.get('/order', async (_request, reply) =>
        reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(PAGE),
      )
      app.get('/shop.js', async (_request, reply) => reply.type('text/javascript').send(SCRIPT))
    },
  })
})
afterAll(() => sandbox.close())

/** Opens the checkout of a new order of ₹1,499.50 and runs the journey. */
async function withCheckout(journey: (page: Page, orderId: string) => Promise<void>, query = '') {
  const receipt = `receipt-${(receipts += 1)}`
  const order = await sandbox.provider.createOrder({ amountPaise: 149_950, receipt, notes: {} })
  const page = await openPage(sandbox, {
    viewport: PHONE,
    motion: 'no-preference',
    expected: ['402 /sandbox/razorpay/pay', '4?? /sandbox/razorpay/checkout/order'],
  })
  await page.goto(`/order?order=${order.id}${query}`)
  await page.getByRole('button', { name: 'Pay & Place Order' }).click()
  await journey(page, order.id)
}

const events = (page: Page) => page.evaluate('events')
// Playwright's own wait may evaluate text in the page, which the shop's policy forbids.
const until = async (page: Page, condition: string) => {
  await expect.poll(() => page.evaluate(condition)).toBe(true)
}

test('the dialog names shop and amount, says that no money moves, and is accessible', () =>
  withCheckout(async (page) => {
    const dialog = page.getByRole('dialog', { name: 'Selvedge' })
    await dialog.getByText('₹1,499.50', { exact: true }).waitFor()
    await expect.poll(() => dialog.getByText('No money moves').isVisible()).toBe(true)
    await expect.poll(() => dialog.getByRole('button').allTextContents()).toEqual(['Pay', 'Fail payment', 'Close'])
    await expect.poll(() => dialog.getByRole('radio', { name: 'Card' }).isChecked()).toBe(true)
    // The policy allowed the stylesheet: an unstyled dialog has a solid border.
    await expect.poll(() => dialog.evaluate((element) => getComputedStyle(element).borderStyle)).toBe('none')
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
  }))

test('the buttons stay where they are when the amount arrives', () =>
  withCheckout(async (page) => {
    const amountWanted = Promise.withResolvers<void>()
    const pay = page.getByRole('button', { name: 'Pay', exact: true })
    await page.route('**/checkout/order?*', async (route) => {
      await amountWanted.promise
      await route.continue()
    })
    await page.reload()
    await page.getByRole('button', { name: 'Pay & Place Order' }).click()
    const before = await pay.boundingBox()
    amountWanted.resolve()
    await page.getByText('₹1,499.50', { exact: true }).waitFor()
    expect(before).not.toBeNull()
    await expect.poll(() => pay.boundingBox()).toEqual(before)
  }))

test('paying by UPI returns a signed payment to the shop and closes the dialog', () =>
  withCheckout(async (page, orderId) => {
    await page.getByRole('radio', { name: 'UPI' }).check()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await until(page, 'events.length === 1')
    const [{ proof }] = (await events(page)) as [{ proof: Record<string, string> }]
    expect(proof).toMatchObject({
      razorpay_order_id: orderId,
      razorpay_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect
      .poll(async () => (await sandbox.callApi(`/orders/${orderId}/payments`)).json())
      .toMatchObject({ items: [{ id: proof.razorpay_payment_id, status: 'captured', method: 'upi' }] })
  }))

test('a failed payment shows its reason, notifies the shop, and can be tried again', () =>
  withCheckout(async (page, orderId) => {
    await page.getByRole('button', { name: 'Fail payment' }).click()
    const alert = page.getByRole('dialog').getByRole('alert')
    await alert.getByText('declined').waitFor()
    const [{ error }] = (await events(page)) as [{ error: object }]
    expect(error).toMatchObject({ code: 'BAD_REQUEST_ERROR', metadata: { order_id: orderId } })
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await until(page, 'events.length === 2')
    await expect.poll(() => events(page)).toMatchObject([{ error: {} }, { proof: { razorpay_order_id: orderId } }])
  }))

test('Close dismisses the dialog and restores the focus', () =>
  withCheckout(async (page) => {
    await page.getByRole('button', { name: 'Close' }).click()
    await until(page, 'events.length === 1')
    await expect.poll(() => events(page)).toEqual([{ dismissed: true }])
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Pay & Place Order')
    await expect.poll(() => page.evaluate('document.adoptedStyleSheets.length')).toBe(0)
  }))

test('Escape dismisses the dialog like Close', () =>
  withCheckout(async (page) => {
    await page.keyboard.press('Escape')
    await until(page, 'events.length === 1')
    await expect.poll(() => events(page)).toEqual([{ dismissed: true }])
  }))

test('Escape does nothing if the shop turns it off', () =>
  withCheckout(async (page) => {
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').isVisible()).toBe(true)
    await expect.poll(() => events(page)).toEqual([])
  }, '&escape=off'))

test('the whole checkout works by keyboard, and the focus stays inside', () =>
  withCheckout(async (page) => {
    const focused = () => page.evaluate('document.activeElement.textContent || document.activeElement.value || "page"')
    await expect.poll(() => focused()).toBe('Pay')
    await page.keyboard.press('Tab')
    await expect.poll(() => focused()).toBe('Fail payment')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('declined').waitFor()
    await expect.poll(() => focused()).toBe('Fail payment')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await until(page, 'events.length === 2')
    await expect.poll(() => events(page)).toMatchObject([{ error: {} }, { proof: {} }])
  }))

test('the shop can close the dialog without a dismiss event', () =>
  withCheckout(async (page) => {
    await page.evaluate('checkout.close()')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => events(page)).toEqual([])
    await page.getByRole('button', { name: 'Pay & Place Order' }).click()
    await page.getByRole('button', { name: 'Close' }).click()
    await until(page, 'events.length === 1')
  }))
