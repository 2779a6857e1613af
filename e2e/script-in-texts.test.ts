import { afterAll, beforeAll, expect, test } from 'vitest'

import { pngPicture } from '#test/pictures.ts'

import { expectSeen, openPage } from './journey.ts'
import { serveShop, type ServedShop } from './serve.ts'
import { apiOf, signInAdmin } from './sign-in.ts'

/** A text that would do something if a page took it for more than text. */
const HARMFUL = '</script><script>window.hacked=1</script><img src=x onerror="window.hacked=2">{{7*7}}'

let shop: ServedShop
beforeAll(async () => {
  shop = await serveShop({ DEMO_CATALOGUE: 'off' })
})
afterAll(() => shop.stop())

const isHacked = () => 'hacked' in globalThis

test('a product, a message and a search that contain script are shown as text', async () => {
  const page = await openPage(shop, { expected: ['401 /api/users/me'] })
  await signInAdmin(page, shop.admin)
  const api = apiOf(page)
  const { category } = await api.createCategory('Harmful <b>bold</b>')
  const form = new FormData()
  const fields = { name: HARMFUL, description: HARMFUL, price: '1000', category: category.name, stock: '3' }
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('images', new File([new Uint8Array(await pngPicture())], 'front.png', { type: 'image/png' }))
  const { product } = await api.createProduct(form)
  await api.submitContact({
    firstName: 'Asha',
    lastName: HARMFUL,
    email: 'asha@example.com',
    contactNumber: '9876543210',
    subject: HARMFUL.slice(0, 60),
    message: HARMFUL,
  })

  const visits = [
    [`/product/${product._id}`, 'heading'],
    [`/categories/${category.slug}`, 'text'],
    [`/getproducts?search=${encodeURIComponent(HARMFUL)}`, 'none'],
    ['/admin/products', 'text'],
    ['/admin/contacts', 'text'],
  ] as const
  for (const [path, shown] of visits) {
    await page.goto(path)
    await expectSeen(page.locator('main h1').first())
    if (shown !== 'none') await expectSeen(page.locator('main').getByText('window.hacked=1').first())
    await expect
      .poll(async () => ({ path, isHacked: await page.evaluate(isHacked) }))
      .toEqual({ path, isHacked: false })
  }
})
