import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'

import { plain } from '#test/pictures.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { chooseRadio, expectGone, expectSeen, openPage } from './journey.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { serveShop } from './serve.ts'
import { apiOf } from './sign-in.ts'
import { PHONE } from './viewports.ts'
import { expectSaid } from './toasts.ts'

/** What only the shop that others see first may say: its goods, its words and its people. */
const OF_THE_DEMO =
  /selvedge|shirt|pants|co-ord|lowers|jean|chino|denim|overshirt|designed\b|tomorrow|next-gen|cut in-house|menswear|cutter|mehta|nair\b|tape &(?:amp;)? chalk|rendered|\/hero[.-]/gi

/** What the hand of an owner on a phone takes: a press, and a key. */
const PRESS_SECONDS = 1.5
const KEYS_PER_SECOND = 5

/** Does what an owner does, and counts it. */
function createHand() {
  let presses = 0
  let keys = 0
  return {
    async press(target: Locator): Promise<void> {
      presses += 1
      await target.click()
    },
    async choose(radio: Locator): Promise<void> {
      presses += 1
      await chooseRadio(radio)
    },
    async type(field: Locator, text: string): Promise<void> {
      presses += 1
      keys += text.length
      await field.fill(text)
    },
    async select(field: Locator, label: string): Promise<void> {
      presses += 2
      await field.selectOption({ label })
    },
    /** The gallery of the phone opens, and a picture is pressed. */
    async pick(field: Locator, name: string, colour: string): Promise<void> {
      presses += 3
      const buffer = await plain(colour, { width: 900, height: 1125 }).jpeg().toBuffer()
      await field.setInputFiles({ name, mimeType: 'image/jpeg', buffer })
    },
    minutes: () => (presses * PRESS_SECONDS + keys / KEYS_PER_SECOND) / 60,
  }
}
type Hand = ReturnType<typeof createHand>

async function answerSixQuestions(page: Page, hand: Hand): Promise<void> {
  await hand.press(page.getByRole('link', { name: 'Make the shop yours in six answers' }))
  await hand.type(page.getByLabel('Shop name'), 'Kurta Ghar')
  await hand.type(page.getByLabel('Line under the name'), 'Kurtas of handloom cotton, sewn in Jaipur.')
  await hand.type(page.getByLabel('Categories', { exact: true }), 'Kurtas')
  await hand.choose(page.getByRole('radio', { name: /^Indigo/ }))
  await hand.type(page.getByLabel('Building and street'), '7, Chameli Market')
  await hand.type(page.getByLabel('City'), 'Jaipur')
  await hand.select(page.getByLabel('State'), 'Rajasthan')
  await hand.type(page.getByLabel('PIN code'), '302001')
  await hand.press(page.getByLabel('I have read these texts, and they are true of my shop'))
  await hand.press(page.getByRole('button', { name: 'Save my shop' }))
  await hand.press(page.getByRole('link', { name: 'Next: your first product' }))
}

const KURTAS = [
  ['Chikan Kurta', '1899', 'White cotton with hand embroidery.', '#dfe6ec'],
  ['Bandhani Kurta', '2299', 'Tied and dyed by hand, in red.', '#8f2f35'],
  ['Indigo Kurta', '1699', 'Dabu print on khadi.', '#27456f'],
] as const

async function createKurtas(page: Page, hand: Hand): Promise<void> {
  const form = page.getByRole('region', { name: 'Create Product' })
  for (const [name, price, description, colour] of KURTAS) {
    await hand.type(form.getByLabel('Name'), name)
    await hand.type(form.getByLabel('Price', { exact: true }), price)
    await hand.type(form.getByLabel('Discounted price'), price)
    await hand.select(form.getByLabel('Category'), 'Kurtas')
    for (const [index, size] of ['38', '40', '42'].entries()) {
      await hand.press(form.getByRole('button', { name: 'Add a size' }))
      await hand.type(form.getByLabel(`Size ${index + 1}`, { exact: true }), size)
      await hand.type(form.getByLabel(`Pieces of ${size}`, { exact: true }), '4')
    }
    await hand.type(form.getByLabel('Description'), description)
    await hand.pick(form.getByLabel('Images'), `${name}.jpg`, colour)
    await hand.press(form.getByRole('button', { name: 'Create Product' }))
    await expectSeen(page.getByRole('status').filter({ hasText: `Created: ${name}` }))
  }
}

async function addBlock(page: Page, hand: Hand, label: string): Promise<Locator> {
  const blocks = page.getByRole('region', { name: 'Blocks' })
  await hand.press(blocks.getByRole('button', { name: 'Add block' }))
  await hand.press(blocks.getByRole('button', { name: new RegExp(`^${label}`) }).last())
  return blocks
}

async function publish(page: Page, hand: Hand): Promise<void> {
  await hand.press(page.getByRole('button', { name: 'Publish now' }))
  await expectSaid(page, 'Page published.')
}

