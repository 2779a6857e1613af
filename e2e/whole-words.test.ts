import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { SIGNED_OUT } from './page-errors.ts'
import { expectSeen, openPage, sharedShop } from './journey.ts'
import { ADDRESS, placeOrder } from './orders.ts'
import { apiOf, signInAdmin } from './sign-in.ts'
import { LAPTOP, PHONE } from './viewports.ts'

/**
 * The words of the page that are broken over two lines: `exampl/e.com`. A line may end at a `<wbr>` and behind a
 * hyphen.
 */
const BROKEN_WORDS = `(() => {
  const broken = []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!node.parentElement.checkVisibility({ visibilityProperty: true })) continue
    for (const { 0: word, index } of node.data.matchAll(/[^\\s\\u200b-]+/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) broken.push(word)
    }
  }
  // The labels on a card come from the style sheet, so they are no text nodes.
  for (const cell of document.querySelectorAll('td[data-label]')) {
    const { height, fontSize } = getComputedStyle(cell, '::before')
    if (!cell.dataset.label.includes(' ') && parseFloat(height) > 2 * parseFloat(fontSize)) broken.push(cell.dataset.label)
  }
  return broken
})()`

const brokenWords = (page: Page) => page.evaluate<string[]>(BROKEN_WORDS)

test('the scan for broken words finds one', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  await page.goto('/about')
  await page.evaluate(
    "document.querySelector('main').insertAdjacentHTML('beforeend', '<p style=\"width:2ch;overflow-wrap:anywhere\">Hide</p>')",
  )
  await expect.poll(() => brokenWords(page)).toEqual(['Hide'])
})

test('on a laptop and on a phone no word of the shop breaks', async () => {
  const { order, customer } = await placeOrder()
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  const api = apiOf(page)
  await api.login({ email: customer.email, password: customer.password })
  const { products } = await api.listProducts({ page: 1, limit: 1, inStock: 'true' })
  await api.addToCart(products[0]?._id ?? '')
  for (const [path, heading] of [
    ...['/', '/getproducts?size=S', `/product/${products[0]?._id}`, '/cart', '/order', '/contact'].map(
      (each) => [each, page.getByRole('heading', { level: 1 })] as const,
    ),
    ['/user-profile', page.getByRole('heading', { name: `Order #${order._id.slice(-6).toUpperCase()}` })] as const,
  ]) {
    await page.goto(path)
    await expectSeen(heading)
    for (const viewport of [LAPTOP, PHONE]) {
      await page.setViewportSize(viewport)
      await expect.poll(() => brokenWords(page), { message: `${path} at ${viewport.width} px` }).toEqual([])
    }
  }
})

test('in the admin area the words of a long name do not break, nor those beside it', async () => {
  const [firstname, lastname] = ['Bartholomew-James', 'Krishnan Srinivasa Rao Iyer']
  const { order } = await placeOrder({ ...ADDRESS, fullName: `${firstname} ${lastname}` }, sharedShop(), {
    firstname,
    lastname,
  })
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  await signInAdmin(page, sharedShop().admin)
  for (const viewport of [LAPTOP, PHONE]) {
    await page.setViewportSize(viewport)
    for (const path of [`/admin/neworders?search=${order._id}`, '/admin/tax?list=receipts']) {
      await page.goto(path)
      await expectSeen(page.getByRole('row').filter({ hasText: 'Bartholomew-James' }).first())
      await expect.poll(() => brokenWords(page), { message: `${path} at ${viewport.width} px` }).toEqual([])
    }
  }
})

test('a long e-mail address fits its column of the profile and wraps at its signs', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  const api = apiOf(page)
  const email = `asha${crypto.randomUUID().replaceAll('-', '').slice(0, 22)}rao@tailors.example.com`
  const password = 'correct horse battery'
  await api.register({ firstname: 'Asha', lastname: 'Rao', phone: '9876543210', email, password })
  await api.login({ email, password })
  await page.goto('/user-profile')
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Asha Rao' }))
  const address = page.getByRole('main').locator('dd').filter({ hasText: email })
  const column = page.getByRole('region', { name: 'Asha Rao' })
  const endOf = async (box: ReturnType<typeof address.boundingBox>) => ((await box)?.x ?? 0) + ((await box)?.width ?? 0)
  await expect
    .poll(async () => (await endOf(address.boundingBox())) - (await endOf(column.boundingBox())))
    .toBeLessThanOrEqual(1)
  await expect.poll(() => brokenWords(page)).toEqual([])
})
