import { expect, onTestFinished, test } from 'vitest'

import { expectGone, expectSeen, openPage, ownShop } from './journey.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { apiOf, signInAdmin } from './sign-in.ts'

const SPECIFIED_SORTS = ['Name', 'Price: Low to High', 'Price: High to Low']

test('once imported goods are on sale, a shopper filters and sorts by country', async () => {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const page = await openPage(shop, { expected: SIGNED_OUT })
  const country = page.getByRole('group', { name: 'Country of origin' })
  const sorts = page.getByLabel('Sort', { exact: true }).getByRole('option')
  await page.goto('/getproducts')
  await expect.poll(async () => (await sorts.allTextContents()).slice(0, 3)).toEqual(SPECIFIED_SORTS)
  await expect.poll(() => sorts.allTextContents()).not.toContain('Country of origin')
  await expectGone(country)

  await signInAdmin(page, shop.admin)
  const { products } = await apiOf(page).listProducts({ limit: 2 })
  const ids = products.map(({ _id }) => _id)
  for (const id of ids) {
    const { revision } = await apiOf(page).getEditableProduct(id)
    await apiOf(page).editProduct(id, { revision, origin: 'Italy' })
  }
  await page.goto('/getproducts')
  await country.getByRole('checkbox', { name: /^Italy/ }).check()
  await expect.poll(() => new URL(page.url()).searchParams.get('origin')).toBe('Italy')
  await expectSeen(page.getByRole('link', { name: /From Italy/ }))
  await expect.poll(() => page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBe(2)
  await page.getByLabel('Sort', { exact: true }).selectOption('Country of origin')
  await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('origin')
})
