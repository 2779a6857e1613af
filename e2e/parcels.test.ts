import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'

import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { buildDirOf } from '#server/start/config.ts'
import { addProduct } from '#test/factories.ts'
import { buy, signedIn, stockOf, type SignedIn } from '#test/purchase.ts'
import { courierControls } from '#test/start-courier-sandbox.ts'
import { startShop } from '#test/start-shop.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage } from './journey.ts'
import { LAPTOP, PHONE } from './viewports.ts'

async function ordered() {
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
  onTestFinished(() => shop.close())
  const product = await addProduct(shop.db, { name: 'Linen kurta', pricePaise: 105_000, stock: 5 })
  const { buyer, order } = await buy(shop, product.id)
  return { shop, product, buyer, order, staff: await signedIn(shop, 'admin'), courier: courierControls(shop.origin) }
}

async function openAs(page: Page, { cookies }: SignedIn, origin: string, path: string): Promise<void> {
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: origin })))
  await page.goto(path)
}

test('a parcel is booked, labelled, listed, cancelled and booked again, and its scans reach staff and customer', async () => {
  const { shop, buyer, order, staff, courier } = await ordered()
  const page = await openPage(shop, { expected: ['401 /api/users/me'] })
  await openAs(page, staff, shop.origin, `/admin/orders/${order._id}`)
  const card = page.getByRole('region', { name: 'Parcel' })
  await card.getByRole('button', { name: 'Book parcel' }).press('Enter')
  await expectSeen(card.getByText(/^Booked, /))
  const carried = page.getByRole('region', { name: 'Courier' })
  await expectSeen(carried.getByRole('link', { name: 'Follow the parcel' }))
  const numberNow = async () => (await staff.api.getOrderDetail(order._id)).order.shipment?.trackingNumber ?? ''
  const first = await numberNow()
  await expectSeen(carried.getByText(first))
  await expectGoodInEveryLook(page)

  // The emulated service names an address at which nobody is.
  await page.context().route('https://labels.example/**', (route) => route.fulfill({ body: 'The label' }))
  const opened = page.context().waitForEvent('page')
  await card.getByRole('button', { name: 'Courier’s label' }).press('Enter')
  const label = await opened
  await label.waitForURL(`https://labels.example/${first}.pdf`)
  await label.close()
  const manifest = await (await page.request.get('/api/admin/parcels/manifest')).body()
  expect(manifest.subarray(0, 5).toString()).toBe('%PDF-')

  await card.getByRole('button', { name: 'Cancel the parcel' }).press('Enter')
  await page.getByRole('button', { name: 'Yes, cancel the parcel' }).press('Enter')
  await expectSeen(card.getByRole('button', { name: 'Book again' }))
  await expectGone(carried.getByText(first))
  await card.getByRole('button', { name: 'Book again' }).press('Enter')
  await expect.poll(async () => ['', first].includes(await numberNow())).toBe(false)
  await expectSeen(carried.getByRole('link', { name: 'Follow the parcel' }))

  await courier.scan(await numberNow(), 'OUT FOR DELIVERY')
  await expect.poll(async () => (await staff.api.getOrderDetail(order._id)).parcels?.[0]?.step).toBe('out for delivery')
  await page.reload()
  await expectSeen(card.getByRole('list', { name: 'What the courier says' }).getByText('Out for delivery'))
  await openAs(page, buyer, shop.origin, '/user-profile')
  await page.getByText('Parcel: out for delivery').click()
  await expectSeen(page.getByRole('list', { name: 'Where the parcel has been' }).getByText('Booked with the courier'))
  await expectGoodInEveryLook(page)
})

test('a paid parcel that comes back is on Today, and is sent again by one press', async () => {
  const { shop, product, buyer, order, staff, courier } = await ordered()
  const { results } = await staff.api.bookParcels([{ _id: order._id }])
  await courier.scan(results[0]?.trackingNumber ?? '', 'RTO INITIATED')
  await expect.poll(async () => (await staff.api.getOrderDetail(order._id)).order.status).toBe('cancelled')
  const page = await openPage(shop, { expected: ['401 /api/users/me'] })
  await openAs(page, buyer, shop.origin, '/user-profile')
  await expectSeen(page.getByText(/^The parcel could not be delivered\. We send it again, or ₹1,050\.00 goes back/))
  await expectGoodInEveryLook(page)

  await openAs(page, staff, shop.origin, '/admin/dashboard')
  await page
    .getByRole('link', { name: '1 paid parcel never arrived: send it again, refund it, or say that it came' })
    .press('Enter')
  await page
    .getByRole('row', { name: /Linen kurta.*Never arrived/ })
    .getByRole('link')
    .first()
    .press('Enter')
  await expectSeen(page.getByRole('button', { name: 'Refund ₹1,050.00' }))
  await expectGoodInEveryLook(page)
  await page.getByRole('button', { name: 'Send again' }).press('Enter')
  await expectSeen(page.getByText('Sent again as an order of its own:'))
  await expectGone(page.getByRole('button', { name: /^Refund/ }))
  await expect.poll(() => stockOf(shop, product.id)).toEqual([3])
  await expectGoodInEveryLook(page)
  await openAs(page, buyer, shop.origin, '/user-profile')
  await expectSeen(page.getByText('Your pieces are sent again, at no charge. You find them among your orders.'))
})

