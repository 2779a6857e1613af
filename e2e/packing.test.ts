import { expect, test } from 'vitest'

import { expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage, sharedShop } from './journey.ts'
import { ADDRESS, placeOrder } from './orders.ts'
import { apiOf, signInAdmin } from './sign-in.ts'
import { PHONE } from './viewports.ts'
import { expectSaid } from './toasts.ts'

const short = ({ _id }: { _id: string }) => `#${_id.slice(-6).toUpperCase()}`

test('an order is packed, its piece sent and its parcel shipped by keyboard alone, also without a network', async () => {
  const city = `Table${Date.now()}`
  const [{ order: first }, { order: second }] = [
    await placeOrder({ ...ADDRESS, city }),
    await placeOrder({ ...ADDRESS, city }),
  ]
  const page = await openPage(sharedShop(), {
    expected: [
      '401 /api/users/me',
      'failed /api/admin/packing/*/items',
      'failed /api/admin/orders/*/status',
      'failed /api/admin/packing/*/aside',
      // The frame asks what waits after each change in the shop, also without a network.
      'failed /api/admin/events',
      'failed /api/admin/waiting',
    ],
  })
  await signInAdmin(page, sharedShop().admin)
  await page.goto('/admin/packing')
  await expectSeen(page.getByRole('table', { name: 'Pick list' }))
  await expectSeen(page.getByRole('link', { name: `${short(first)} ${ADDRESS.fullName}` }))
  await expectGoodInEveryLook(page)

  await page.getByRole('link', { name: `${short(first)} ${ADDRESS.fullName}` }).focus()
  await page.keyboard.press('Enter')
  const scan = page.getByRole('textbox', { name: 'Scan a piece, or type its number below' })
  await expectSeen(scan.and(page.locator(':focus')))
  await page.keyboard.type('0000000000')
  await page.keyboard.press('Enter')
  await expectSeen(page.getByRole('alert').filter({ hasText: '“0000000000” is not in this order.' }))
  await expectGoodInEveryLook(page)

  // The connection goes away, and the page is opened again without it.
  await page.route('**/api/admin/packing/*/items', (route) => route.abort())
  const packing = await apiOf(page).listPackingOrders()
  const code = packing.orders.find(({ _id }) => _id === first._id)?.lines[0]?.barcode ?? ''
  await scan.focus()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expectSeen(page.getByText('1 piece waits to be sent. You can go on.'))
  await expectSeen(page.getByText('All pieces are packed.'))
  await page.reload()
  await expectSeen(page.getByText('1 piece waits to be sent. You can go on.'))
  await page.unroute('**/api/admin/packing/*/items')
  await expectGone(page.getByText('1 piece waits to be sent. You can go on.'))
  const sent = (await apiOf(page).listPackingOrders()).orders.find(({ _id }) => _id === first._id)
  expect(sent?.lines.map(({ packed }) => packed)).toEqual([1])

  const courier = page.getByRole('combobox', { name: 'Courier' })
  await expectSeen(courier.and(page.locator(':focus')))
  await page.keyboard.type('Delhivery')
  await expect.poll(() => courier.inputValue()).toBe('delhivery')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1490?14')
  await page.keyboard.press('Enter')
  await expectSeen(page.getByRole('alert').filter({ hasText: 'A tracking number has 3 to 40' }))
  // A parcel that is closed without a network leaves once the connection is there, also from a page that was opened
  // again.
  await page.route('**/api/admin/orders/*/status', (route) => route.abort())
  // The page registers its worker some seconds after it was loaded, which is a fault without a network.
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.context().setOffline(true)
  await page.getByLabel('Tracking number').fill('1490814')
  await page.keyboard.press('Enter')
  await expectSeen(page.getByText('1 parcel waits to be sent. You can go on.'))
  await expectSeen(scan.and(page.locator(':focus')))
  await expectGone(page.getByRole('region', { name: `Order ${short(first)}` }))
  await page.context().setOffline(false)
  await page.reload()
  await expectSeen(page.getByText('1 parcel waits to be sent. You can go on.'))
  await expectGoodInEveryLook(page)
  await page.unroute('**/api/admin/orders/*/status')
  await expectSeen(page.getByText(`Order ${short(first)} shipped.`))
  const { order: shipped } = await apiOf(page).getOrderDetail(first._id)
  expect(shipped).toMatchObject({ status: 'shipped', shipment: { trackingNumber: '1490814' } })

  // On the list a slip opens its order, and what is no order says so.
  await page.goto('/admin/packing')
  const slip = page.getByRole('textbox', { name: 'Scan a slip, or type the number of an order' })
  await expectSeen(slip.and(page.locator(':focus')))
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expectSeen(page.getByText('“000000” is no order that waits here.'))
  await page.keyboard.type(second._id)
  await page.keyboard.press('Enter')
  await expectSeen(page.getByRole('region', { name: `Order ${short(second)}` }))

  // What was ordered meanwhile is on the list once it is looked at again.
  const { order: third } = await placeOrder({ ...ADDRESS, city })
  await page.goto('/admin/packing')
  await expectSeen(page.getByRole('link', { name: `${short(second)} ${ADDRESS.fullName}` }))
  const { order: fourth } = await placeOrder({ ...ADDRESS, city })
  await page.getByRole('link', { name: `${short(third)} ${ADDRESS.fullName}` }).click()
  await expectSeen(page.getByRole('region', { name: `Order ${short(third)}` }))
  await page.goBack()
  await expectSeen(page.getByRole('link', { name: `${short(fourth)} ${ADDRESS.fullName}` }))

  // The next order has the focus in its field, and its piece is checked off by its number.
  await page.goto(`/admin/packing?order=${second._id}`)
  await expectSeen(scan.and(page.locator(':focus')))
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await expectSeen(page.getByText('All pieces are packed.'))
  await page.getByText('One is missing').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'What is missing' }).focus()
  await page.keyboard.type('A button came off')
  await page.route('**/api/admin/packing/*/aside', (route) => route.abort())
  await page.keyboard.press('Enter')
  await expectSeen(page.getByText('1 order put aside waits to be sent. You can go on.'))
  await page.reload()
  await expectSeen(page.getByText('1 order put aside waits to be sent. You can go on.'))
  await page.unroute('**/api/admin/packing/*/aside')
  await expectGone(page.getByText('1 order put aside waits to be sent. You can go on.'))
  await expect
    .poll(
      async () => (await apiOf(page).listPackingOrders()).orders.find(({ _id }) => _id === second._id)?.aside?.reason,
    )
    .toBe('A button came off')
})

