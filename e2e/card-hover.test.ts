import sharp from 'sharp'
import { expect, test } from 'vitest'

import { contrastRatio } from '#test/contrast-ratio.ts'

import { SIGNED_OUT } from './page-errors.ts'
import { expectSeen, openPage, sharedShop } from './journey.ts'
import { PHONE } from './viewports.ts'

const hexOf = (channels: readonly number[]) =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

/** Makes every picture white and hides the texts without changing the layout. */
const WHITE_PICTURES = `
  .picture { filter: brightness(0) invert(1); }
  .card-overlay-text > * { visibility: hidden; }
`

test.each([
  { look: 'light, under the mouse', visit: { colorScheme: 'light' } },
  { look: 'dark, under the mouse', visit: { colorScheme: 'dark' } },
] as const)('the words over a card can be read on the whitest picture: $look', async ({ visit }) => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT, ...visit })
  await page.goto('/')
  await page.addStyleTag({ content: WHITE_PICTURES })
  for (const name of ['Featured Shirts', 'Featured T-Shirts']) {
    const card = page.getByRole('region', { name }).getByRole('listitem').first()
    await card.scrollIntoViewIfNeeded()
    await card.hover()
    const overlay = card.locator('.card-overlay')
    await expect.poll(() => overlay.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
    const word = overlay.locator('p').first()
    const colour = await word.evaluate((element) => getComputedStyle(element).color)
    const box = await word.boundingBox()
    if (!box) throw new Error('The card has no words.')
    const ground = await sharp(await page.screenshot({ clip: { ...box, height: 4 } })).stats()
    const brightest = ground.channels.slice(0, 3).map(({ max }) => max)
    const ratio = contrastRatio(hexOf((colour.match(/\d+/g) ?? []).map(Number)), hexOf(brightest))
    expect(ratio, `${colour} on ${hexOf(brightest)} in ${name}`).toBeGreaterThanOrEqual(4.5)
  }
})

test('on a touch screen nothing covers a picture at rest, and the whole card is the link', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT, viewport: PHONE, isTouch: true })
  await page.goto('/')
  const card = page.getByRole('region', { name: 'Featured Pants' }).getByRole('listitem').first()
  await card.scrollIntoViewIfNeeded()
  const overlay = card.locator('.card-overlay')
  await expect.poll(() => overlay.evaluate((element) => getComputedStyle(element).opacity)).toBe('0')
  const name = await card.getByRole('heading', { level: 3 }).boundingBox()
  await page.touchscreen.tap((name?.x ?? 0) + 5, (name?.y ?? 0) + 5)
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Category: pants' }))
})

test('a card of a list shows its second picture under the mouse, and has none on a phone', async () => {
  const laptop = await openPage(sharedShop(), { expected: SIGNED_OUT })
  await laptop.goto('/getproducts')
  const card = laptop.getByRole('article').first()
  const second = card.locator('.second-picture')
  const opacity = () => second.evaluate((element) => getComputedStyle(element).opacity)
  await expect.poll(opacity).toBe('0')
  await card.hover()
  await expect.poll(opacity).toBe('1')
  const isLoaded = () => second.locator('img').evaluate((picture) => (picture as HTMLImageElement).naturalWidth > 0)
  await expect.poll(isLoaded).toBe(true)

  const phone = await openPage(sharedShop(), { expected: SIGNED_OUT, viewport: PHONE, isTouch: true })
  await phone.goto('/getproducts')
  await phone.locator('html:not([data-hydrating])').waitFor()
  await expect.poll(() => phone.getByRole('article').count()).toBe(12)
  await expect.poll(() => phone.locator('.second-picture').count()).toBe(0)
})

test('on a touch screen the words of a card of a list lead to its product, and its buttons do what they say', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT, viewport: PHONE, isTouch: true })
  await page.goto('/getproducts')
  await page.locator('html:not([data-hydrating])').waitFor()
  const card = page.getByRole('article').first()
  const name = await card.getByRole('heading', { level: 2 }).innerText()
  await card.getByRole('button', { name: `Save ${name}` }).tap()
  await expect.poll(() => card.getByRole('button', { name: `Save ${name}` }).getAttribute('aria-pressed')).toBe('true')
  await card.getByRole('button', { name: `Add ${name}`, exact: true }).tap()
  await expectSeen(page.getByRole('group', { name: `Sizes of ${name}` }))
  await page.keyboard.press('Escape')
  const box = await card.getByRole('heading', { level: 2 }).boundingBox()
  if (!box) throw new Error('The card has no name.')
  // The price is the next line.
  await page.touchscreen.tap(box.x + 5, box.y + box.height + 8)
  await expectSeen(page.getByRole('heading', { level: 1, name }))
})
