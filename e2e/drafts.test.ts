import { expect, test } from 'vitest'

import { pngPicture } from '#test/pictures.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { expectSeen, openPage, sharedShop } from './journey.ts'
import { apiOf, signInAdmin } from './sign-in.ts'

test('a product is saved as a draft, told what it lacks, completed and put on sale', async () => {
  const expected = ['401 /api/users/me', '400 /api/admin/products/*']
  const page = await openPage(sharedShop(), { expected })
  await signInAdmin(page, sharedShop().admin)
  const api = apiOf(page)
  const { category } = await api.createCategory('Room of drafts')
  await page.goto('/admin/dashboard')
  const form = page.getByRole('region', { name: 'Create Product' })
  await form.getByLabel('Name').fill('Unfinished Parka')
  await form.getByLabel('Price', { exact: true }).fill('1500')
  await form.getByLabel('Category').selectOption(category.name)
  await form.getByLabel('Stock').fill('3')
  await form.getByRole('button', { name: 'Save as draft' }).click()
  const notice = form.getByRole('status').filter({ hasText: 'Created as a draft: Unfinished Parka' })
  await expectSeen(notice)
  await notice.getByRole('button', { name: 'Another' }).click()
  await expectSeen(form.getByLabel('Name').and(page.locator(':focus')))
  await expect
    .poll(async () => (await api.listProducts({ search: 'Unfinished Parka', exact: 'true' })).totalProducts)
    .toBe(0)

  await page.goto('/admin/products?state=draft&search=parka')
  const row = page.getByRole('row').filter({ hasText: 'Unfinished Parka' })
  await expectSeen(row.getByText('Draft', { exact: true }))
  await row.getByRole('button', { name: 'Put on sale' }).click()
  const alert = page.getByRole('alertdialog')
  await expectSeen(alert.getByText(/^Before it goes on sale it needs: a picture/))
  await alert.getByRole('button', { name: 'OK' }).click()

  await row.getByRole('link', { name: 'Unfinished Parka', exact: true }).click()
  await expectGoodInEveryLook(page)
  await page
    .getByLabel('Add images')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await pngPicture({ width: 350, height: 400 }) })
  await page.getByLabel('Alt text 1').fill('A parka from the front')
  await page.getByLabel('Country of origin').fill('India')
  await page.getByLabel('Pieces in a set').fill('1')
  await page.getByLabel('Maker or importer', { exact: true }).fill('Loom & Sons')
  await page.getByLabel('Address of the maker or importer').fill('1 Mill Road, Surat')
  await page.getByRole('button', { name: 'Save and put on sale' }).click()
  const shopLink = page.getByRole('link', { name: 'In the shop' })
  await expectSeen(shopLink)
  await shopLink.click()
  await expectSeen(page.getByRole('heading', { name: 'Product details' }))
  await expectSeen(page.getByText('1 Mill Road, Surat'))
})
