import { expect, onTestFinished, test } from 'vitest'

import { expectGoodInEveryLook } from './axe.ts'
import { chooseRadio, expectGone, expectSeen, openPage, ownShop } from './journey.ts'
import { ADDRESS } from './orders.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { apiOf, signInAdmin, signInCustomer } from './sign-in.ts'

test('who pays at the door sees the fee from the choice on, with and without JavaScript, and the owner what becomes of it', async () => {
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
  const { settings } = await apiOf(owner).listSettings()
  const revisions = Object.fromEntries(settings.map(({ name, revision }) => [name, revision]))
  await apiOf(owner).changeSettings({ values: { takesCash: true }, revisions })

  await page.goto('/order')
  for (const [name, value] of Object.entries(ADDRESS)) await page.locator(`main [name="${name}"]`).fill(value)
  const summary = page.getByRole('region', { name: 'Your order' })
  await expectGone(summary.getByText('Cash on delivery'))
  await chooseRadio(page.getByRole('radio', { name: 'Cash on delivery' }))
  await expectSeen(summary.getByText('Cash on delivery'))
  await expectGoodInEveryLook(page)
  await page.getByRole('button', { name: 'Pay & Place Order' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expectSeen(page.getByText('Order placed. You pay at the door.'))
  const [order] = await apiOf(page).listMyOrders(customer._id)
  expect(order).toMatchObject({ payment: { method: 'cash', status: 'cash due' }, fees: [{ kind: 'cash', amount: 40 }] })
  await page.goto('/user-profile')
  await expectSeen(page.getByText(/in cash when it arrives. Please confirm it first/))

  await owner.goto(`/admin/orders/${order?._id}`)
  await expectSeen(owner.getByText('Waits to be confirmed'))
  await owner.getByRole('button', { name: 'Confirm the order' }).click()
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
})
