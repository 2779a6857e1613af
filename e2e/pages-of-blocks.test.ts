import type { Locator, Page } from 'playwright-core'

import { expect, onTestFinished, test } from 'vitest'

import { expectFocused } from './expect-focused.ts'
import { expectGoodInEveryLook } from './axe.ts'
import { chooseRadio, expectGone, expectSeen, openPage, ownShop } from './journey.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { apiOf, signInAdmin } from './sign-in.ts'
import { LAPTOP } from './viewports.ts'
import { expectSaid } from './toasts.ts'
import { jpegPicture } from '#test/pictures.ts'

/** Drags from the middle of one thing to that of another by finger. */
async function dragByFinger(page: Page, from: Locator, to: Locator): Promise<void> {
  const touches = await page.context().newCDPSession(page)
  await to.scrollIntoViewIfNeeded()
  const middleOf = async (place: Locator) => {
    const { x, y, width, height } = (await place.boundingBox())!
    return { x: x + width / 2, y: y + height / 2 }
  }
  const [start, end] = [await middleOf(from), await middleOf(to)]
  await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] })
  await touches.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [end] })
  await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await touches.detach()
}

test('the owner makes a page of blocks, sees it beside the form, publishes it and replaces the home page', async () => {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const page = await openPage(shop, { expected: [...SIGNED_OUT, '400 /api/admin/pages/*', '400 /pages/preview/*'] })
  await signInAdmin(page, shop.admin)
  await page.goto('/admin/pages')
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Pages' }))
  await page.getByLabel('Title of a new page').fill('Our cloth')
  await page.getByRole('button', { name: 'Create Page' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Our cloth' }))

  const blocks = page.getByRole('region', { name: 'Blocks' })
  const add = async (label: string) => {
    await blocks.getByRole('button', { name: 'Add block' }).click()
    await blocks
      .getByRole('button', { name: new RegExp(`^${label}`) })
      .last()
      .click()
  }
  await add('Statement')
  const preview = page.frameLocator('iframe[title="Preview of the draft"]')
  await blocks.getByLabel('Sentence').fill('Cotton from Erode')
  await expectSeen(preview.getByText('Cotton from Erode'))
  await expect
    .poll(() => blocks.getByLabel('Sentence').evaluate((field) => field === document.activeElement))
    .toBe(true)
  await blocks.getByLabel('The button leads to').fill('javascript:alert(1)')
  await expectSeen(page.getByText('The preview is as it was before the last change.', { exact: false }))
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expectSeen(blocks.getByText('A path of the shop, such as /categories/shirts, or an address').last())
  await blocks.getByLabel('The button leads to').fill('/getproducts')
  await blocks.getByLabel('Button', { exact: true }).fill('See all')
  await add('Row of products')
  await blocks.getByLabel('Title of the row').fill('Just made')
  await add('Pair of pictures')
  const heic = { name: 'a.heic', mimeType: 'image/heic', buffer: Buffer.from('a picture of another phone') }
  await blocks.getByLabel('First picture: file').setInputFiles(heic)
  await expectSeen(blocks.getByText('This browser cannot read HEIC pictures.'))
  await blocks
    .getByLabel('First picture: file')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await jpegPicture() })
  await expectSeen(blocks.getByRole('button', { name: 'Replace first picture' }))
  await expectGone(blocks.getByText('This browser cannot read HEIC pictures.'))
  await blocks.getByLabel('Line under the first').fill('The loom')
  await blocks.getByRole('button', { name: 'Move up Pair of pictures 3' }).press('Enter')
  await expectFocused(blocks.getByRole('button', { name: 'Move up Pair of pictures 2' }))
  await blocks.getByRole('button', { name: 'Close', exact: true }).click()
  const [first, second] = [blocks.getByRole('listitem').nth(0), blocks.getByRole('listitem').nth(1)]
  await dragByFinger(page, first.getByTitle('Drag to another place'), second)
  await expectSeen(blocks.getByRole('listitem', { name: 'Pair of pictures 1' }))
  await second.getByTitle('Drag to another place').dragTo(first)
  await expectSeen(blocks.getByRole('listitem', { name: 'Statement 1' }))
  await blocks.getByRole('button', { name: 'Pair of pictures 2' }).first().click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expectSaid(page, 'Draft saved.')
  await expectSeen(preview.getByText('Cotton from Erode'))

  await blocks.getByRole('button', { name: 'Delete Statement 1' }).click()
  await expectFocused(blocks.getByRole('button', { name: 'Delete Pair of pictures 1' }))
  await expectGone(blocks.getByText('Cotton from Erode'))
  await blocks.getByLabel('Line under the first').fill('The old loom')
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expectSeen(blocks.getByText('Cotton from Erode'))
  await expect.poll(() => blocks.getByLabel('Line under the first').inputValue()).toBe('The old loom')
  await expectGoodInEveryLook(page)
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expectSaid(page, 'Page published.')
  await expectSeen(page.getByText('Visitors see this'))

  await page.getByRole('link', { name: 'All pages' }).click()
  await page.getByRole('button', { name: 'Delete Our cloth' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expectGone(page.getByRole('link', { name: 'Our cloth' }))
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expectSeen(page.getByRole('link', { name: 'Our cloth' }))
  await expectGoodInEveryLook(page)

  await page.goto('/pages/our-cloth')
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Our cloth' }))
  await expectSeen(page.getByRole('region', { name: 'Just made' }))
  await expectGoodInEveryLook(page)

  await page.goto('/admin/pages/home')
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Home' }))
  await expectSeen(preview.getByText('Next-Gen Fashion'))
  await blocks.getByRole('button', { name: 'Hero 1', exact: false }).first().click()
  await blocks.getByLabel('Headline').fill('KURTAS\nFOR EVERY DAY')
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expectSaid(page, 'Page published.')
  await page.setViewportSize(LAPTOP)
  await page.goto('/contact')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'KURTAS' }))
  await page.goBack()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Contact' }))
  await page.goto('/')
  await expectSeen(page.getByRole('heading', { level: 1, name: 'KURTAS' }))
  await expectSeen(page.getByText('Featured Collections'))
})

