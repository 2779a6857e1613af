import { expect, onTestFinished, test } from 'vitest'

import { formatTotal } from '#contract/units/money.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage, ownShop } from './journey.ts'
import { ADDRESS } from './orders.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { apiOf, signInAdmin, signInCustomer } from './sign-in.ts'

test('the owner gives store credit, and it pays for a part and for all of an order, with and without JavaScript', async () => {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const page = await openPage(shop, { expected: SIGNED_OUT })
  const customer = await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ page: 1, limit: 1, inStock: 'true', maxPrice: 2000 })
  const [product] = products
  await apiOf(page).addToCart(product?._id ?? '')
  await page.goto('/order')
  await expectSeen(page.getByRole('button', { name: 'Pay & Place Order' }))
  await expectGone(page.getByText('store credit'))

  const owner = await openPage(shop, { expected: [...SIGNED_OUT, '40* /api/admin/customers/*'] })
  await signInAdmin(owner, shop.admin)
  await owner.goto(`/admin/customers/${customer._id}/store-credit`)
  await owner.getByLabel('Amount').fill('100')
  await owner.getByLabel('Reason').fill('For the delay of your parcel.')
  await owner.getByRole('button', { name: 'Give store credit' }).click()
  await expectSeen(owner.getByText('₹100 given.'))
  await expectSeen(owner.getByRole('table').getByText('For the delay of your parcel.'))
  await expectGoodInEveryLook(owner)

  await page.goto('/order')
  const { finalprice: total } = await apiOf(page).getCart()
  const summary = page.getByRole('region', { name: 'Your order' })
  await page.getByRole('checkbox', { name: 'Use my store credit (₹100.00)' }).check()
  await expectSeen(summary.getByText('To pay'))
  await expectSeen(summary.getByText(formatTotal(total - 100)))
  await expectGoodInEveryLook(page)

  await apiOf(owner).giveCredit(customer._id, { amount: total * 2, reason: 'For a return.' })
  await page.goto('/order')
  for (const [name, value] of Object.entries(ADDRESS)) await page.locator(`main [name="${name}"]`).fill(value)
  await page.getByRole('checkbox', { name: 'Use my store credit' }).check()
  await page.getByRole('button', { name: 'Pay & Place Order' }).click()
  await expectSeen(page.getByText('Order placed. Your store credit has paid for it.'))
  await page.waitForURL((url) => url.pathname === '/')
  const [order] = await apiOf(page).listMyOrders(customer._id)
  expect(order).toMatchObject({ payment: 'paid', storeCredit: { used: total, returned: 0 } })

  await page.goto('/user-profile')
  await expectSeen(page.getByText(`${formatTotal(total)} paid by store credit.`))
  await page.getByRole('link', { name: 'Store credit' }).click()
  await expectSeen(page.getByRole('heading', { name: 'Your store credit' }))
  await expectSeen(page.getByText('For a return.'))
  await expectGoodInEveryLook(page)

  await owner.goto(`/admin/customers/${customer._id}/store-credit`)
  await owner.getByLabel('Amount').last().fill('500000')
  await owner.getByLabel('Reason').last().fill('Given twice.')
  await apiOf(owner).giveCredit(customer._id, { amount: 1, reason: 'For the delay.' })
  await owner.getByRole('button', { name: 'Take store credit back' }).click()
  await expectSeen(owner.locator('.error-summary'))
  await expectSeen(owner.getByRole('table').getByText('For the delay.', { exact: true }))
  await expect.poll(() => owner.getByLabel('Reason').last().inputValue()).toBe('Given twice.')
  await owner.getByLabel('Amount').last().fill('1')
  await owner.getByLabel('Amount').last().press('Enter')
  await expectSeen(owner.getByRole('table').getByText('Given twice.'))
  await expect.poll(() => owner.getByLabel('Reason').last().inputValue()).toBe('')

  await owner.goto('/admin/store-credit')
  await expectSeen(owner.getByText(/^The shop owes/))
  await expectGoodInEveryLook(owner)

  await apiOf(page).addToCart(product?._id ?? '')
  const plain = await openPage(shop, { javaScript: false })
  await plain.context().addCookies(await page.context().cookies())
  await plain.goto('/order')
  await plain.getByRole('checkbox', { name: 'Use my store credit' }).check()
  await plain.getByRole('button', { name: 'Pay & Place Order' }).click()
  await plain.waitForURL((url) => url.pathname === '/user-profile')
  await expect.poll(() => apiOf(page).listMyOrders(customer._id)).toHaveLength(2)
})
