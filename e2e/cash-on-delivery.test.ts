import { expect, onTestFinished, test } from 'vitest'

import type { AdminApi } from '#contract/api/admin-api.ts'

import { createVisitor } from '#test/visitor.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { chooseRadio, expectGone, expectSeen, openPage, ownShop } from './journey.ts'
import { ADDRESS } from './orders.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { apiOf, registerAndSignIn, signInAdmin, signInCustomer } from './sign-in.ts'

async function takeCash(api: AdminApi): Promise<void> {
  const { settings } = await api.listSettings()
  const revisions = Object.fromEntries(settings.map(({ name, revision }) => [name, revision]))
  await api.changeSettings({ values: { takesCash: true }, revisions })
}

test('who pays at the door sees the fee from the choice on, with and without JavaScript, may pay now, and the owner sees what becomes of it', async () => {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const page = await openPage(shop, { expected: SIGNED_OUT })
  const customer = await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ page: 1, limit: 1, inStock: 'true', maxPrice: 2000 })
  await apiOf(page).addToCart(products[0]?._id ?? '')
  await page.goto('/order')
  await expectSeen(page.getByRole('button', { name: 'Pay & Place Order' }))
  await expectGone(page.getByText('Cash on delivery'))

  const owner = await openPage(shop, { expected: SIGNED_OUT })
  await signInAdmin(owner, shop.admin)
  await takeCash(apiOf(owner))

  await page.goto('/order')
  for (const [name, value] of Object.entries(ADDRESS)) await page.locator(`main [name="${name}"]`).fill(value)
  const summary = page.getByRole('region', { name: 'Your order' })
  await expectGone(summary.getByText('Cash on delivery'))
  await chooseRadio(page.getByRole('radio', { name: 'Cash on delivery' }))
  await expectSeen(summary.getByText('Cash on delivery'))
  await expectGoodInEveryLook(page)
  await page.getByRole('button', { name: 'Pay & Place Order' }).click()
  await expectSeen(page.getByText('Order placed. You pay at the door.'))
  await page.waitForURL((url) => url.pathname === '/')
  const [order] = await apiOf(page).listMyOrders(customer._id)
  expect(order).toMatchObject({ payment: { method: 'cash', status: 'cash due' }, fees: [{ kind: 'cash', amount: 40 }] })
  await page.goto('/user-profile')
  await expectSeen(page.getByText(/in cash when it arrives. Please confirm it first/))

  await owner.goto('/admin/dashboard')
  await owner.getByRole('link', { name: '1 order for cash to confirm' }).click()
  await expectSeen(owner.getByText('Waits to be confirmed'))
  // A second press at once does not ship it.
  await owner.getByRole('button', { name: 'Confirm the order' }).dblclick()
  await expectSeen(owner.getByRole('button', { name: 'Ship', exact: true }))
  await expect
    .poll(() => apiOf(owner).getOrderDetail(order?._id ?? ''))
    .toMatchObject({
      order: { status: 'order placed' },
      cash: { status: 'cash due', confirmedAt: expect.any(String) },
    })
  await owner.goto(`/admin/orders/${order?._id}`)
  await owner.getByRole('button', { name: 'Ship', exact: true }).click()
  await owner.getByRole('button', { name: 'Cash collected' }).click()
  await expectSeen(owner.getByText('Items Delivered'))
  await expectGoodInEveryLook(owner)

  await apiOf(page).addToCart(products[0]?._id ?? '')
  const plain = await openPage(shop, { javaScript: false })
  await plain.context().addCookies(await page.context().cookies())
  await plain.goto('/order')
  await plain.getByRole('radio', { name: 'Cash on delivery' }).check()
  await plain.getByRole('button', { name: 'Pay & Place Order' }).click()
  await plain.waitForURL((url) => url.pathname === '/user-profile')
  await expect.poll(() => apiOf(page).listMyOrders(customer._id)).toHaveLength(2)

  await expectGone(plain.getByRole('button', { name: 'Buy again' }))
  await plain.getByRole('link', { name: 'Cancel order' }).first().click()
  await expectSeen(plain.getByRole('button', { name: 'Cancel the order' }))
  await plain.goBack()
  await plain.getByRole('link', { name: 'Pay now and save ₹40' }).click()
  await expectSeen(plain.getByText(/^Paying online needs JavaScript/))
  await plain.goto('/user-profile')
  await plain.getByRole('link', { name: 'Confirm by a code' }).click()
  await plain.getByRole('button', { name: 'Send me a code' }).click()
  await expectSeen(plain.getByLabel('Code'))

  const [second] = await apiOf(page).listMyOrders(customer._id)
  // As the link in the mail leads, for who is signed in.
  await page.goto(`/signin?pay=${second?._id}`)
  await page.waitForURL((url) => url.pathname === `/order/pay/${second?._id}`)
  await expectGoodInEveryLook(page)
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expectSeen(page.getByText('Nothing is to be paid at the door.'))
  await page.waitForURL((url) => url.pathname === '/user-profile')
  const paid = await apiOf(page).listMyOrders(customer._id)
  expect(paid.find(({ _id }) => _id === second?._id)).toMatchObject({ payment: 'paid', status: 'order placed' })
  await page.goto(`/order/pay/${second?._id}`)
  await page.waitForURL((url) => url.pathname === '/user-profile')
})

