import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'

import { buildDirOf } from '#server/start/config.ts'
import { newId } from '#server/db/new-id.ts'
import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { addCategory, addProduct, offerInput } from '#test/factories.ts'
import { buy } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

import { expectNoOverflow } from './axe.ts'
import { expectSeen, openPage } from './journey.ts'
import { apiOf, signInAdmin } from './sign-in.ts'
import { PHONE } from './viewports.ts'

const LONG = 'Hand-woven Double-Breasted Overshirt with Contrast Selvedge Tape and Corozo Buttons, Midnight Indigo'
const LONG_EMAIL = 'venkatanarasimharajuvaripeta.subrahmanyeswara@correspondence.example.com'

/** Fills each list with a row in which every text is long. */
async function fillLists(shop: Awaited<ReturnType<typeof startShop>>, page: Page): Promise<{ orderId: string }> {
  const product = await addProduct(shop.db, { name: LONG, sizes: { S: 120, M: 1450, L: 12, XL: 0, XXL: 3 } })
  const draft = await addProduct(shop.db, { name: LONG, sizes: { 28: 120, 30: 1450, 32: 12, 34: 0, 36: 3, 38: 7 } })
  await shop.db.updateTable('products').set({ isDraft: true }).where('id', '=', draft.id).execute()
  const { buyer, order } = await buy(shop, product.id)
  const person = { firstName: 'Venkatanarasimharajuvaripeta', lastName: 'Subrahmanyeswara Swamy' }
  await shop.db
    .updateTable('users')
    .set({ firstname: person.firstName, lastname: person.lastName, email: LONG_EMAIL })
    .where('id', '=', buyer.id)
    .execute()
  const review = { id: newId(), productId: product.id, userId: buyer.id, rating: 4, text: `${LONG}. `.repeat(9) }
  await shop.db.insertInto('reviews').values(review).execute()
  const finding = {
    kind: 'payment is unknown to the provider',
    subject: 'pay_with_a_long_name_of_the_provider',
    detail: '₹700.00 at the provider, ₹900.00 here. '.repeat(6),
    action: 'the order was placed now and the customer was sent the confirmation',
    amountPaise: 1_234_567_00,
  }
  const [at, findings] = [new Date(Date.now() - 60_000), JSON.stringify([finding])]
  const comparison = { id: 'a-comparison', status: 'done', fromAt: at, toAt: at, finishedAt: at, findings } as const
  await shop.db.insertInto('reconciliations').values(comparison).execute()
  const api = apiOf(page)
  const message = { subject: LONG, message: `${LONG}. `.repeat(9), contactNumber: '9876501234' }
  await api.submitContact({ ...person, ...message, email: LONG_EMAIL })
  await api.createOffer(offerInput({ name: LONG.slice(0, 60), code: undefined, endsOn: '2099-11-30' }))
  await api.updatePrice(product.id, { price: 99_999.5, discountedPrice: 98_888.25 })
  return { orderId: order._id }
}

const LISTS = ['products', 'products?state=draft', 'contacts', 'reviews', 'reconciliation', 'audit', 'offers', 'staff']

test('with long texts rows are 48 to 56 px high, cards on a phone up to 160 with one line of actions, none too wide', async () => {
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
  onTestFinished(() => shop.close())
  const page = await openPage(shop, { expected: ['401 /api/users/me'] })
  await signInAdmin(page, await shop.admin().then(({ user, password }) => ({ email: user.email, password })))
  const { orderId } = await fillLists(shop, page)
  for (const list of LISTS) {
    await page.goto(`/admin/${list}`)
    const row = page.locator('.table tbody tr').first()
    await expectSeen(row)
    for (const width of [1280, 1024, 768]) {
      await page.setViewportSize({ width, height: 900 })
      const faults = () =>
        page.locator('.table tbody tr').evaluateAll((rows) =>
          rows.flatMap((one) => {
            const { height, width: wide } = one.getBoundingClientRect()
            const room = one.closest('.table-frame')?.clientWidth ?? 0
            return height >= 48 && height <= 56 && wide <= room ? [] : [`${height} × ${wide} of ${room} px`]
          }),
        )
      await expect.poll(faults, { message: `rows of ${list} at ${width} px` }).toEqual([])
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoOverflow(page)
    const isWhole = () =>
      page
        .locator('.table-frame')
        .first()
        .evaluate((one) => one.scrollWidth <= one.clientWidth)
    await expect.poll(isWhole, { message: `cards of ${list}` }).toBe(true)
    const cardFaults = () =>
      page.locator('.table tbody tr').evaluateAll((cards) =>
        cards.flatMap((card) => {
          const { height } = card.getBoundingClientRect()
          const buttons = [...card.querySelectorAll('.btn')].filter((one) => one.checkVisibility())
          const lines = new Set(buttons.map((one) => one.getBoundingClientRect().bottom))
          return height <= 160 && lines.size <= 1
            ? []
            : [`${height} px, ${lines.size} lines of actions: ${card.textContent}`]
        }),
      )
    await expect.poll(cardFaults, { message: `cards of ${list}` }).toEqual([])
  }

  const heightOf = async (name: string) => {
    const row = page.getByRole('table', { name }).locator('tbody tr').first()
    return (await row.boundingBox())?.height
  }
  await page.goto(`/admin/orders/${orderId}`)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect.poll(() => heightOf('Products as they were bought')).toBeLessThanOrEqual(140)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => heightOf('Products as they were bought')).toBeLessThanOrEqual(160)
  await page.goto('/admin/dashboard')
  await page.getByText('Show the days as a table').click()
  await expect.poll(() => heightOf('Sales by day, oldest first')).toBeLessThanOrEqual(64)
}, 120_000)

test('a long name without a space makes no page wider than a phone', async () => {
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
  onTestFinished(() => shop.close())
  const page = await openPage(shop, { viewport: PHONE, expected: ['401 /api/users/me'] })
  await signInAdmin(page, await shop.admin().then(({ user, password }) => ({ email: user.email, password })))
  const word = 'Donaudampfschifffahrt'.repeat(3).slice(0, 60)
  const { id: categoryId } = await addCategory(shop.db, word)
  const product = await addProduct(shop.db, { categoryId, sizes: { M: 2 } })
  const { buyer, order } = await buy(shop, product.id)
  await shop.db.updateTable('users').set({ firstname: word }).where('id', '=', buyer.id).execute()
  const pages = { dashboard: 'Low stock', [`orders/${order._id}`]: 'Customer', 'offers/new': 'Categories' }
  for (const [path, part] of Object.entries(pages)) {
    await page.goto(`/admin/${path}`)
    await expectSeen(page.locator('main').getByText(part, { exact: true }).first())
    await expectNoOverflow(page)
  }
  await page.goto('/admin/products')
  await expectSeen(page.getByRole('heading', { name: word }))
  await expectNoOverflow(page)
}, 60_000)