test('a parcel is taken back at the table, and a number that another order carries is asked about', async () => {
  const city = `Undo${Date.now()}`
  const [{ order: first }, { order: second }] = [
    await placeOrder({ ...ADDRESS, city }),
    await placeOrder({ ...ADDRESS, city }),
  ]
  const page = await openPage(sharedShop(), { expected: ['401 /api/users/me'] })
  await signInAdmin(page, sharedShop().admin)
  const api = apiOf(page)
  const statusOf = async (id: string) => (await api.getOrderDetail(id)).order.status
  const number = `T${Date.now()}`
  const pack = async (order: typeof first) => {
    await page.goto(`/admin/packing?order=${order._id}`)
    await page.getByRole('textbox', { name: 'Scan a piece, or type its number below' }).fill('1')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Courier' }).selectOption('delhivery')
    await page.getByLabel('Tracking number').fill(number)
  }
  await pack(first)
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  await expectSaid(page, `Order ${short(first)} shipped.`)
  await page.goto('/admin/packing')
  await expectGone(page.getByRole('link', { name: short(first) }))
  await expect.poll(() => statusOf(first._id)).toBe('shipped')

  await pack(second)
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expectSeen(
    question.getByText(
      `Orders ${short(second)} and ${short(first)} have the tracking number ${number}. Do they go in one parcel?`,
    ),
  )
  await question.getByRole('button', { name: 'Change it' }).click()
  await expect.poll(() => statusOf(second._id)).toBe('order placed')
  await page.getByLabel('Tracking number').fill(`${number}2`)
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  const shipped = page.getByRole('status').filter({ hasText: `Order ${short(second)} shipped.` })
  await shipped.getByRole('button', { name: 'Undo' }).click()
  await expectSeen(page.getByText(`Order ${short(second)} is not shipped any more.`))
  await expect.poll(() => statusOf(second._id)).toBe('order placed')
  // Without another load of the page.
  await page.getByRole('link', { name: 'Packing', exact: true }).click()
  await expectSeen(page.getByRole('link', { name: short(second) }))
})

test('where the browser reads codes, the camera checks pieces off and reads the number of the parcel', async () => {
  const { order } = await placeOrder({ ...ADDRESS, city: `Camera${Date.now()}` })
  const page = await openPage(sharedShop(), { expected: ['401 /api/users/me'], viewport: PHONE })
  // A reader as in Chrome on a phone, which sees what the test holds before the camera.
  await page.addInitScript(() => {
    class Reader {
      static getSupportedFormats = async () => ['code_128', 'qr_code']
      detect = async () => {
        const rawValue = Reflect.get(globalThis, 'held') as string | undefined
        return rawValue === undefined ? [] : [{ rawValue }]
      }
    }
    const canvas = document.createElement('canvas')
    const getUserMedia = async () => {
      setInterval(() => canvas.getContext('2d')?.fillRect(0, 0, 9, 9), 50)
      return canvas.captureStream()
    }
    Object.defineProperty(globalThis, 'BarcodeDetector', { value: Reader })
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } })
  })
  const hold = (code: string) => page.evaluate((held) => Object.assign(globalThis, { held }), code)
  await signInAdmin(page, sharedShop().admin)
  await page.goto(`/admin/packing?order=${order._id}`)
  const packing = await apiOf(page).listPackingOrders()
  const code = packing.orders.find(({ _id }) => _id === order._id)?.lines[0]?.barcode ?? ''
  const button = page.getByRole('button', { name: 'Scan with the camera' })
  await button.click()
  await hold('0000000000')
  await expectSeen(page.getByRole('alert').filter({ hasText: '“0000000000” is not in this order.' }))
  await hold(code)
  await expectSeen(page.getByText('All pieces are packed.'))
  await expectGoodInEveryLook(page)
  await page.getByRole('combobox', { name: 'Courier' }).selectOption('delhivery')
  await hold('1490813')
  await expect.poll(() => page.getByLabel('Tracking number').inputValue()).toBe('1490813')
  await page.getByRole('button', { name: 'Switch the camera off' }).click()
  await expectGone(page.getByLabel('What the camera sees'))

  // A camera that may not be used says so, and the field for a scanner stays.
  await page.evaluate(() => {
    const refuse = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    Object.assign(navigator.mediaDevices, { getUserMedia: refuse })
  })
  await button.click()
  await expectSeen(page.getByRole('alert').filter({ hasText: 'The camera may not be used.' }))
  await expectSeen(button)
})
