import { expect, onTestFinished, test } from 'vitest'

import type { CollectionInput } from '#contract/catalogue/collections.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage, ownShop } from './journey.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { apiOf, signInAdmin } from './sign-in.ts'

const REDUCED: CollectionInput = {
  title: 'Reduced for now',
  text: 'Good pieces at small prices.',
  picture: '',
  pictureWords: '',
  rule: { isReduced: true },
  products: [],
  order: 'discount',
  isHidden: false,
}

async function shopOfItsOwn() {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const page = await openPage(shop, { expected: [...SIGNED_OUT, '404 /collections/*'] })
  await signInAdmin(page, shop.admin)
  return { shop, page, api: apiOf(page) }
}

test('a collection is a page like a category’s, a filter of lists, and is linked where it is there', async () => {
  const { shop, page, api } = await shopOfItsOwn()
  await api.createCollection(REDUCED)
  const textAt = async (path: string) => {
    const answer = await fetch(shop.origin + path)
    return { status: answer.status, text: await answer.text() }
  }
  const { text } = await textAt('/collections/reduced-for-now')
  expect(text).toContain('<title>Reduced for now · ')
  expect(text).toContain('<meta name="description" content="Good pieces at small prices."/>')
  expect(text).toMatch(/<link rel="canonical" href="[^"]+\/collections\/reduced-for-now"\/>/)
  expect((await textAt('/collections/no-such')).status).toBe(404)
  expect((await textAt('/sitemap.xml')).text).toContain('/collections/reduced-for-now</loc>')
  expect((await textAt('/feeds/google.xml')).text).toContain('<g:custom_label_0>Reduced for now</g:custom_label_0>')

  await page.goto('/collections/reduced-for-now')
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Reduced for now' }))
  await expectSeen(page.getByText('Good pieces at small prices.'))
  await expectGoodInEveryLook(page)
  const sort = page.getByLabel('Sort')
  const options = await sort.locator('option').allInnerTexts()
  expect(options.slice(0, 7)).toEqual([
    'Our order',
    'Name',
    'Price: Low to High',
    'Price: High to Low',
    'Newest',
    'Best sold',
    'Discount',
  ])
  await sort.selectOption('Name')
  await expect.poll(() => page.url()).toContain('/collections/reduced-for-now?sort=name')
  await expect.poll(() => sort.inputValue()).toBe('name')
  expect((await textAt('/getproducts')).text).toContain('>Reduced for now (')
  await page.goto('/getproducts?collection=reduced-for-now')
  await expectSeen(page.getByRole('link', { name: 'Remove Reduced for now' }))
  await page.getByRole('link', { name: 'Remove Reduced for now' }).click()
  await expectGone(page.getByRole('link', { name: 'Remove Reduced for now' }))

  const { page: home } = await api.getEditedPage('home').then(async (first) => {
    const row = { heading: '', title: '', category: '', products: [], isNight: false }
    const [hero] = first.blocks
    const block = {
      id: 'block-abcdef',
      kind: 'productRow' as const,
      fields: { ...row, source: 'of a collection' as const, collection: 'reduced-for-now' },
    }
    const { title, description, place, revision } = first
    const blocks = [...(hero ? [hero] : []), block]
    return api.savePageDraft('home', { title, description, place, revision, blocks })
  })
  await api.publishPage('home', { revision: home.revision })
  await page.goto('/')
  await expectSeen(page.getByRole('heading', { name: 'Reduced for now' }))
  await page.getByRole('link', { name: 'View all' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Reduced for now' }))
})
