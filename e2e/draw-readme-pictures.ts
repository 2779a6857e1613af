import { join } from 'node:path'

import { createVisitor } from '#test/visitor.ts'

import { launchBrowser } from './launch-browser.ts'
import { placeOrder } from './orders.ts'
import { serveShop } from './serve.ts'
import { LAPTOP, PHONE } from './viewports.ts'

const ORDERS = 9

const pictureOf = (name: string) => join(import.meta.dirname, '..', 'docs', `${name}.png`)

// The pictures of the README. Draw them again after these pages or the demo's pictures have changed:
// node e2e/draw-readme-pictures.ts
const shop = await serveShop()
const browser = await launchBrowser()
const open = (viewport: typeof PHONE) =>
  browser.newPage({ viewport, baseURL: shop.origin, reducedMotion: 'reduce', colorScheme: 'light' })
try {
  const home = await open(LAPTOP)
  await home.goto('/', { waitUntil: 'networkidle' })
  await home.screenshot({ path: pictureOf('home') })

  const { products } = await createVisitor(shop.origin).api.listProducts({ search: 'Drafting Chino', inStock: 'true' })
  const product = await open(PHONE)
  await product.goto(`/product/${products[0]?._id}`, { waitUntil: 'networkidle' })
  await product.screenshot({ path: pictureOf('product-on-a-phone') })

  for (let placed = 0; placed < ORDERS; placed += 1) await placeOrder(undefined, shop)
  const today = await open(LAPTOP)
  await today.request.post('/api/admin/login', { data: shop.admin })
  await today.goto('/admin/dashboard')
  await today.getByRole('button', { name: 'I know' }).click()
  await today.getByRole('button', { name: 'Dismiss' }).click()
  await today.getByRole('button', { name: 'Dismiss' }).waitFor({ state: 'detached' })
  await today.waitForLoadState('networkidle')
  await today.screenshot({ path: pictureOf('today') })
} finally {
  await browser.close()
  await shop.stop()
}
