import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { MAIL_NAMES, type MailName } from '#contract/words/mail-names.ts'
import { mailHtml } from '#app/mails/mail-html.ts'
import { subjectOf, type MailShop } from '#contract/words/mail-content.ts'
import { mailText } from '#server/mails/transport/mail-bodies.ts'
import { MAILS } from '#server/mails/mail-list.ts'

import { expectAccessible, expectGoodInEveryLook, expectNoOverflow } from './axe.ts'
import { expectSeen, openPage, sharedShop } from './journey.ts'
import { signInAdmin } from './sign-in.ts'
import { PHONE } from './viewports.ts'

const SHOP: MailShop = {
  shopName: 'Selvedge',
  publicUrl: 'http://localhost:1',
  isSandbox: true,
  seller: ['Selvedge Clothing Private Limited', '14, Weavers’ Colony', 'Bengaluru 560001', 'Karnataka'],
  care: ['care@shop.example', '9876543210'],
}
/** The mails' pictures cannot be loaded, as in a mail program that shows none. */
const PRODUCTS = [
  { _id: 'a', name: 'Washed Oxford Shirt', image: '/api/products/image/a/0' },
  { _id: 'b', name: `Pneumonoultramicroscopic${'-very-long'.repeat(8)}`, image: null },
]
const WITHOUT_PICTURES = ['failed /api/*']
const COLOURS = ['color-contrast', 'link-in-text-block', 'image-alt', 'document-title', 'html-has-lang']

async function showMail(page: Page, html: string): Promise<void> {
  // A page of the shop would apply its policy to the mail.
  await page.goto('about:blank')
  await page.setContent(html)
}

const squeezed = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** The words and the addresses of a mail, as its plain text has them. */
function saidIn(name: MailName): { words: string[]; urls: string[] } {
  const text = mailText(MAILS[name].example(SHOP, PRODUCTS), SHOP)
  const lines = text.split('\n').filter((line) => line !== '')
  const urls = lines.flatMap((line) => /https?:\/\/\S+/.exec(line)?.[0] ?? [])
  const words = lines.flatMap((line) =>
    line
      .replace(/https?:\/\/\S+/, '')
      .split(/[:,×()]|, | each/)
      .map(squeezed)
      .filter((part) => part !== ''),
  )
  return { words, urls }
}

test('the owner’s logo heads a mail in its own proportions, and its name where pictures are not shown', async () => {
  const logo = { src: 'http://localhost:1/api/pictures/none?w=320', width: 900, height: 300 }
  const html = mailHtml(MAILS['order-received'].example(SHOP, PRODUCTS), { ...SHOP, logo })
  const page = await openPage(sharedShop(), { expected: WITHOUT_PICTURES })
  await showMail(page, html)
  await page.setViewportSize({ width: 320, height: 800 })
  const picture = page.getByRole('img', { name: 'Selvedge', exact: true })
  await expectSeen(picture)
  await expect.poll(() => picture.boundingBox()).toMatchObject({ width: 120, height: 40 })
  await expectNoOverflow(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, ', with a logo', COLOURS)
})

test.each(MAIL_NAMES)('the mail %s is legible at 320 and 600 px, in light and dark, without pictures', async (name) => {
  const content = MAILS[name].example(SHOP, PRODUCTS)
  expect(content.name).toBe(name)
  const html = mailHtml(content, SHOP)
  expect(subjectOf(content).length).toBeLessThanOrEqual(61)
  const page = await openPage(sharedShop(), { expected: WITHOUT_PICTURES })
  await showMail(page, html)
  for (const width of [320, 600]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoOverflow(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, `, ${name}, ${width} px wide, ${colorScheme}`, COLOURS)
      const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      expect(paper).toBe(colorScheme === 'light' ? 'rgb(245, 243, 239)' : 'rgb(13, 15, 21)')
    }
  }
  const shown = squeezed(await page.locator('body').innerText()).toLowerCase()
  const links = await page.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  const { words, urls } = saidIn(name)
  expect(words.filter((part) => !shown.includes(part.toLowerCase()))).toEqual([])
  expect(urls.filter((url) => !links.includes(url))).toEqual([])
})

test('an administrator looks at every mail in both widths and looks', async () => {
  const page = await openPage(sharedShop(), { expected: ['401 /api/users/me'] })
  await signInAdmin(page, sharedShop().admin)
  await page.goto('/admin/mails')
  const list = page.getByRole('navigation', { name: 'Mails' })
  await expect.poll(() => list.getByRole('link').count()).toBe(MAIL_NAMES.length)
  await expectGoodInEveryLook(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await list.getByRole('link', { name: /^Order shipped/ }).click()
  const wide = page.getByTitle('Order shipped, 600 px, light')
  await expectSeen(wide)
  await expect.poll(async () => (await wide.boundingBox())?.width).toBe(600)
  await page.setViewportSize(PHONE)
  const shownWidth = () =>
    wide.evaluate((frame) => [frame.getBoundingClientRect().width, frame.parentElement?.parentElement?.clientWidth])
  await expect.poll(async () => (await shownWidth())[0]).toBeLessThan(PHONE.width)
  const missing = async () => {
    const [shown = 0, room = 0] = await shownWidth()
    return Math.abs(room - shown)
  }
  await expect.poll(missing).toBeLessThan(0.5)
  await expect.poll(() => wide.evaluate((frame) => frame.clientWidth)).toBeGreaterThan(590)
  await page.getByRole('link', { name: '320 px' }).click()
  await expectSeen(page.getByTitle('Order shipped, 320 px, light'))
  await page.getByRole('link', { name: 'Dark', exact: true }).click()
  const frame = page.frameLocator('iframe[title="Order shipped, 320 px, dark"]')
  await expectSeen(frame.getByRole('heading', { name: 'Shipped: your order #DC6669' }))
  const paper = () => frame.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
  await expect.poll(paper).toBe('rgb(13, 15, 21)')
  const width = () => frame.locator('body').evaluate((body) => body.ownerDocument.documentElement.clientWidth)
  await expect.poll(width).toBeLessThanOrEqual(320)
})
