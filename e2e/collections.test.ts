import { expect, onTestFinished, test } from 'vitest'

import type { CollectionInput } from '#contract/catalogue/collections/collections.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage, ownShop } from './journey.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { apiOf, signInAdmin } from './sign-in.ts'
import { expectSaid } from './toasts.ts'

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
  const page = await openPage(shop, {
    expected: [
      ...SIGNED_OUT,
      '404 /collections/*',
      '400 /api/admin/collections*',
      '400 /api/admin/collections/*',
      '409 /api/admin/collections/*',
    ],
  })
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
  const unknown = await textAt('/collections/no-such')
  expect(unknown.status).toBe(404)
  const [sitemap, feed, everything] = await Promise.all(
    ['/sitemap.xml', '/feeds/google.xml', '/getproducts'].map((path) => textAt(path)),
  )
  expect(sitemap?.text).toContain('/collections/reduced-for-now</loc>')
  expect(feed?.text).toContain('<g:custom_label_0>Reduced for now</g:custom_label_0>')
  expect(everything?.text).toMatch(/<option [^>]*data-count="\d+"[^>]*>Reduced for now</)

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

test('the owner makes a collection by a rule, then by hand, moves its products, deletes it and brings it back', async () => {
  const { page, api } = await shopOfItsOwn()
  await page.goto('/admin/collections')
  await expectSeen(page.getByText('No collections yet.'))
  await page.getByRole('link', { name: 'Create collection' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Create collection' }))
  const preview = page.getByRole('region', { name: 'What it shows' })
  const { totalProducts } = await api.listProducts({ limit: 1 })
  await expectSeen(preview.getByText(`${totalProducts} of ${totalProducts} products on sale are in it.`))
  await expectSeen(preview.getByText('This rule matches every product on sale.'))
  await page.getByRole('group', { name: 'Category' }).getByText('Shirts', { exact: true }).click()
  const { totalProducts: shirts } = await api.listCategoryProducts('shirts', { limit: 1 })
  await expectSeen(preview.getByText(`${shirts} of ${totalProducts} products on sale are in it.`))
  await page.getByLabel('Price from').fill('900')
  await page.getByLabel('Price to').fill('5')
  await expectSeen(preview.getByText('The highest price is below the lowest.'))
  await page.getByLabel('Title').fill('Shirts up to five')
  await page.getByRole('button', { name: 'Create collection' }).click()
  await expectSeen(page.getByText('The highest price is below the lowest.').first())
  await page.getByLabel('Price from').fill('')
  await expectSeen(preview.getByText('No product on sale matches this rule now.', { exact: false }))
  await expectGoodInEveryLook(page)
  await page.getByRole('button', { name: 'Create collection' }).click()
  await expectSaid(page, 'Collection created. No product on sale matches')
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Shirts up to five' }))

  await page.getByText('By hand', { exact: true }).click()
  const { products } = await api.listProducts({ limit: 2 })
  const [first, second] = products.map(({ name }) => name)
  for (const name of [first, second]) {
    await page.getByLabel('Chosen products', { exact: true }).first().fill(name!)
    await page.getByRole('button', { name: `Add ${name}`, exact: true }).click()
  }
  const chosen = page.getByRole('list', { name: 'Chosen products' }).getByRole('listitem')
  await expect.poll(() => chosen.count()).toBe(2)
  await page.getByRole('button', { name: `Move ${second} up` }).press('ArrowUp')
  await expect.poll(async () => (await chosen.allInnerTexts())[0]).toContain(second)
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe(`Move ${second} down`)
  await page.getByLabel('Address').fill('two-pieces')
  await expectGoodInEveryLook(page)
  const [listed] = (await api.listCollectionsForAdmin()).items
  const {
    changedAt: _at,
    changedBy: _by,
    count: _count,
    isByRule: _way,
    _id,
    ...theirs
  } = await api.getCollection(listed!._id)
  await api.editCollection(_id, { ...theirs, products: [], title: 'Theirs' })
  await page.getByRole('button', { name: 'Save collection' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save mine' }).click()
  await expectSaid(page, 'Collection saved.')
  const { products: shown } = await api.listCollectionProducts('two-pieces')
  expect(shown.map(({ name }) => name)).toEqual([second, first])

  await page.getByRole('link', { name: 'All collections' }).click()
  await expectSeen(page.getByRole('cell', { name: '/collections/two-pieces' }))
  await page.getByRole('button', { name: 'Delete Shirts up to five' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expectGone(page.getByRole('link', { name: 'Shirts up to five' }))
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expectSeen(page.getByRole('link', { name: 'Shirts up to five' }))
  await expectGoodInEveryLook(page)
})
