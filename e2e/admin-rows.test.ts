import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'

import { buildDirOf } from '#server/config.ts'
import { newId } from '#server/new-id.ts'
import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { addProduct, offerInput } from '#test/factories.ts'
import { buy } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

import { expectNoOverflow } from './axe.ts'
import { expectSeen, openPage } from './journey.ts'
import { apiOf, signInAdmin } from './sign-in.ts'

const LONG = 'Hand-woven Double-Breasted Overshirt with Contrast Selvedge Tape and Corozo Buttons, Midnight Indigo'
const LONG_EMAIL = 'venkatanarasimharajuvaripeta.subrahmanyeswara@correspondence.example.com'

/** A row of each list whose every text is long. */
async function fillLists(shop: Awaited<ReturnType<typeof startShop>>, page: Page): Promise<void> {
  const product = await addProduct(shop.db, { name: LONG, sizes: { S: 120, M: 1450, L: 12, XL: 0, XXL: 3 } })
  const { buyer } = await buy(shop, product.id)
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
    action: 'the order was placed now and the customer was sent his confirmation',
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
}

const LISTS = ['products', 'contacts', 'reviews', 'reconciliation', 'audit', 'offers', 'staff']

test('with long texts the rows of every list are 48 to 56 px high and no wider than their window', async () => {
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
  onTestFinished(() => shop.close())
  const page = await openPage(shop, { expected: ['401 /api/users/me'] })
  await signInAdmin(page, await shop.admin().then(({ user, password }) => ({ email: user.email, password })))
  await fillLists(shop, page)
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
  }
}, 120_000)