test('a page is seen at both widths and in both themes, published at a time, and an earlier version comes back', async () => {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const page = await openPage(shop, { expected: [...SIGNED_OUT, '404 /api/page-previews/*', '404 /pages/preview/*'] })
  await signInAdmin(page, shop.admin)
  const { page: made } = await apiOf(page).createPage({ title: 'Our mill' })
  await page.goto(`/admin/pages/${made._id}`)
  const blocks = page.getByRole('region', { name: 'Blocks' })
  const frame = page.locator('iframe[title="Preview of the draft"]')
  const preview = page.frameLocator('iframe[title="Preview of the draft"]')
  await blocks.getByRole('button', { name: 'Add block' }).click()
  await blocks.getByRole('button', { name: /^Statement/ }).click()
  // A new block has words already, so that there is something to see.
  await expectSeen(preview.getByText('Fewer pieces. Better cut. Worn for years.'))
  await blocks.getByLabel('Sentence').fill('Woven in Erode')
  await expectSeen(preview.getByText('Woven in Erode'))

  const widthOf = () => frame.evaluate((element) => (element as HTMLIFrameElement).contentWindow?.innerWidth)
  const themeOf = () => preview.locator('html').getAttribute('data-theme')
  await expect.poll(widthOf).toBe(390)
  await expect.poll(themeOf).toBe('light')
  await chooseRadio(page.getByRole('radio', { name: 'Computer' }))
  await expect.poll(widthOf).toBe(1280)
  await chooseRadio(page.getByRole('radio', { name: 'Dark' }))
  await expect.poll(themeOf).toBe('dark')
  await expectSeen(preview.getByText('Woven in Erode'))

  await blocks.getByRole('button', { name: 'Copy Statement 1' }).click()
  await expectSeen(blocks.getByRole('listitem', { name: 'Statement 2' }))
  await expect.poll(() => preview.getByText('Woven in Erode').count()).toBe(2)
  await blocks.getByRole('button', { name: 'Hide Statement 2' }).click()
  await expectSeen(blocks.getByText('Hidden', { exact: true }))
  await expect.poll(() => preview.getByText('Woven in Erode').count()).toBe(1)
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expectSaid(page, 'Page published.')

  await blocks.getByLabel('Sentence').fill('Woven in Salem')
  await page.getByLabel('Publish at').fill('2040-05-01T09:30')
  await page.getByRole('button', { name: 'Set the time' }).click()
  await expectSeen(page.getByText(/^The draft will be published .*2040/))
  await page.getByRole('button', { name: 'Take the time back' }).click()
  await expectSeen(page.getByLabel('Publish at'))
  const shown = async () => JSON.stringify((await apiOf(page).getBlockPage('our-mill')).blocks)
  await expect.poll(shown).toContain('Erode')
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expectSaid(page, 'Page published.')
  await expect.poll(shown).toContain('Salem')
  await page.getByRole('button', { name: 'Bring back version 1' }).click()
  await expect.poll(() => blocks.getByLabel('Sentence').inputValue()).toBe('Woven in Erode')
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect.poll(shown).toContain('Erode')

  const old = (await page.getByRole('link', { name: 'Open the saved draft' }).getAttribute('href')) ?? ''
  await page.getByRole('button', { name: 'Make a new link' }).click()
  await expectSaid(page, 'The link is new.')
  await expect.poll(() => page.getByRole('link', { name: 'Open the saved draft' }).getAttribute('href')).not.toBe(old)
  await expectSeen(preview.getByText('Woven in Erode'))
  await expectGoodInEveryLook(page)
  await page.goto(old)
  await expectGone(page.getByText('Woven in Erode'))
})
