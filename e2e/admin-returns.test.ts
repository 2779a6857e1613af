import { expect, onTestFinished, test } from 'vitest'

import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { buildDirOf } from '#server/start/config.ts'
import { addProduct } from '#test/factories.ts'
import { jpegPicture } from '#test/pictures.ts'
import { buy, signedIn, stockOf } from '#test/purchase.ts'
import { SELLER_ADDRESS, setSettings } from '#test/set-settings.ts'
import { courierControls } from '#test/start-courier-sandbox.ts'
import { startShop } from '#test/start-shop.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage } from './journey.ts'
import { signInAdmin } from './sign-in.ts'

const short = (id: string) => `#${id.slice(-6).toUpperCase()}`

/** A delivered order of a product, of which the customer asks to give pieces back. */
async function askedBack(
  shop: Awaited<ReturnType<typeof startShop>>,
  productId: string,
  quantity: number,
  wayBack: 'own parcel' | 'pick-up' = 'own parcel',
) {
  const staff = await signedIn(shop, 'admin')
  const { buyer, order } = await buy(shop, productId, 3)
  await staff.api.changeOrderStatus(order._id, 'shipped')
  await staff.api.changeOrderStatus(order._id, 'delivered')
  const lines = order.products.map(({ _id }) => ({
    _id,
    quantity,
    reason: 'too small' as const,
    note: 'Tight at the chest.',
  }))
  const { _id: returnId } = await buyer.api.askForReturn(order._id, { lines, wayBack })
  return { staff, buyer, order, returnId }
}

test('the staff approve, receive and inspect what comes back piece by piece, and give its money back', async () => {
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
  onTestFinished(() => shop.close())
  const product = await addProduct(shop.db, { name: 'Linen kurta', pricePaise: 105_000, sizes: { M: 5, L: 2 } })
  const { buyer, order, returnId } = await askedBack(shop, product.id, 2)
  const picture = new File([Uint8Array.from(await jpegPicture())], 'chest.jpg', { type: 'image/jpeg' })
  await buyer.api.addReturnPictures(order._id, returnId, [picture])
  const page = await openPage(shop, {
    expected: ['401 /api/users/me', '400 /api/admin/orders/*/returns', '400 /admin/orders/*/take-back'],
  })
  await signInAdmin(page, await shop.admin().then(({ user, password }) => ({ email: user.email, password })))

  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: '1 return to approve' }).click()
  const row = page.getByRole('row', {
    name: new RegExp(`${short(returnId)}.*2 × Linen kurta · M.*too small.*To approve`),
  })
  await expectSeen(row)
  await expectSeen(page.getByRole('link', { name: 'To approve 1' }))
  await expectGoodInEveryLook(page)
  await row.getByRole('link', { name: short(returnId) }).press('Enter')
  await expectSeen(page.getByText('Tight at the chest.'))
  await expectSeen(page.getByRole('img', { name: '1 of what the customer shows, opens in full' }))
  await expectGoodInEveryLook(page)

  await page.getByRole('button', { name: 'Approve' }).press('Enter')
  await expectSeen(page.getByText('Return approved.'))
  await page.getByRole('button', { name: 'Received' }).press('Enter')
  await page.getByLabel('Linen kurta · M, piece 1 of 2').selectOption({ label: 'As new: on sale again' })
  await page.getByLabel('Linen kurta · M, piece 2 of 2').selectOption({ label: 'Damaged: written off' })
  await expectGoodInEveryLook(page)
  await page.getByRole('button', { name: 'Save 2 pieces' }).press('Enter')
  await expectSeen(page.getByText('1 piece: damaged, written off'))
  await expect.poll(() => stockOf(shop, product.id)).toEqual([3, 2])

  await page.getByText('Only a part of the pieces').click()
  const part = page.getByRole('form', { name: 'Refund a part' })
  await part.getByLabel('Linen kurta · M').fill('1')
  await part.getByRole('button', { name: 'Refund these pieces' }).press('Enter')
  await page.getByRole('button', { name: 'Refund ₹1,050.00' }).press('Enter')
  await expectSeen(page.getByText('2 pieces refunded'))
  await expectGone(page.getByRole('button', { name: /^Refund/ }))
  await expectGoodInEveryLook(page)

  await page.getByRole('link', { name: short(order._id) }).click()
  await expectSeen(page.getByRole('region', { name: 'Returns' }).getByText('Inspected'))
  await page.getByRole('link', { name: 'Take back' }).click()
  await page.getByRole('button', { name: 'Take back' }).click()
  await expectSeen(page.getByText('Please choose what comes back.').first())
  await page.getByLabel('How many pieces').fill('1')
  await page.getByLabel('Why').selectOption({ label: 'It is damaged' })
  await expectGoodInEveryLook(page)
  await page.getByRole('button', { name: 'Take back' }).press('Enter')
  await expectSeen(page.getByText('Taken back by the shop'))

  await page.getByText('Refuse this return').click()
  await page.getByLabel('Why').fill('It was sent by mistake')
  await page.getByLabel('Why').press('Enter')
  await expectSeen(page.getByText('Reason: It was sent by mistake'))

  await page.goto('/admin/returns')
  await page.getByRole('link', { name: 'Why pieces come back' }).press('Enter')
  await expectSeen(page.getByRole('row', { name: /Linen kurta Size M 2 of 3 67 % 2 too small/ }))
  await expectGoodInEveryLook(page)

  await page.goto('/admin/categories')
  await page
    .getByText(/Returns of its products/)
    .first()
    .click()
  await page.getByLabel('Days after delivery').first().fill('0')
  await page.getByLabel('Days after delivery').first().press('Enter')
  await expectSeen(page.getByText('(only faulty or wrong pieces)'))
})

