import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage, sharedShop, type Visit } from './journey.ts'
import { ADDRESS, placeOrder } from './orders.ts'
import { apiOf, signInAdmin } from './sign-in.ts'
import { LAPTOP, PHONE } from './viewports.ts'
import { expectSaid } from './toasts.ts'
import { withinAnHour } from '#test/within-an-hour.ts'

beforeEach(withinAnHour)

const NO_CUSTOMER = ['401 /api/users/me']

/** A profile of the administrator, without a page yet. */
async function signInOwner(visit: Visit = {}): Promise<Page> {
  const page = await openPage(sharedShop(), { expected: NO_CUSTOMER, ...visit })
  await signInAdmin(page, sharedShop().admin)
  return page
}

async function openAdmin(path: string, visit: Visit = {}): Promise<Page> {
  const page = await signInOwner(visit)
  await page.goto(path)
  return page
}

const short = ({ _id }: { _id: string }) => `#${_id.slice(-6).toUpperCase()}`
const listOf = (search: string) => `/admin/neworders?search=${encodeURIComponent(search)}`
const rowOf = (page: Page, { _id }: { _id: string }) => page.getByRole('row').filter({ hasText: _id })
const bar = (page: Page) => page.getByRole('region', { name: 'Chosen orders' })

test('orders are chosen and shipped with a courier by keyboard alone, and one that cannot be says why', async () => {
  const city = `Batch${Date.now()}`
  const place = async () => (await placeOrder({ ...ADDRESS, city })).order
  const [first, second, third] = [await place(), await place(), await place()]
  const page = await signInOwner()
  // Without events the list does not learn that one of them is cancelled meanwhile.
  await page.route('**/api/admin/events', () => undefined)
  await page.goto(listOf(city))
  const box = (order: typeof first) => page.getByRole('checkbox', { name: `Select order ${short(order)}` })
  await box(third).focus()
  await page.keyboard.press('Space')
  await box(first).focus()
  await page.keyboard.press('Shift+Space')
  await expectSeen(bar(page).getByText('3 chosen'))
  await apiOf(page).changeOrderStatus(second._id, 'cancelled')

  await bar(page).getByRole('button', { name: 'Ship' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Ship 3 orders' })
  const courier = dialog.getByRole('combobox', { name: 'Courier' })
  await expectSeen(courier.and(page.locator(':focus')))
  await page.keyboard.type('Delhivery')
  await expect.poll(() => courier.inputValue()).toBe('delhivery')
  await dialog.getByRole('textbox', { name: short(first) }).focus()
  await page.keyboard.type('1490812')
  await page.keyboard.press('Enter')
  // Enter moved to the next field or to the button, and sent nothing.
  await expectSeen(dialog)
  await dialog.getByRole('button', { name: 'Ship 3 orders' }).focus()
  await page.keyboard.press('Enter')
  await expectSeen(dialog.getByText('An order that is cancelled cannot become shipped.'))
  await page.keyboard.press('Enter')
  await expectGone(dialog)
  const all = page.getByRole('checkbox', { name: 'Select all orders on this page' })
  await expectSeen(all.and(page.locator(':focus')))
  await expectSeen(rowOf(page, first).getByText('Shipped', { exact: true }))

  const sentOf = async ({ _id }: typeof first) => {
    const { status, shipment } = (await apiOf(page).getOrderDetail(_id)).order
    return [status, shipment?.name, shipment?.trackingNumber]
  }
  await expect.poll(() => sentOf(first)).toEqual(['shipped', 'Delhivery', '1490812'])
  await expect.poll(() => sentOf(third)).toEqual(['shipped', 'Delhivery', null])
})

test('of the chosen orders those that wait for an address are left out when they are shipped', async () => {
  const [{ order: waiting }, { order: ready }] = [await placeOrder(null), await placeOrder()]
  const page = await openAdmin('/admin/neworders')
  const choose = (order: typeof ready) => page.getByRole('checkbox', { name: `Select order ${short(order)}` }).check()
  await choose(waiting)
  await expectSeen(bar(page).getByText('1 chosen, 0 can be shipped'))
  await expect.poll(() => bar(page).getByRole('button', { name: 'Ship' }).isDisabled()).toBe(true)
  await choose(ready)
  await expectSeen(bar(page).getByText('2 chosen, 1 can be shipped'))
  await bar(page).getByRole('button', { name: 'Ship' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ship 1 order' })
  await dialog.getByRole('button', { name: 'Ship 1 order' }).click()
  await expectGone(dialog)
  await expectSeen(rowOf(page, ready).getByText('Shipped', { exact: true }))
  await expectSeen(rowOf(page, waiting).getByText('Order Placed', { exact: true }))
})

test('a pasted column of tracking numbers fills the rows, a number that stands twice is asked about, and orders are delivered together', async () => {
  const city = `Column${Date.now()}`
  const place = async () => (await placeOrder({ ...ADDRESS, city })).order
  const [first, second] = [await place(), await place()]
  const page = await openAdmin(listOf(city))
  await page.setViewportSize(PHONE)
  await expectSeen(rowOf(page, first).locator('[data-text="411001"]'))
  await expectSeen(rowOf(page, first).getByText('× 1'))
  await page.setViewportSize(LAPTOP)
  await page.getByRole('checkbox', { name: 'Select all orders on this page' }).check()
  await bar(page).getByRole('button', { name: 'Ship' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ship 2 orders' })
  await dialog.getByRole('combobox', { name: 'Courier' }).selectOption('Delhivery')
  const number = (order: typeof first) => dialog.getByRole('textbox', { name: short(order) })
  const paste = (text: string) =>
    number(second).evaluate((field, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', pasted)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)
  await paste('AWB7001\nAWB7001\n')
  await expect.poll(() => number(first).inputValue()).toBe('AWB7001')
  await dialog.getByRole('button', { name: 'Ship 2 orders' }).click()
  const question = page.getByRole('alertdialog')
  await expectSeen(question.getByText('have the tracking number AWB7001.'))
  await question.getByRole('button', { name: 'Change it' }).click()
  await paste('AWB7001\nAWB7002\n')
  await expect.poll(() => number(first).inputValue()).toBe('AWB7002')
  await dialog.getByRole('button', { name: 'Ship 2 orders' }).click()
  await expectGone(dialog)
  await expectSeen(rowOf(page, second).getByText('Shipped', { exact: true }))
  await expect
    .poll(async () => (await apiOf(page).getOrderDetail(first._id)).order.shipment?.trackingNumber)
    .toBe('AWB7002')

  await page.getByRole('checkbox', { name: 'Select all orders on this page' }).check()
  await expectSeen(bar(page).getByText('2 can be delivered'))
  await bar(page).getByRole('button', { name: 'Deliver' }).click()
  await question.getByRole('button', { name: 'Deliver' }).click()
  await expectSaid(page, '2 orders delivered.')
  await expectSeen(rowOf(page, first).getByText('Items Delivered'))
  await expectSeen(rowOf(page, second).getByText('Items Delivered'))
})

test('chosen orders are one PDF of slips and one CSV, and without a choice the CSV is of the list', async () => {
  const { order, customer } = await placeOrder()
  const page = await openAdmin(listOf(customer.email))
  await expectSeen(rowOf(page, order))
  await expectGone(bar(page).getByRole('link', { name: 'Slips (PDF)' }))
  const csv = bar(page).getByRole('link', { name: 'CSV' })
  const textOf = async () => (await page.request.get((await csv.getAttribute('href')) ?? '')).text()
  const whole = (await textOf()).trim().split('\r\n')
  expect(whole).toHaveLength(2)
  expect(whole[1]).toContain(order._id)

  await page.getByRole('checkbox', { name: 'Select all orders on this page' }).check()
  await expect.poll(() => csv.getAttribute('href')).toContain(`ids=${order._id}`)
  const slips = bar(page).getByRole('link', { name: 'Slips (PDF)' })
  const answer = await page.request.get((await slips.getAttribute('href')) ?? '')
  expect(answer.headers()['content-type']).toBe('application/pdf')
  const bytes = await answer.body()
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const download = page.waitForEvent('download')
  await csv.click()
  expect((await download).suggestedFilename()).toBe('orders.csv')
})

test('the days of the orders are in the address, and the tabs count within them', async () => {
  const { order, customer } = await placeOrder()
  const page = await openAdmin(listOf(customer.email))
  await expectSeen(rowOf(page, order))
  const days = page.locator('summary').filter({ hasText: 'All days' })
  await days.press('Enter')
  await page.getByLabel('To', { exact: true }).fill('2020-01-31')
  await page.getByLabel('From', { exact: true }).fill('2020-01-01')
  await page.getByRole('button', { name: 'Show these days' }).press('Enter')
  await page.waitForURL('**from=2020-01-01&to=2020-01-31')
  await expectSeen(page.getByText('No orders found.'))
  const tabs = page.getByRole('navigation', { name: 'Orders by status' })
  await expectSeen(tabs.getByRole('link', { name: 'All 0' }))
  await page.locator('summary').filter({ hasText: '01/01/2020 – 31/01/2020' }).press('Enter')
  await page.getByRole('search', { name: 'Orders' }).getByRole('link', { name: 'Today' }).press('Enter')
  await expectSeen(rowOf(page, order))
  await expectSeen(tabs.getByRole('link', { name: 'Order Placed 1' }))
  await page.goto(`${listOf(customer.email)}&waits=refund`)
  const today = page.getByRole('search', { name: 'Orders' }).getByRole('link', { name: 'Today', includeHidden: true })
  await expect.poll(() => today.getAttribute('href')).toContain('waits=refund')
})

test('a courier is added and changed on the order’s page, a link that runs a script is refused, and the customer follows it', async () => {
  const buyer = await openPage(sharedShop(), {})
  const { order, customer } = await placeOrder()
  const page = await openAdmin(`/admin/orders/${order._id}`, {
    expected: [...NO_CUSTOMER, '400 /api/admin/orders/*/shipment'],
  })
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  const card = page.getByRole('region', { name: 'Courier' })
  await card.getByRole('button', { name: 'Add courier' }).click()
  const dialog = page.getByRole('dialog', { name: 'Courier' })
  await dialog.getByRole('combobox', { name: 'Courier' }).selectOption('Another courier')
  await dialog.getByLabel('Name of the courier').fill('Ramesh & Sons')
  await dialog.getByLabel('Link to follow it').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectSeen(dialog.getByRole('alert').getByText('A link begins with https:// and names a page.'))
  await dialog.getByLabel('Link to follow it').fill('https://ramesh.example/parcels/7')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectSeen(card.getByText('Ramesh & Sons'))
  await expect
    .poll(() => card.getByRole('link', { name: 'Follow the parcel' }).getAttribute('href'))
    .toBe('https://ramesh.example/parcels/7')

  await card.getByRole('button', { name: 'Change courier' }).click()
  await dialog.getByRole('combobox', { name: 'Courier' }).selectOption('XpressBees')
  await dialog.getByLabel('Tracking number').fill('XB77')
  await dialog.getByLabel('Link to follow it').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectSeen(card.getByText('XB77'))
  await expectGone(card.getByText('Ramesh & Sons'))

  await buyer.goto('/signin')
  await buyer.getByLabel('Email').fill(customer.email)
  await buyer.getByLabel('Password', { exact: true }).fill(customer.password)
  await buyer.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await buyer.waitForURL('**/')
  await buyer.goto('/user-profile')
  const mine = buyer.getByRole('article', { name: `Order ${short(order)}` })
  await expectSeen(mine.getByText('Sent with XpressBees, tracking number XB77'))
  await expect
    .poll(() => mine.getByRole('link', { name: 'Follow the parcel' }).getAttribute('href'))
    .toBe('https://www.xpressbees.com/shipment/tracking?awbNo=XB77')
})

test('an answer that was read before the courier was entered neither closes the dialog nor takes the courier away', async () => {
  const { order } = await placeOrder()
  const page = await openAdmin(`/admin/orders/${order._id}`)
  const { promise: isFree, resolve: release } = Promise.withResolvers<void>()
  let readings = 0
  await page.route(`**/api/admin/orders/${order._id}`, async (route) => {
    readings += 1
    if (readings > 1) return route.continue()
    const response = await route.fetch()
    await isFree
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  await expect.poll(() => readings).toBeGreaterThan(0)
  const card = page.getByRole('region', { name: 'Courier' })
  await card.getByRole('button', { name: 'Add courier' }).click()
  const dialog = page.getByRole('dialog', { name: 'Courier' })
  await dialog.getByRole('combobox', { name: 'Courier' }).selectOption('Delhivery')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await card.getByRole('button', { name: 'Change courier' }).click()
  await dialog.getByLabel('Tracking number').fill('1490815')
  const late = page.waitForResponse(`**/api/admin/orders/${order._id}`)
  release()
  await late
  await expectSeen(card.getByRole('strong').filter({ hasText: 'Delhivery' }))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectSeen(card.getByText('1490815'))
})

test('on a phone an order has four lines, and its row and its dialog are accessible in every look', async () => {
  const { order, customer } = await placeOrder()
  const page = await openAdmin(listOf(customer.email))
  await page.setViewportSize({ width: 390, height: 844 })
  const row = rowOf(page, order)
  const heightOf = () => row.evaluate((element) => element.getBoundingClientRect().height)
  await expect.poll(heightOf).toBeLessThan(130)
  for (const part of [short(order), order.user.name, 'Order Placed']) {
    await expectSeen(row.getByText(part, { exact: true }))
  }
  await expectSeen(row.getByRole('button', { name: 'Ship' }))
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect.poll(heightOf).toBeLessThanOrEqual(56)
  await page.getByRole('checkbox', { name: `Select order ${short(order)}` }).check()
  await bar(page).getByRole('button', { name: 'Ship' }).click()
  await page.getByRole('combobox', { name: 'Courier' }).selectOption('Delhivery')
  await expectSeen(page.getByLabel('Tracking number'))
  await expectGoodInEveryLook(page)
}, 120_000)

test('an order that waits gets another size and another address, by keyboard, and says what cannot be', async () => {
  const shop = sharedShop()
  const page = await signInOwner({ expected: [...NO_CUSTOMER, '409 /api/admin/orders/*/size'] })
  const { order } = await placeOrder()
  const [line] = order.products
  const { sizes } = await apiOf(page).getProduct(line!.product._id)
  const other = sizes.find(({ size, stock }) => stock > 0 && size !== line!.size)!
  await page.goto(`${shop.origin}/admin/orders/${order._id}`)
  await page.getByRole('link', { name: 'Change size or address' }).press('Enter')
  await expectSeen(page.getByRole('heading', { name: `Change order ${short(order)}` }))
  await expectGoodInEveryLook(page)
  const sized = page.getByRole('form', { name: `Size of ${line!.product.name} · ${line!.size}` })
  await sized.getByLabel('New size').selectOption(other.size)
  await sized.getByRole('button', { name: 'Change size' }).press('Enter')
  await expectSeen(page.getByText('The size was changed.'))
  await expectSeen(page.getByText(`Size ${other.size}`))

  await page.getByRole('link', { name: 'Change size or address' }).press('Enter')
  const address = page.getByRole('form', { name: 'Address' })
  await address.getByLabel('House No. and Street').fill('')
  await address.getByRole('button', { name: 'Save address' }).press('Enter')
  await expectSeen(page.getByText('House No. and Street is missing.'))
  await address.getByLabel('House No. and Street').fill('9, Mill Road')
  await address.getByLabel('House No. and Street').press('Enter')
  await expectSeen(page.getByText('The address was changed.'))
  await expectSeen(page.getByText('9, Mill Road'))

  await page.goto(`${shop.origin}/admin/orders/${order._id}/change`)
  await apiOf(page).changeSize(order._id, { line: line!._id, size: line!.size!, quantity: 1 })
  const outdated = page.getByRole('form', { name: `Size of ${line!.product.name} · ${other.size}` })
  await outdated.getByLabel('New size').selectOption(line!.size!)
  await outdated.getByRole('button', { name: 'Change size' }).press('Enter')
  await expectSeen(page.getByText('does not come in another size').first())
})
