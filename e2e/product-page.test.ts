import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { arrivalText } from '#app/orders/estimated-delivery.ts'
import type { Product } from '#contract/catalogue/catalogue.ts'
import { dayInIndia } from '#contract/units/india-time.ts'

import { expectAccessible } from './axe.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { chooseRadio, expectGone, expectSeen, middleOf, openPage, sharedShop } from './journey.ts'
import { placeOrder } from './orders.ts'
import { apiOf, signInCustomer } from './sign-in.ts'
import { LAPTOP, PHONE } from './viewports.ts'
import { expectSaid } from './toasts.ts'

const NAME = 'Harbour Stripe Shirt'

async function openProduct(options: Parameters<typeof openPage>[1] = {}) {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT, ...options })
  const { products } = await apiOf(page).listProducts({ search: NAME, page: 1 })
  const [product] = products
  if (!product || product.images.length < 3) throw new Error('The demo shirt has no three pictures.')
  await page.goto(`/product/${product._id}`)
  await expectSeen(page.getByRole('heading', { level: 1, name: NAME }))
  await expectSeen(page.getByRole('main').getByText('Pictures in the demo catalogue are rendered.'))
  return { page, product }
}

const tile = (page: Page, size: string) => page.getByRole('group', { name: 'Size' }).getByText(size, { exact: true })
const chosenSize = (page: Page) => page.getByRole('radio', { checked: true })

test('no size is chosen in advance: the button says so and leads to the sizes; the choice is remembered', async () => {
  const { page, product } = await openProduct({ viewport: PHONE })
  await signInCustomer(page)
  await page.reload()
  const sizes = product.sizes.filter(({ stock }) => stock > 0)
  await expect.poll(() => chosenSize(page).count()).toBe(0)
  const button = page.getByRole('button', { name: 'Add to Cart' })
  await expect.poll(() => button.innerText()).toContain('Choose a size')
  await button.click()
  await expectSeen(page.getByRole('alert').filter({ hasText: 'Please choose a size.' }))
  await expect
    .poll(() => page.locator('.tile input:focus').getAttribute('value', { timeout: 1000 }))
    .toBe(sizes[0]?.size)
  await expect.poll(async () => (await apiOf(page).getCart()).cart).toEqual([])
  await expectAccessible(page)
  await page.keyboard.press('Space')
  await expectGone(page.getByText('Please choose a size.'))
  await expect.poll(() => button.innerText()).toBe('Add to Cart')
  await tile(page, 'L').click()
  await button.click()
  await expectSaid(page, 'Added to cart!')
  await expect.poll(async () => (await apiOf(page).getCart()).cart.map(({ size }) => size)).toEqual(['L'])

  const { products } = await apiOf(page).listProducts({ size: 'L', inStock: 'true', page: 1 })
  const another = products.find(({ _id }) => _id !== product._id)
  await page.goto(`/product/${another?._id}`)
  await expect.poll(() => chosenSize(page).getAttribute('value', { timeout: 1000 })).toBe('L')
  await expectSeen(page.getByRole('button', { name: 'Add to Cart', exact: true }))
})

test('a size that is chosen while the saved size is looked up stays chosen', async () => {
  const { page, product } = await openProduct()
  await page.evaluate(() => localStorage.clear())
  const size = product.sizes.find(({ stock }) => stock > 0)?.size ?? ''
  // The choice is made right after React has drawn the dates of arrival, which come with the code that reads the saved
  // size.
  await page.addInitScript((value) => {
    const watch = new MutationObserver(() => {
      if (document.documentElement.dataset.hydrating !== undefined) return
      if (document.querySelector('.promises')?.textContent.includes('days after the order') !== false) return
      watch.disconnect()
      document.querySelector<HTMLInputElement>(`.tile input[value="${value}"]`)?.click()
    })
    watch.observe(document, { childList: true, subtree: true, characterData: true })
  }, size)
  await page.reload()
  await expectSeen(page.getByRole('button', { name: 'Add to Cart', exact: true }))
  await expect.poll(() => chosenSize(page).getAttribute('value', { timeout: 1000 })).toBe(size)
})

