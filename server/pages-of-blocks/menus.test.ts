import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { DEFAULT_MENUS, menuColumns, type MenuName } from '#contract/pages-of-blocks/menus.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

type TestShop = Awaited<ReturnType<typeof startShop>>

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['admin']>>
beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
  for (const name of ['Shirts', 'Lowers', 'Pants', 'T-Shirts', 'Jeans', 'Co-ords']) await addCategory(shop.db, name)
})
beforeEach(async () => {
  await sql`delete from settings`.execute(shop.db)
  await shop.shop.settings.reload()
})
afterAll(() => shop.close())

const menus = async () => (await shop.visitor().api.getSitePages()).menus

/** Changes a menu as any caller could. */
async function change(name: MenuName, value: unknown) {
  const { settings } = await admin.api.listSettings()
  const answer = await admin.fetch('/api/admin/settings', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', origin: shop.origin },
    body: JSON.stringify({
      values: { [name]: value },
      revisions: { [name]: settings.find((one) => one.name === name)?.revision },
    }),
  })
  const { fields } = (await answer.json()) as { fields?: Record<string, string> }
  return { status: answer.status, fault: fields?.[`values.${name}`] }
}

test('a shop with the specified categories has the specified menus, which no answer repeats', async () => {
  expect(await menus()).toEqual({})
  expect(menuColumns(DEFAULT_MENUS.popularItems).map(({ title, links }) => [title, links.length])).toEqual([
    ['Shirts', 4],
    ['Lowers', 4],
    ['Pants', 4],
  ])
})

test('the owner’s menu is shown at once, and back at first it is as specified', async () => {
  const typed = ' Home →/\r\n\r\nKurtas → https://kurta.example/all\nAll → /categories\n'
  expect(await change('mainMenu', typed)).toMatchObject({ status: 200 })
  expect(shop.shop.settings.current().mainMenu).toBe('Home → /\nKurtas → https://kurta.example/all\nAll → /categories')
  const links = [
    { label: 'Home', to: '/' },
    { label: 'Kurtas', to: 'https://kurta.example/all' },
    { label: 'All', to: '/categories' },
  ]
  expect(await menus()).toEqual({ mainMenu: [{ title: '', links }] })
  expect(await change('mainMenu', null)).toMatchObject({ status: 200 })
  expect(await menus()).toEqual({})
})

test('a link to what is gone is shown nowhere, and again once it is there: category, product and page', async () => {
  const product = await addProduct(shop.db, { name: 'Silk Kurta' })
  const { category } = await admin.api.createCategory('Kurtas')
  const { page } = await admin.api.createPage({ title: 'Our cloth' })
  await setSettings(shop, {
    footerMenu: [
      'Buy',
      'Kurtas → /categories/kurtas?sort=price-asc',
      `Silk → /product/${product.id}`,
      'Nothing → /nowhere',
      'Read',
      `Cloth → /pages/${page.slug}`,
    ].join('\n'),
  })
  const shown = async () =>
    (await menus()).footerMenu?.map(({ title, links }) => [title, ...links.map(({ label }) => label)])
  expect(await shown()).toEqual([['Buy', 'Kurtas', 'Silk']])
  const published = await admin.api.publishPage(page._id, { revision: page.revision })
  expect(await shown()).toEqual([
    ['Buy', 'Kurtas', 'Silk'],
    ['Read', 'Cloth'],
  ])
  await admin.api.unpublishPage(page._id, published.page.revision)
  await admin.api.deleteCategory(category.name)
  expect(await shown()).toEqual([['Buy', 'Silk']])
  await admin.api.deleteProduct(product.id)
  expect(await shown()).toEqual([])
  await admin.api.restoreProduct(product.id)
  expect(await shown()).toEqual([['Buy', 'Silk']])
})

test.each<[MenuName, unknown, RegExp]>([
  ['mainMenu', 'Title only', /Each line is a link/],
  ['mainMenu', 'Home → javascript:alert(1)', /Line 1: a path of the shop/],
  ['mainMenu', 'Home → /\nEvil → //evil.example', /Line 2: a path of the shop/],
  ['mainMenu', 'Home → http://evil.example', /Line 1: a path of the shop/],
  ['mainMenu', ' → /', /Line 1 has no label/],
  ['mainMenu', `${'A'.repeat(41)} → /`, /at most 40 characters/],
  ['mainMenu', '<b>Home</b> → /', /Plain text only/],
  ['mainMenu', Array(9).fill('Home → /').join('\n'), /At most 8 lines/],
  ['footerMenu', ['A', 'B', 'C', 'D', 'E'].join('\n'), /At most 4 titles/],
  ['footerMenu', 'A'.repeat(9000), /At most 8000 characters/],
  ['footerMenu', 'A\u0000 → /', /cannot be kept/],
  ['footerMenu', 'A\u001B → /', /cannot be shown/],
  ['popularItems', 7, /./],
  ['popularItems', ['Shirts → /'], /./],
])('%s refuses %j in a sentence', async (name, value, sentence) => {
  const { status, fault } = await change(name, value)
  expect({ status, fault }).toEqual({ status: 400, fault: expect.stringMatching(sentence) })
  expect(shop.shop.settings.current()[name]).toBe(DEFAULT_MENUS[name])
})

test('two owners who change a menu at once: one is saved, the other is told', async () => {
  const attempts = ['A', 'B'].map((label) =>
    admin.api.changeSettings({ values: { mainMenu: `${label} → /` }, revisions: { mainMenu: 0 } }),
  )
  const outcomes = await Promise.allSettled(attempts)
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})
