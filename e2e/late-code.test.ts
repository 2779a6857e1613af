import type { Page } from 'playwright-core'

import { expect, onTestFinished, test } from 'vitest'

import { SIGNED_OUT } from './page-errors.ts'
import { expectSeen, openPage, ownShop, sharedShop } from './journey.ts'
import { apiOf, signInAdmin } from './sign-in.ts'
import { PHONE } from './viewports.ts'
import { defaultFields, type Block } from '#contract/pages-of-blocks/block-kinds.ts'

const VISIT = { expected: SIGNED_OUT, viewport: PHONE, isTouch: true }

/** Holds back the answers to requests for these scripts. */
async function holdBack(page: Page, scripts: RegExp) {
  const { promise: isLet, resolve: letGo } = Promise.withResolvers<void>()
  let count = 0
  await page.route(scripts, async (route) => {
    count += 1
    await isLet
    await route.continue()
  })
  onTestFinished(() => letGo())
  return { letGo, held: () => count }
}

/** Notes whether these words of the page's main part were ever gone once they were there. */
const watchWords = (page: Page, words: string) =>
  page.addInitScript(`
    let areSeen = false
    window.areWordsLost = false
    new MutationObserver(() => {
      const areThere = document.querySelector('main')?.innerText.includes(${JSON.stringify(words)}) ?? false
      areSeen ||= areThere
      window.areWordsLost ||= areSeen && !areThere
    }).observe(document, { childList: true, subtree: true, attributes: true })`)

const areWordsLost = (page: Page) => page.evaluate('window.areWordsLost')

/** Resolves once the page has nothing left to do. */
const untilIdle = (page: Page) =>
  page.evaluate('new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve)))')

test('an owner’s own home stands while its code is on the way, and then does what is pressed', async () => {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const owner = await openPage(shop, { expected: SIGNED_OUT })
  await signInAdmin(owner, shop.admin)
  const api = apiOf(owner)
  const { title, description, place, revision, blocks } = await api.getEditedPage('home')
  const fields = { ...defaultFields('statement'), heading: 'Woven in Erode' }
  const words = { id: 'block-000001', kind: 'statement', fields } as Block
  const change = { title, description, place, revision, blocks: [words, ...blocks] }
  const { page: draft } = await api.savePageDraft('home', change)
  await api.publishPage('home', { revision: draft.revision })

  // Else it would be asked for only once all other code runs.
  const html = await (await fetch(shop.origin)).text()
  expect(html).toContain('/assets/own-blocks-')
  const page = await openPage(shop, { ...VISIT, actsBeforeHydration: true })
  const code = await holdBack(page, /\/assets\/own-/)
  await watchWords(page, 'Woven in Erode')
  await page.goto('/', { waitUntil: 'commit' })
  await expect.poll(code.held).toBeGreaterThan(0)
  await untilIdle(page)
  await page.getByRole('button', { name: 'Dark theme' }).tap()
  const heart = page.getByRole('main').getByRole('button', { name: /^Save/ }).first()
  await heart.tap()
  await untilIdle(page)
  await expect.poll(() => areWordsLost(page)).toBe(false)
  code.letGo()
  await expectSeen(page.locator('html[data-theme=dark]'))
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => areWordsLost(page)).toBe(false)
})

test('what the server says of a product stays, without its code; the next product fetches it', async () => {
  const page = await openPage(sharedShop(), VISIT)
  const { products } = await apiOf(page).listProducts({ search: 'Harbour Stripe Shirt', page: 1 })
  const code = await holdBack(page, /\/assets\/(?:product-details|reviews)-/)
  await watchWords(page, 'Net quantity')
  await page.goto(`/product/${products[0]?._id}`)
  await page.getByText('Every measurement').tap()
  await untilIdle(page)
  await expect.poll(() => areWordsLost(page)).toBe(false)
  await expectSeen(page.getByText(/M: chest/))
  expect(code.held()).toBe(0)

  await page.getByRole('region', { name: 'Explore More' }).locator('a[href^="/product/"]').first().tap()
  await expect.poll(code.held).toBeGreaterThan(0)
  await expect.poll(() => page.getByText('Net quantity').count()).toBe(0)
  code.letGo()
  await expectSeen(page.getByText('Net quantity'))
})