test('what is typed about a return that somebody else has moved stays, or a toast says why it was refused', async () => {
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
  onTestFinished(() => shop.close())
  const product = await addProduct(shop.db, { name: 'Linen kurta', pricePaise: 105_000, sizes: { M: 5 } })
  const { staff, order, returnId } = await askedBack(shop, product.id, 3)
  const [lineId = ''] = order.products.map(({ _id }) => _id)
  await staff.api.changeReturn(returnId, { to: 'approved' })
  const page = await openPage(shop, { expected: ['401 /api/users/me', '40* /api/admin/returns/*'] })
  await signInAdmin(page, await shop.admin().then(({ user, password }) => ({ email: user.email, password })))

  await page.goto(`/admin/returns/${returnId}`)
  await page.getByText('Only a part of the pieces').click()
  const part = page.getByRole('form', { name: 'Refund a part' })
  await part.getByLabel('Linen kurta · M').fill('2')
  await staff.api.changeReturn(returnId, { refund: { lines: [{ _id: lineId, quantity: 1, open: 3 }] } })
  await part.getByRole('button', { name: 'Refund these pieces' }).press('Enter')
  await expectSeen(page.locator('.error-summary:focus'))
  await expect.poll(() => page.getByLabel('Linen kurta · M').inputValue()).toBe('2')

  await staff.api.changeReturn(returnId, { to: 'received' })
  await page.reload()
  for (const piece of [1, 2, 3]) {
    await page.getByLabel(`Linen kurta · M, piece ${piece} of 3`).selectOption({ label: 'As new: on sale again' })
  }
  const pieces = [{ _id: lineId, condition: 'as new' as const, goesTo: 'shelf' as const, quantity: 3 }]
  await staff.api.changeReturn(returnId, { to: 'inspected', pieces })
  await page.getByRole('button', { name: 'Save 3 pieces' }).press('Enter')
  await expectSeen(page.getByRole('alert').filter({ hasText: 'This return is already inspected.' }))
  await expectGone(page.getByRole('button', { name: 'Save 3 pieces' }))
})

test('the page of a product says how those who returned a size found it, without JavaScript too', async () => {
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
  onTestFinished(() => shop.close())
  const product = await addProduct(shop.db, { sizes: { M: 20, L: 20 } })
  for (let count = 0; count < 5; count += 1) {
    const { staff, returnId } = await askedBack(shop, product.id, 1)
    await staff.api.changeReturn(returnId, { to: 'approved' })
    await staff.api.changeReturn(returnId, { to: 'received' })
  }
  const html = async () => (await fetch(`${shop.origin}/product/${product.id}`)).text()
  await expect.poll(html).toContain('5 of 5 who returned M found it too small')
})

