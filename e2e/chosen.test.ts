import { expect, onTestFinished, test } from 'vitest'

import { buildDirOf } from '#server/start/config.ts'
import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { createAgent, tokenIn } from '#test/agent.ts'
import { addProduct, offerInput } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { expectSeen, openPage } from './journey.ts'
import { SIGNED_OUT } from './page-errors.ts'

const EXPECTED = [...SIGNED_OUT, '401 /api/chosen/*', '404 /chosen/*']

/** A shop, a customer who is not signed in, and the page of what a program has chosen for them: more than there is. */
async function openShop() {
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
  onTestFinished(() => shop.close())
  const shirt = await addProduct(shop.db, { name: 'Linen shirt', sizes: { M: 3 } })
  const { user, password } = await shop.customer()
  const admin = await shop.admin()
  const { offer } = await admin.api.createOffer(offerInput({ code: 'LINEN10' }))
  const chosen = { line_items: [{ item: { id: `${shirt.id}-M` }, quantity: 5 }], discounts: { codes: ['linen10'] } }
  const { body } = await createAgent(shop).call('POST', '/checkout-sessions', chosen)
  return { shop, offer, email: user.email, password, path: `/chosen/${tokenIn(body)}` }
}

test.each([true, false])(
  'what a program chose comes into the cart of whoever signs in and presses the button (scripts: %s)',
  async (javaScript) => {
    const { shop, offer, email, password, path } = await openShop()
    const page = await openPage(shop, { expected: EXPECTED, javaScript })
    await page.goto(path)
    await expectSeen(page.getByRole('heading', { name: 'Chosen for you', level: 1 }))
    await expectSeen(page.getByRole('listitem').filter({ hasText: 'Linen shirt' }).getByText('Size M × 3'))
    await expectSeen(page.getByText('Only 3 of 5 pieces of Linen shirt, size M can be bought.'))
    await expectSeen(page.getByText(offer.summary))
    if (javaScript) await expectGoodInEveryLook(page)

    await page.getByRole('button', { name: 'Put it in my cart' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await page.waitForURL(`**${path}`)
    await page.getByRole('button', { name: 'Put it in my cart' }).click()
    await page.waitForURL('**/cart')
    await expectSeen(page.getByRole('main').getByText('Linen shirt').first())
    await expectSeen(page.getByText(offer.summary))
    await expect.poll(() => shop.db.selectFrom('cartLines').select('quantity').execute()).toEqual([{ quantity: 3 }])

    await page.goto(path)
    await expectSeen(page.getByRole('heading', { name: 'This link has ended' }))
  },
)
