import { expect, onTestFinished, test } from 'vitest'

import { buildDirOf } from '#server/start/config.ts'
import { createOrderLinks } from '#server/orders/order-link.ts'
import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { addProduct } from '#test/factories.ts'
import { buy } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { expectSeen, openPage } from './journey.ts'

test('the link of a mail shows an order to somebody who is signed out, and its address goes nowhere', async () => {
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
  onTestFinished(() => shop.close())
  const { order } = await buy(shop, (await addProduct(shop.db, { name: 'Linen Shirt' })).id)
  const address = `/order-status/${(await createOrderLinks(shop.db))(order._id)}`
  const page = await openPage(shop, {
    expected: ['401 /api/users/me', '401 /api/admin/me', '404 /order-status/nothing'],
  })
  const answer = await page.goto(address)
  const headers = (await answer?.allHeaders()) ?? {}
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'strict-origin',
    'x-robots-tag': 'noindex, nofollow',
  })
  const number = order._id.slice(-6).toUpperCase()
  await expectSeen(page.getByRole('heading', { name: `Order #${number}`, level: 1 }))
  await expectSeen(page.getByText('Linen Shirt'))
  const main = await page.locator('main').innerText()
  for (const personal of [order.user.name, order.address?.street ?? 'none', order.address?.phone ?? 'none']) {
    expect(main).not.toContain(personal)
  }
  await expectGoodInEveryLook(page)

  await page.goto('/order-status/nothing')
  await expectSeen(page.getByRole('heading', { name: 'This link has ended' }))
  await expectSeen(page.getByText('This link does not work any more. Please log in to see your order.'))
})