test('who only packs receives and inspects, and is offered neither money nor a decision', async () => {
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
  onTestFinished(() => shop.close())
  const product = await addProduct(shop.db, { name: 'Linen kurta', pricePaise: 105_000, stock: 5 })
  const { order, returnId, staff } = await askedBack(shop, product.id, 1)
  await staff.api.changeReturn(returnId, { to: 'approved' })
  const packer = await signedIn(shop, 'admin', 'packer')
  const page = await openPage(shop, { expected: ['401 /api/users/me'] })
  await page.context().addCookies([...packer.cookies].map(([name, value]) => ({ name, value, url: shop.origin })))

  await page.goto('/admin/returns')
  await expectSeen(page.getByRole('columnheader', { name: 'What waits' }))
  await expectGone(page.getByRole('columnheader', { name: 'Money' }))
  await expectSeen(page.getByRole('link', { name: 'To inspect' }))
  await expectGone(page.getByRole('link', { name: 'To refund' }))
  await page.getByRole('link', { name: short(returnId) }).click()
  await page.getByRole('button', { name: 'Received' }).click()
  await expectSeen(page.getByRole('button', { name: 'Save 1 piece' }))
  await expectGone(page.getByText('₹'))
  await page.goto(`/admin/orders/${order._id}`)
  await expectSeen(page.getByRole('region', { name: 'Returns' }))
  await expectGone(page.getByRole('link', { name: 'Take back' }))
})

test('a courier is booked to fetch a return, and staff and customer follow it to the shop', async () => {
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
  onTestFinished(() => shop.close())
  const courier = courierControls(shop.origin)
  const product = await addProduct(shop.db, { name: 'Linen kurta', pricePaise: 105_000, stock: 5 })
  const { buyer, order, returnId, staff } = await askedBack(shop, product.id, 1, 'pick-up')
  await staff.api.changeReturn(returnId, { to: 'approved' })
  const page = await openPage(shop, { expected: ['401 /api/users/me', '409 /api/admin/returns/*/pick-up'] })
  const openAs = async ({ cookies }: typeof staff, path: string) => {
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: shop.origin })))
    await page.goto(path)
  }
  const says = (label: string, minutes: number, activity = '') =>
    staff.api.getReturn(returnId).then(({ parcels }) =>
      courier.scan(parcels[0]?.trackingNumber ?? '', label, {
        activity,
        at: new Date(Date.now() + minutes * 60_000),
      }),
    )
  const step = async () => (await staff.api.getReturn(returnId)).parcels[0]

  await openAs(staff, `/admin/returns/${returnId}`)
  const card = page.getByRole('region', { name: 'Pick-up' })
  await card.getByRole('button', { name: 'Book the pick-up' }).press('Enter')
  await expectSeen(card.getByText(/^The courier has to know where to bring it\./).first())
  await setSettings(shop, SELLER_ADDRESS)
  await card.getByRole('button', { name: 'Book the pick-up' }).press('Enter')
  await expectSeen(page.getByText('The pick-up is booked.'))
  await expectSeen(card.getByText(/^Pick-up booked, /))
  await expectGoodInEveryLook(page)

  await says('RETURN PICKUP EXCEPTION', 1, 'Door locked')
  await expect.poll(async () => (await step())?.problem).toBe('unfetched')
  await card.getByRole('button', { name: 'Ask the courier' }).press('Enter')
  await expectSeen(card.getByText('Nobody was at home. Call the customer, agree on a day and tell the courier.'))
  await expectGoodInEveryLook(page)
  await openAs(buyer, `/user-profile/orders/${order._id}/returns`)
  await expectSeen(page.getByText('Not fetched: nobody was at home.'))
  await expectSeen(page.getByRole('link', { name: 'Follow the parcel' }))
  await expectGoodInEveryLook(page)

  await says('RETURN PICKED UP', 2)
  await says('RETURN DELIVERED', 3)
  await expect.poll(async () => (await step())?.step).toBe('delivered')
  await page.reload()
  await expectSeen(page.getByText(/^Your parcel has been brought to our shop\./))
  await page.getByText('Parcel: brought to the shop').click()
  await expectSeen(page.getByRole('list', { name: 'Where the parcel has been' }).getByText('Fetched by the courier'))
  await expectGoodInEveryLook(page)
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: '1 return at the shop to receive' }).click()
  await expectSeen(page.getByRole('row', { name: /Linen kurta.*To receive.*At the shop/ }))
  await expectGoodInEveryLook(page)
  await page.getByRole('link', { name: short(returnId) }).press('Enter')
  await expectSeen(card.getByText(/^Brought to the shop, /))
  await expectGoodInEveryLook(page)
})