test('a courier’s remittance finds its parcels, and what does not match stays until somebody has dealt with it', async () => {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const owner = await openPage(shop, { expected: SIGNED_OUT })
  await signInAdmin(owner, shop.admin)
  await takeCash(apiOf(owner))
  const { api: buyer } = createVisitor(shop.origin)
  await registerAndSignIn(buyer)
  const { products } = await buyer.listProducts({ page: 1, limit: 1, inStock: 'true', maxPrice: 2000 })
  await buyer.addToCart(products[0]?._id ?? '')
  const order = await buyer.orderForCash({ address: ADDRESS })
  await apiOf(owner).changeCash(order._id, 'confirmed')
  await apiOf(owner).changeOrderStatus(order._id, 'shipped', { courier: 'delhivery', trackingNumber: 'DL149081' })
  await apiOf(owner).changeOrderStatus(order._id, 'delivered')

  await owner.goto('/admin/dashboard')
  await owner.getByRole('link', { name: 'Cash', exact: true }).first().click()
  await expectSeen(owner.getByText('collected and not remitted'))
  await expectSeen(owner.getByRole('cell', { name: 'Delhivery' }))
  await expectGoodInEveryLook(owner)
  await owner.getByRole('link', { name: 'Note a remittance' }).click()
  const rupees = order.totalAmount
  const text = `AWB,COD Amount,UTR\nDL149081,${rupees},UTR5\nDL149081,${rupees},UTR6\nNOBODYS1,100,UTR5\n`
  await owner
    .getByLabel('CSV file')
    .setInputFiles({ name: 'payout.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await owner.getByRole('button', { name: 'Compare with the parcels' }).click()
  await expectSeen(owner.getByText('No parcel of the shop has this number.'))
  await expectGoodInEveryLook(owner)
  await owner.getByRole('button', { name: 'Import 1 parcel and 2 differences' }).click()
  await expectSeen(owner.getByText('1 parcel remitted. 2 differences kept under Findings.'))
  await owner.goto('/admin/cash?show=findings')
  await expectSeen(owner.getByText('Line 2 has brought the money of this parcel.'))
  await expectGoodInEveryLook(owner)
  await owner.getByRole('button', { name: 'The difference of NOBODYS1 is dealt with' }).click()
  await expectGone(owner.getByText('NOBODYS1'))
  await owner.goto('/admin/cash?show=parcels')
  await expectSeen(owner.getByRole('table').getByText('Cash remitted'))
})
