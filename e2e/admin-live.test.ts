import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectGone, expectSeen, openPage, sharedShop } from './journey.ts'
import { placeOrder } from './orders.ts'
import { apiOf, signInAdmin } from './sign-in.ts'

const MESSAGE = { firstName: 'Ravi', lastName: 'Iyer', contactNumber: '9876501234', message: 'Does it run large?' }

async function openLive(path: string): Promise<Page> {
  const page = await openPage(sharedShop(), { expected: ['401 /api/users/me'] })
  await signInAdmin(page, sharedShop().admin)
  const connected = page.waitForResponse('**/api/admin/events')
  await page.goto(path)
  await connected
  return page
}

test('a new order is counted above the list until it is shown, and a changed one is updated in place', async () => {
  const { order: known } = await placeOrder()
  const page = await openLive('/admin/neworders')
  const row = (id: string) => page.getByRole('row').filter({ hasText: id })
  await expectSeen(row(known._id))
  const rows = await page.getByRole('row').count()

  const { order } = await placeOrder()
  const show = page.getByRole('status').getByRole('button', { name: '1 new order – show' })
  await expectSeen(show)
  await expect.poll(() => page.getByRole('row').count()).toBe(rows)
  await apiOf(page).changeOrderStatus(known._id, 'shipped')
  await expectSeen(row(known._id).getByRole('button', { name: 'Deliver' }))
  await expect.poll(() => page.getByRole('row').count()).toBe(rows)

  await show.click()
  await expectSeen(row(order._id))
  await expectGone(show)
})

test('an open order is updated live', async () => {
  const { order } = await placeOrder()
  const page = await openLive(`/admin/orders/${order._id}`)
  await apiOf(page).changeOrderStatus(order._id, 'cancelled')
  await expectSeen(page.getByText('Order Cancelled', { exact: true }))
  await expectSeen(page.getByRole('heading', { name: 'Refund' }))
})

test('an order whose first load failed is shown once it changes', async () => {
  const { order } = await placeOrder()
  const call = `/api/admin/orders/${order._id}`
  const page = await openPage(sharedShop(), { expected: ['401 /api/users/me', `503 ${call}`] })
  await signInAdmin(page, sharedShop().admin)
  const connected = page.waitForResponse('**/api/admin/events')
  await page.goto('/admin/neworders')
  await connected
  await page.route(`**${call}`, (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 })
  await page.getByRole('row').filter({ hasText: order._id }).getByRole('link').first().click()
  await expectSeen(page.getByText('Error: ', { exact: false }))
  await apiOf(page).changeOrderStatus(order._id, 'cancelled')
  await expectSeen(page.getByText('Order Cancelled', { exact: true }))
  await expectGone(page.getByText('Error: ', { exact: false }))
})

test('a new message appears on the dashboard', async () => {
  const page = await openLive('/admin/dashboard')
  const subject = `Live ${Date.now()}`
  await apiOf(page).submitContact({ ...MESSAGE, email: 'live@example.com', subject })
  await expectSeen(page.getByRole('region', { name: /^Messages/ }).getByText(subject))
})