test('a size with few pieces says so, a cart in another tab hears of it, and offline says offline', async () => {
  const few = (product: Product) => product.sizes.find(({ stock }) => stock > 0 && stock <= 5)
  const page = await openPage(sharedShop(), { expected: [...SIGNED_OUT, 'failed /api/*', 'failed /assets/*'] })
  await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ page: 1, limit: 72, inStock: 'true' })
  const product = products.find((one) => few(one) && one.stock > 10)
  const size = product && few(product)
  if (!size) throw new Error('The demo has no size with few pieces.')
  const cart = await page.context().newPage()
  await cart.goto('/cart')
  await expectSeen(cart.getByText('Your cart is empty.'))
  await page.goto(`/product/${product._id}`)
  await tile(page, size.size).click()
  await expectSeen(page.getByText(`Only ${size.stock} left`, { exact: true }))
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expectSaid(page, 'Added to cart!')
  await expectSeen(cart.getByRole('heading', { level: 2, name: product.name }))
  await cart.close()

  // The page registers its worker some seconds after it was loaded, which is a fault without a network.
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expectSeen(page.getByRole('alert').filter({ hasText: 'You are offline. Nothing was added.' }))
  // The toast goes, and the words stay beside the button until it is pressed again.
  await expectSeen(page.getByRole('main').getByText('You are offline. Nothing was added.'))
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expectSaid(page, 'Added to cart!')
  await expectGone(page.getByRole('main').getByText('You are offline. Nothing was added.'))
})

test('without JavaScript the form asks for a size', async () => {
  const { page } = await openProduct({ javaScript: false })
  const address = page.url()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect.poll(() => page.locator('.tile input:invalid').count()).toBeGreaterThan(0)
  await expect.poll(() => page.url()).toBe(address)
  await expectSeen(page.getByText('Arrives 8 to 12 days after the order'))
  await tile(page, 'L').click()
  await expectSeen(page.getByRole('button', { name: 'Add to Cart', exact: true }))
  await expectGone(page.getByText('Choose a size'))
})

test.each(['2024-01-01T00:00:00Z', '2031-12-01T00:00:00Z'])(
  'below the button stand the days of arrival by the shop’s day where the device says %s, and how to cancel and to return',
  async (clock) => {
    const { page } = await openProduct()
    const arrival = () => arrivalText(dayInIndia(new Date()), [8, 12])
    const before = arrival()
    await page.clock.setFixedTime(clock)
    await page.reload()
    const arrives = page.getByText(/^Arrives \d+ [A-Z]/)
    await expectSeen(arrives)
    const shown = (await arrives.textContent())?.replace('Arrives ', '')
    expect([before, arrival()]).toContain(shown)
    await expectSeen(page.getByText('Cancel free of charge until it ships.'))
    const rule = page.getByRole('link', { name: 'Return it within 7 days of delivery' })
    await expect.poll(() => rule.getAttribute('href')).toBe('/returns')
    const served = await (await page.context().request.get(page.url())).text()
    expect(served).not.toMatch(/Arrives \d+ [A-Z]/)
  },
)

test('the first screen of a phone has picture, name and price, and the button in a bar that covers nothing', async () => {
  const { page } = await openProduct({ viewport: PHONE })
  const button = page.getByRole('button', { name: 'Add to Cart' })
  const bar = page.locator('.buy-bar')
  await expectSeen(bar.locator('.price'))
  const top = (await bar.boundingBox())?.y ?? 0
  const price = page.getByRole('main').locator('.price').first()
  for (const part of [page.getByRole('heading', { level: 1 }), price]) {
    const box = await part.boundingBox()
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(top)
  }
  const picture = await page.getByRole('button', { name: 'Enlarge picture 1' }).boundingBox()
  expect(picture).toMatchObject({ x: 0, width: PHONE.width })
  await page.getByText('Secure Payment').scrollIntoViewIfNeeded()
  await expect.poll(() => bar.count()).toBe(0)
  await page.getByRole('heading', { name: 'Explore More' }).scrollIntoViewIfNeeded()
  await expectSeen(bar.locator('.price'))
  const box = await bar.boundingBox()
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(PHONE.height)
  await expectAccessible(page)
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  const last = page.getByRole('contentinfo').getByRole('link').last()
  await expect
    .poll(async () => {
      const [link, covered] = [await last.boundingBox(), await bar.boundingBox()]
      return (link?.y ?? Infinity) + (link?.height ?? 0) <= (covered?.y ?? 0)
    })
    .toBe(true)
  await button.click()
  await expectSeen(page.getByText('Please choose a size.'))
  await expect.poll(() => bar.count()).toBe(0)
})