test('a parcel by hand gets its weight and cost beside its courier, and is given up once it is lost', async () => {
  const { shop, order, staff } = await ordered()
  await staff.api.changeOrderStatus(order._id, 'shipped', { courier: 'india-post', trackingNumber: 'EM123456789IN' })
  const page = await openPage(shop, { expected: ['401 /api/users/me'] })
  await openAs(page, staff, shop.origin, `/admin/orders/${order._id}`)
  const card = page.getByRole('region', { name: 'Courier' })
  await card.getByRole('button', { name: 'Change courier' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Courier' })
  await dialog.getByText('Weight, size and cost').click()
  await dialog.getByLabel('Length').fill('30')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  const fault = dialog.getByText(/^Please enter all three sides/)
  await expect.poll(() => fault.count()).toBe(2)
  for (const viewport of [PHONE, LAPTOP]) {
    await page.setViewportSize(viewport)
    // The sentence below the three sides is as wide as they are, so that it has two lines at most.
    await expect
      .poll(() => fault.nth(1).boundingBox())
      .toMatchObject({ height: expect.toSatisfy((px: number) => px <= 50) })
  }
  await expectGoodInEveryLook(page)
  await dialog.getByLabel('Length').fill('')
  await dialog.getByLabel('Weight, in grams').fill('850')
  await dialog.getByLabel('What its carriage costs, in rupees').fill('62.50')
  await expectGoodInEveryLook(page)
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expectSeen(card.getByText('0.85 kg · costs ₹62.50'))

  await card.getByRole('button', { name: 'The parcel is lost' }).press('Enter')
  await page.getByRole('button', { name: 'Yes, it is lost' }).press('Enter')
  await expectSeen(page.getByText('Order Cancelled'))
  await page.getByRole('region', { name: 'Returns' }).getByRole('link').first().click()
  await expectSeen(page.getByText('The parcel was lost'))
  await expectSeen(page.getByRole('button', { name: 'Send again' }))
  await page.getByRole('button', { name: 'Refund ₹1,050.00' }).press('Enter')
  await expectSeen(page.getByText('1 piece refunded'))
  await expectGoodInEveryLook(page)
  await expect.poll(async () => (await staff.api.getOrderDetail(order._id)).refunds.length).toBe(1)
})

test('a lost parcel that its customer has after all stays paid by one press', async () => {
  const { shop, buyer, order, staff } = await ordered()
  await staff.api.bookParcels([{ _id: order._id }])
  await staff.api.giveUpParcel(order._id)
  const page = await openPage(shop, { expected: ['401 /api/users/me'] })
  await openAs(page, staff, shop.origin, '/admin/returns?waits=undelivered')
  await page
    .getByRole('row', { name: /Linen kurta.*Never arrived/ })
    .getByRole('link')
    .first()
    .press('Enter')
  await expectGoodInEveryLook(page)
  await page.getByRole('button', { name: 'The customer has it' }).press('Enter')
  await expectSeen(page.getByText('The parcel has reached the customer after all, and its money stays.'))
  await expectGone(page.getByRole('button', { name: 'The customer has it' }))
  await expectGone(page.getByRole('button', { name: /^Refund/ }))
  await expectGoodInEveryLook(page)
  await openAs(page, staff, shop.origin, `/admin/orders/${order._id}`)
  await expectSeen(page.getByRole('region', { name: 'Returns' }).getByText(/has reached the customer after all/))
  await openAs(page, buyer, shop.origin, '/user-profile')
  await expectSeen(page.getByText('The parcel has reached you after all, so it stays paid.'))
  await page.getByRole('link', { name: 'What becomes of it' }).click()
  await expectSeen(page.getByRole('article').getByText('The parcel has reached you after all, so it stays paid.'))
  await expectGone(page.getByText('still ahead'))
  await expectGone(page.getByText('It was not delivered'))
  await expectGoodInEveryLook(page)
})