async function writeHomeAndAbout(page: Page, hand: Hand): Promise<void> {
  await page.goto('/admin/pages')
  await hand.press(page.getByRole('link', { name: 'Home', exact: true }))
  const blocks = page.getByRole('region', { name: 'Blocks' })
  await hand.press(blocks.getByRole('button', { name: /^Statement 1/ }))
  await hand.type(blocks.getByLabel('Sentence'), 'Kurtas for every day')
  await addBlock(page, hand, 'Row of products')
  await hand.type(blocks.getByLabel('Title of the row'), 'Just sewn')
  await addBlock(page, hand, 'Row of categories')
  await publish(page, hand)

  await page.goto('/admin/pages')
  await hand.press(page.getByRole('link', { name: 'About', exact: true }))
  await hand.press(blocks.getByRole('button', { name: /^Statement 1/ }))
  await hand.type(
    blocks.getByLabel('Text', { exact: true }),
    'My mother began with one loom. Today six women sew what we sell.',
  )
  await publish(page, hand)
}

async function makePage(
  page: Page,
  hand: Hand,
  [title, text, place]: readonly [string, string, string],
): Promise<void> {
  await page.goto('/admin/pages')
  await hand.type(page.getByLabel('Title of a new page'), title)
  await hand.press(page.getByRole('button', { name: 'Create Page' }))
  await expectSeen(page.getByRole('heading', { level: 1, name: title }))
  const blocks = await addBlock(page, hand, 'Text')
  await hand.type(blocks.getByLabel('Heading', { exact: true }), '')
  await hand.type(blocks.getByLabel('Text', { exact: true }), text)
  await hand.select(page.getByLabel('Linked'), place)
  await publish(page, hand)
}

const OWN_PAGES = [
  ['Our weavers', 'Every metre comes from looms that we can walk to.', 'In the menu'],
  ['Care', 'Wash cold, dry in the shade.', 'In the menu and the footer'],
] as const

test('the owner of an empty real shop opens a shop for kurtas on a phone within half an hour, and no word in it is another’s', async () => {
  const shop = await serveShop({ NODE_ENV: 'production', PAYMENTS: 'sandbox', RATE_LIMITS: 'on' })
  onTestFinished(async () => void (await shop.stop()))
  const page = await openPage(shop, { expected: SIGNED_OUT, viewport: PHONE, isTouch: true })
  const hand = createHand()
  await page.goto('/admin-signin')
  await hand.type(page.getByLabel('Email'), shop.admin.email)
  await hand.type(page.getByLabel('Password', { exact: true }), shop.admin.password)
  await hand.press(page.getByRole('main').getByRole('button', { name: 'Login' }))
  await page.waitForURL('**/admin/dashboard')
  await answerSixQuestions(page, hand)
  await createKurtas(page, hand)
  await writeHomeAndAbout(page, hand)
  for (const own of OWN_PAGES) await makePage(page, hand, own)
  expect(hand.minutes()).toBeLessThan(30)

  const visitor = await openPage(shop, { expected: SIGNED_OUT, viewport: PHONE, isTouch: true })
  await visitor.goto('/')
  await expectSeen(visitor.getByRole('heading', { level: 1, name: 'Kurtas for every day' }))
  await expectSeen(visitor.getByRole('region', { name: 'Just sewn' }).getByText('Chikan Kurta').first())
  const categories = visitor.getByRole('region', { name: 'Shop by category' })
  await expectSeen(categories.getByRole('link', { name: 'Kurtas 3 products' }))
  await expectGoodInEveryLook(visitor)
  await visitor.setViewportSize(PHONE)
  await visitor.getByRole('button', { name: 'Open menu' }).click()
  await visitor.getByRole('dialog').getByRole('link', { name: 'Our weavers' }).click()
  await expectSeen(visitor.getByText('looms that we can walk to'))
  await visitor.getByRole('contentinfo').getByRole('link', { name: 'Care' }).click()
  await expectSeen(visitor.getByText('Wash cold'))

  const { products } = await apiOf(visitor).listProducts({ page: 1, limit: 3 })
  expect(products.map(({ name }) => name).toSorted()).toEqual(KURTAS.map(([name]) => name).toSorted())
  // A real shop makes no stars up.
  await visitor.goto(`/product/${products[0]?._id}`)
  await expectSeen(visitor.getByText('No reviews yet').first())
  await expectGone(visitor.getByText('Sample rating'))
  const paths = ['/', '/getproducts', '/categories/kurtas', `/product/${products[0]?._id}`, '/about', '/contact']
  for (const path of [...paths, '/pages/our-weavers', '/pages/care', '/privacy', '/terms', '/shipping', '/returns']) {
    const html = await (await visitor.request.get(path)).text()
    expect({ path, words: html.match(OF_THE_DEMO) ?? [] }).toEqual({ path, words: [] })
  }
  const { shown } = await apiOf(page).previewMails({ mail: 'order-received' })
  expect(JSON.stringify(shown).match(OF_THE_DEMO)).toBe(null)
  const manifest = await (await visitor.request.get('/manifest.webmanifest')).text()
  expect(manifest.match(OF_THE_DEMO)).toBe(null)

  await visitor.goto('/contact')
  await visitor.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await expectSeen(visitor.getByRole('region', { name: 'Popular searches' }).getByRole('link', { name: 'Kurtas' }))
})