test('the size guide finds a size by a shirt of one’s own or by height and weight, without any call', async () => {
  const { page } = await openProduct()
  const button = page.getByRole('button', { name: 'Size guide' })
  const legend = page.locator('legend').filter({ hasText: /^Size$/ })
  // They stand in one line.
  await expect.poll(async () => Math.abs((await middleOf(button)) - (await middleOf(legend)))).toBeLessThanOrEqual(1)
  await button.click()
  const guide = page.getByRole('dialog', { name: 'Size guide' })
  const measures = guide.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'M', exact: true }) })
  const chest = Number(await measures.getByRole('cell').first().textContent())
  // What the page itself fetches after it was shown has come.
  await expect.poll(() => page.getByRole('region', { name: 'More like this' }).count()).toBe(1)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('products'))).toContain('timestamp')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && request.resourceType() !== 'image') asked.push(pathname)
  })
  await guide.getByLabel('Its chest').fill(String(chest - 2))
  await expectSeen(guide.getByRole('status').filter({ hasText: /^M: 2 cm wider than yours, a [a-z ]+ fit\.$/ }))
  await guide.getByRole('button', { name: 'in', exact: true }).click()
  await expectSeen(guide.getByRole('status').filter({ hasText: /^None is close/ }))
  await guide.getByRole('button', { name: 'cm', exact: true }).click()
  await expectAccessible(page)
  await chooseRadio(guide.getByRole('radio', { name: 'Height and weight' }))
  await guide.getByLabel('Your height').fill('173')
  await expect.poll(() => guide.getByRole('status').textContent()).toBe('')
  await guide.getByLabel('Your weight').fill('70')
  await expectSeen(guide.getByRole('status').filter({ hasText: 'Your chest is estimated at 97 cm' }))
  const choose = guide.getByRole('button', { name: /^Choose / })
  const size = (await choose.innerText()).replace('Choose ', '')
  await choose.click()
  await expectGone(guide)
  await expect.poll(() => chosenSize(page).getAttribute('value')).toBe(size)
  expect(asked).toEqual([])
})

test('below a product stand what goes with it and what is like it, which lead there and back', async () => {
  const { page, product } = await openProduct()
  const { goesWith, moreLikeThis } = await apiOf(page).listRelated(product._id)
  expect(goesWith.map(({ category }) => category.slug)).toContain('pants')
  expect(new Set(moreLikeThis.map(({ category }) => category.slug))).toEqual(new Set(['shirts']))
  const row = (name: string) => page.getByRole('region', { name, exact: true })
  const names = (name: string) => row(name).getByRole('heading', { level: 3 }).allTextContents()
  await expect.poll(() => names('Goes with')).toEqual(goesWith.map(({ name }) => name))
  await expect.poll(() => names('More like this')).toEqual(moreLikeThis.map(({ name }) => name))
  const card = row('More like this').getByRole('listitem').first()
  await card.hover()
  await card.getByRole('link', { name: 'View Product →' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: moreLikeThis[0]?.name ?? '', exact: true }))
  await page.goBack()
  await expect.poll(() => names('Goes with')).toEqual(goesWith.map(({ name }) => name))
})

/** The pages that the browser would print. */
async function countPages(page: Page): Promise<number> {
  const file = await page.pdf({ format: 'A4' })
  return file.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0
}

test.each([
  ['a laptop', LAPTOP],
  ['a phone', PHONE],
])(
  'on %s the zoom fills the screen, moves between pictures, zooms in, and restores the focus',
  async (_name, viewport) => {
    const { page, product } = await openProduct({ viewport })
    // The owner's words about the picture are read out.
    const alt = product.pictures[0]?.alt ?? ''
    expect(alt).toContain('front view')
    const opener = page.getByRole('button', { name: `Enlarge picture 1: ${alt}` })
    const onPage = (await opener.boundingBox())?.width ?? 0
    await opener.click()
    const zoom = page.getByRole('dialog', { name: NAME })
    await expect.poll(() => zoom.boundingBox()).toEqual({ x: 0, y: 0, ...viewport })
    const picture = (number: number) =>
      zoom.getByRole('button', { name: new RegExp(`Zoom (into|out of) picture ${number}: `) })
    await expect.poll(async () => (await picture(1).locator('img').getAttribute('src')) ?? '').toMatch(/w=1200$/)
    // As wide as its height allows, which is at least as large as on the page.
    const drawn = Math.min(viewport.width, viewport.height * 0.8)
    expect(drawn).toBeGreaterThanOrEqual(onPage)
    await expect.poll(async () => (await picture(1).boundingBox())?.height).toBe(viewport.height)
    const count = zoom.getByText(`1 of ${product.images.length}`)
    await expectSeen(count)
    await zoom.getByRole('button', { name: 'Next picture' }).click()
    await expectSeen(zoom.getByText(`2 of ${product.images.length}`))
    await expect.poll(async () => Math.round((await picture(2).boundingBox())?.x ?? -1)).toBeLessThan(40)
    await page.keyboard.press('ArrowRight')
    await expectSeen(zoom.getByText(`3 of ${product.images.length}`))
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expectSeen(count)
    const widthOf = async () => (await picture(1).boundingBox())?.width ?? 0
    const before = await widthOf()
    await picture(1).click({ position: { x: before / 2, y: 200 } })
    await expect.poll(widthOf).toBeGreaterThan(before * 1.9)
    await picture(1).click({ position: { x: before, y: 400 } })
    await expect.poll(widthOf).toBe(before)
    await page.keyboard.press('Escape')
    await expectGone(zoom)
    await expectSeen(page.locator('button:focus[aria-label^="Enlarge picture 1: "]'))
  },
)

