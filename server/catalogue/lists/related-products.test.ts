import { afterAll, beforeAll, expect, test } from 'vitest'

import { AVAILABILITY, CATALOGUE } from '#server/cache/tags.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

async function namesFor(id: string) {
  shop.shop.tags.outdate(CATALOGUE)
  const { goesWith, moreLikeThis } = await shop.visitor().api.listRelated(id)
  return { goesWith: goesWith.map(({ name }) => name), moreLikeThis: moreLikeThis.map(({ name }) => name) }
}

test('a shirt goes with the other half of an outfit and is like shirts of its colour and price, in stock', async () => {
  const add = async (categoryId: string, name: string, colour: string, rupees: number, stock = 5) =>
    addProduct(shop.db, { categoryId, name, colour, pricePaise: rupees * 100, stock })
  const [shirts, tees, pants, sets] = [
    await addCategory(shop.db, 'Shirts'),
    await addCategory(shop.db, 'T-Shirts'),
    await addCategory(shop.db, 'Pants'),
    await addCategory(shop.db, 'Co-ords'),
  ]
  const shirt = await add(shirts.id, 'Blue shirt', 'Navy', 1500)
  await add(shirts.id, 'Red shirt, same price', 'Brick Red', 1500)
  await add(shirts.id, 'Blue shirt, a little dearer', 'Indigo', 1900)
  await add(shirts.id, 'Blue shirt, ten times as dear', 'Indigo', 15_000)
  await add(shirts.id, 'Blue shirt, sold out', 'Navy', 1500, 0)
  await add(tees.id, 'White tee', 'White', 1500)
  await add(pants.id, 'Red pants', 'Brick Red', 1500)
  await add(pants.id, 'White pants', 'Chalk White', 2000)
  await add(sets.id, 'Grey set', 'Charcoal', 2500)
  await add(pants.id, 'White pants, sold out', 'Chalk White', 1500, 0)
  expect(await namesFor(shirt.id)).toEqual({
    goesWith: ['White pants', 'Red pants'],
    moreLikeThis: ['Blue shirt, a little dearer', 'Red shirt, same price', 'Blue shirt, ten times as dear'],
  })
})

test('a row has at most eight cards, and a product without price or relatives has its rows too', async () => {
  const { id: categoryId } = await addCategory(shop.db, 'Scarves')
  const free = await addProduct(shop.db, { categoryId, pricePaise: 0 })
  for (let index = 0; index < 10; index++) await addProduct(shop.db, { categoryId })
  expect((await namesFor(free.id)).moreLikeThis).toHaveLength(8)
  const { id: lonelyCategory } = await addCategory(shop.db, 'Trouser presses')
  const lonely = await addProduct(shop.db, { categoryId: lonelyCategory })
  expect((await namesFor(lonely.id)).moreLikeThis).toEqual([])
})

test('what is sold out leaves the rows, and an unknown product has none', async () => {
  const { id: categoryId } = await addCategory(shop.db, 'Belts')
  const one = await addProduct(shop.db, { categoryId })
  const other = await addProduct(shop.db, { categoryId, name: 'The other belt', stock: 1 })
  expect((await namesFor(one.id)).moreLikeThis).toEqual(['The other belt'])
  const { api } = await shop.admin()
  await api.setStock(other.id, 0)
  shop.shop.tags.outdate(AVAILABILITY)
  expect((await shop.visitor().api.listRelated(one.id)).moreLikeThis).toEqual([])
  await expect(shop.visitor().api.listRelated('no-such-product')).rejects.toMatchObject({ status: 404 })
})

test('a set goes with no other half, formal with formal, sport with sport, and nothing dressed with what one sleeps in', async () => {
  const { id: shirts } = await addCategory(shop.db, 'Men’s Shirts')
  const { id: lowers } = await addCategory(shop.db, 'Lowers')
  const { id: sets } = await addCategory(shop.db, 'Kurta Sets')
  const add = async (categoryId: string, name: string, fabric: string) => {
    const { id } = await addProduct(shop.db, { categoryId, name, colour: 'White', pricePaise: 200_000, stock: 5 })
    await shop.db.updateTable('products').set({ fabric }).where('id', '=', id).execute()
    return id
  }
  const poplin = await add(shirts, 'Poplin dress shirt', 'Cotton poplin')
  const camp = await add(shirts, 'Palm camp shirt', 'Viscose poplin')
  const training = await add(shirts, 'Training tee', 'Recycled polyester')
  await add(lowers, 'Suiting trouser', 'Worsted wool')
  await add(lowers, 'Lounge pant', 'Waffle')
  await add(lowers, 'Gym track pant', 'Tricot')
  await add(lowers, 'Straight jean', 'Denim')
  const set = await add(sets, 'Festive set', 'Silk')
  const bottoms = new Set(['Suiting trouser', 'Lounge pant', 'Gym track pant', 'Straight jean'])
  const goesWith = async (id: string) =>
    (await namesFor(id)).goesWith.filter((name) => bottoms.has(name) || name === 'Festive set')
  expect(await goesWith(poplin)).toEqual(['Suiting trouser'])
  expect(await goesWith(camp)).toEqual(['Straight jean'])
  expect(await goesWith(training)).toEqual(['Gym track pant', 'Lounge pant'])
  expect(await goesWith(set)).toEqual([])
})
