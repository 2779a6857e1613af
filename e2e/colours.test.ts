import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { pngPicture } from '#test/pictures.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage, sharedShop } from './journey.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { apiOf, signInAdmin } from './sign-in.ts'
import { PHONE } from './viewports.ts'
import { expectSaid } from './toasts.ts'

const [KHAKI, STONE] = ['Drafting Chino', 'Stone Straight Chino']

const cardOf = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test.each([
  ['with', true],
  ['without', false],
])('from a card a swatch leads to the same garment in another colour, %s JavaScript', async (_with, javaScript) => {
  const page = await openPage(sharedShop(), { expected: javaScript ? SIGNED_OUT : [], javaScript, viewport: PHONE })
  await page.goto('/getproducts?search=chino')
  const dots = cardOf(page, KHAKI).getByRole('list', { name: `Colours of ${KHAKI}` })
  await expectSeen(dots.getByRole('link', { name: 'Khaki', exact: true }).and(page.locator('[aria-current=true]')))
  await dots.getByRole('link', { name: 'Stone', exact: true }).click()
  await expectSeen(heading(page, STONE))
  await expectSeen(page.getByText('Colour: Stone', { exact: true }))
  const colours = page.getByRole('list', { name: 'Colours', exact: true })
  await expect.poll(() => colours.locator('[aria-current=page]').textContent()).toBe('Stone')
  await colours.getByRole('link', { name: 'Khaki', exact: true }).click()
  await expectSeen(heading(page, KHAKI))
  await expect.poll(() => colours.locator('[aria-current=page]').textContent()).toBe('Khaki')
  await expectSeen(page.getByRole('img', { name: `${KHAKI} in khaki, front view` }).first())
  await page.goBack()
  await expectSeen(heading(page, STONE))
})

/** Products in a category of their own, one of each colour, in one colour group. */
async function addColours(page: Page, name: string, colours: readonly string[]) {
  const api = apiOf(page)
  const category = `Room of ${name}`
  const { category: created } = await api.createCategory(category)
  const ids: string[] = []
  for (const [place, colour] of colours.entries()) {
    const form = new FormData()
    const fields = { price: '1000', category, stock: String(place), description: 'Plain.', colourGroup: name, colour }
    for (const [field, value] of Object.entries({ name: `${name} ${place}`, ...fields })) form.set(field, value)
    form.append('images', new File([new Uint8Array(await pngPicture())], 'front.png', { type: 'image/png' }))
    ids.push((await api.createProduct(form)).product._id)
  }
  return { ids, list: `/categories/${created.slug}` }
}

async function openAdmin(): Promise<Page> {
  const page = await openPage(sharedShop(), { expected: ['401 /api/users/me'] })
  await signInAdmin(page, sharedShop().admin)
  return page
}

test('a card shows five colours and how many more there are, and says which is sold out', async () => {
  const page = await openAdmin()
  const { list } = await addColours(page, 'Many Tee', ['Black', 'Grey', 'White', 'Red', 'Green', 'Blue', 'Pink'])
  await page.goto(list)
  const dots = cardOf(page, 'Many Tee 6').getByRole('list')
  await expectSeen(dots.getByRole('link', { name: 'Black sold out' }))
  await expect
    .poll(() => dots.getByRole('link').allTextContents())
    .toEqual(['Pink', 'Black sold out', 'Grey', 'White', 'Red', '+2 more colours of Many Tee 6'])
  await expectGoodInEveryLook(page)
  await dots.getByRole('link', { name: '+2' }).click()
  await expectSeen(heading(page, 'Many Tee 6'))
  await expect.poll(() => page.getByRole('list', { name: 'Colours', exact: true }).getByRole('link').count()).toBe(7)
  await expectGoodInEveryLook(page)
})

test('the form suggests colour groups, names what is in one, and warns of a colour that is there twice', async () => {
  const page = await openAdmin()
  const { ids } = await addColours(page, 'Paired Tee', ['Navy', 'Bone'])
  const [navy = ''] = ids
  await page.goto(`/admin/products/${navy}`)
  const group = page.getByLabel('Colour group')
  await expectSeen(page.getByRole('link', { name: 'Paired Tee 1' }))
  await expectGone(page.getByText('Paired Tee 1 is'))
  await page.getByLabel('Colour', { exact: true }).fill('bone')
  await expectSeen(page.getByText('Paired Tee 1 is Bone too. Shoppers see only one of them among the colours.'))
  await page.getByLabel('Colour', { exact: true }).fill('')
  await expectSeen(page.getByText('Without a colour it is not shown in the group.'))
  await page.getByLabel('Colour', { exact: true }).fill('Navy')
  await group.fill('draft')
  await expect.poll(() => page.locator('datalist option').allTextContents()).toEqual(['Drafting Chino'])
  await expectGone(page.getByRole('link', { name: 'Paired Tee 1' }))
  await group.fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectSaid(page, 'Product updated successfully!')
  await page.goto(`/product/${navy}`)
  await expectSeen(heading(page, 'Paired Tee 0'))
  await expectGone(page.getByText('Colour: Navy'))
})