test('on a touch screen a double tap zooms in, and a single one does not', async () => {
  const { page } = await openProduct({ viewport: PHONE, isTouch: true })
  await page.getByRole('button', { name: 'Enlarge picture 1' }).tap()
  const zoom = page.getByRole('dialog', { name: NAME })
  const picture = zoom.getByRole('button', { name: 'Zoom into picture 1' })
  await expectSeen(picture)
  // Both at once: if the second tap waited for the first, a busy browser would let too much time pass between them.
  await Promise.all([page.touchscreen.tap(195, 400), page.touchscreen.tap(195, 400)])
  await expectSeen(zoom.getByRole('button', { name: 'Zoom out of picture 1' }))
})

test('the zoom’s code loads on first use, and a failure shows a message', async () => {
  const { page } = await openProduct({ expected: [...SIGNED_OUT, 'failed /assets/*'] })
  await page.route('**/assets/zoom-*.js', (route) => route.abort('failed'))
  const opener = page.getByRole('button', { name: 'Enlarge picture 1' })
  await opener.click()
  await expectSeen(page.getByRole('alert').filter({ hasText: 'Failed to load product details.' }))
  await expectSeen(page.getByRole('heading', { level: 1, name: NAME }))
  await expectSeen(page.getByRole('main').getByText('Pictures in the demo catalogue are rendered.'))
})

test('the menu of a phone whose code does not load says so', async () => {
  const page = await openPage(sharedShop(), { viewport: PHONE, expected: [...SIGNED_OUT, 'failed /assets/*'] })
  await page.route('**/assets/side-menu-dialog-*.js', (route) => route.abort('failed'))
  await page.goto('/about')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expectSeen(page.getByRole('alert').filter({ hasText: 'The menu could not be loaded. Please try again.' }))
})

test('a size guide wider than a phone says so and keeps its sizes visible', async () => {
  const { page } = await openProduct({ viewport: { width: 320, height: 640 } })
  await page.getByRole('button', { name: 'Size guide' }).click()
  const region = page.getByRole('dialog', { name: 'Size guide' }).getByRole('region', { name: 'Measurements' })
  await expectSeen(page.getByText(/^Scroll sideways to see all \d measurements\.$/))
  await expect.poll(() => region.getAttribute('data-cut')).toBe('true')
  const size = region.getByRole('rowheader').first()
  const before = await size.boundingBox()
  await region.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
  await expect.poll(() => region.getAttribute('data-cut')).toBe('false')
  await expect.poll(() => size.boundingBox()).toEqual(before)
})

test('a card below a product leads to that product, also in server-rendered HTML', async () => {
  const { page } = await openProduct()
  const answer = await page.context().request.get(page.url())
  const served = await answer.text()
  const card = page.getByRole('region', { name: 'Featured Pants' }).getByRole('listitem').first()
  const name = (await card.getByRole('heading', { level: 3 }).textContent()) ?? ''
  const address = await card.getByRole('link', { name: 'View Product →' }).getAttribute('href')
  expect(address).toMatch(/^\/product\/[\da-f]{24}$/)
  expect(served).toContain(`href="${address}"`)
  await card.hover()
  await card.getByRole('link', { name: 'View Product →' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name, exact: true }))
})

test('a product prints on one page: its picture, name, price, sizes and description', async () => {
  const { page, product } = await openProduct({ colorScheme: 'dark' })
  await page.emulateMedia({ media: 'print' })
  for (const text of ['Skip to content', 'Explore More', 'Free Shipping on orders over ₹999']) {
    await expectGone(page.getByText(text, { exact: true }))
  }
  await expectGone(page.getByRole('button', { name: 'Add to Cart' }))
  await expectSeen(page.getByRole('heading', { level: 1, name: NAME }))
  await expectSeen(page.getByRole('main').getByText('Pictures in the demo catalogue are rendered.'))
  await expectSeen(page.getByText(product.description))
  await expectSeen(page.getByRole('group', { name: 'Size' }))
  await expectSeen(page.getByRole('main').locator('img').first())
  await expect.poll(() => countPages(page)).toBe(1)
})

test('an order prints with its number and its lines, without the shop’s frame and buttons', async () => {
  const { order, customer } = await placeOrder()
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  await apiOf(page).login({ email: customer.email, password: customer.password })
  await page.goto('/user-profile')
  await page.emulateMedia({ media: 'print' })
  await expectSeen(page.getByRole('heading', { name: `Order #${order._id.slice(-6).toUpperCase()}` }))
  await expectSeen(page.getByText(order.products[0]?.product.name ?? ''))
  await expectGone(page.getByText('Skip to content'))
  await expectGone(page.getByRole('button', { name: 'Buy again' }))
  await expectGone(page.getByRole('contentinfo'))
  await expect.poll(() => countPages(page)).toBe(1)
})
