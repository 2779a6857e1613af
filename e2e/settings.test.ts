import { expect, onTestFinished, test } from 'vitest'

import { expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage, ownShop } from './journey.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { signInAdmin } from './sign-in.ts'
import { tabTo } from './tab-to.ts'
import { expectSaid } from './toasts.ts'
import { plain } from '#test/pictures.ts'

async function openSettings() {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const page = await openPage(shop, { expected: [...SIGNED_OUT, '400 /api/admin/settings'] })
  await signInAdmin(page, shop.admin)
  await page.goto('/admin/settings')
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Settings' }))
  return page
}

test('the owner enters who sells, is told what is wrong beside the field, and undoes a change in one click', async () => {
  const page = await openSettings()
  const care = page.getByRole('region', { name: 'Customer care' })
  await care.getByLabel('E-mail').fill('nobody')
  await care.getByLabel('Phone').fill('+91 80 4567 8901')
  await care.getByRole('button', { name: 'Save Customer care' }).click()
  await expectSeen(care.getByText('Please enter a valid e-mail address.'))
  await expect.poll(() => care.getByLabel('Phone').inputValue()).toBe('+91 80 4567 8901')
  await expect.poll(() => care.getByLabel('E-mail').evaluate((field) => field === document.activeElement)).toBe(true)
  await care.getByLabel('E-mail').fill('care@shop.example')
  await care.getByRole('button', { name: 'Save Customer care' }).click()
  await expectSaid(page, 'Settings saved.')

  const seller = page.getByRole('region', { name: 'Seller' })
  await seller.getByLabel('City').fill('Pune')
  await care.getByRole('button', { name: 'Undo Customer care: Phone' }).click()
  await expect.poll(() => care.getByLabel('Phone').inputValue()).toBe('')
  await expect.poll(() => care.getByLabel('E-mail').inputValue()).toBe('care@shop.example')
  await expect.poll(() => seller.getByLabel('City').inputValue()).toBe('Pune')

  const orders = page.getByRole('link', { name: /^Orders/ }).first()
  await orders.click()
  const question = page.getByRole('alertdialog')
  await expectSeen(question.getByText('Leave without saving your changes?'))
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect.poll(() => seller.getByLabel('City').inputValue()).toBe('Pune')
  await seller.getByLabel('City').fill('')

  await care.getByRole('button', { name: 'Versions Customer care: Phone' }).click()
  await expectSeen(care.getByText('+91 80 4567 8901'))
  await care.getByRole('button', { name: 'Bring back' }).first().click()
  await expect.poll(() => care.getByLabel('Phone').inputValue()).toBe('+91 80 4567 8901')
  await orders.click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Admin Order Dashboard' }))
  await page.goto('/seller')
  await expectSeen(page.getByRole('main').getByText('+91 80 4567 8901'))
  await expectSeen(page.getByRole('main').getByRole('link', { name: 'care@shop.example' }))
})

test('a policy is previewed before it is saved, and its page shows when it was changed', async () => {
  const page = await openSettings()
  const policies = page.getByRole('region', { name: 'Policies' })
  const text = policies.getByLabel('Returns and refunds', { exact: true })
  await text.fill('## Back in {returnDays} days\n\nWrite to <b>us</b>: [here](/contact)')
  await policies.getByRole('button', { name: 'Preview Returns and refunds' }).click()
  await expectSeen(policies.getByText('Write to <b>us</b>: here'))
  await expectGoodInEveryLook(page)
  await policies.getByRole('button', { name: 'Close preview' }).click()
  await expectGone(policies.getByText('Write to <b>us</b>: here'))
  await policies.getByRole('button', { name: 'Save Policies' }).click()
  await expectSaid(page, 'Settings saved.')
  await page.goto('/returns')
  await expectSeen(page.getByText(/^Last changed \d{1,2} \w+ \d{4}$/))
  await expectSeen(page.getByRole('link', { name: 'here' }))
})

test('a setting is changed and undone by keyboard alone', async () => {
  const page = await openSettings()
  const shopName = page.getByLabel('Shop name')
  await tabTo(page, shopName)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Khadi House')
  await page.keyboard.press('Enter')
  const undo = page.getByRole('button', { name: 'Undo Shop: Shop name' })
  await expectSeen(undo)
  await tabTo(page, undo)
  await page.keyboard.press('Enter')
  await expect.poll(() => shopName.inputValue()).toBe('Selvedge')
})

test('the owner replaces logo and hero picture, sees them on the shop, and undoes it', async () => {
  const page = await openSettings()
  const shown = (selector: string) =>
    page
      .locator(selector)
      .evaluate((image) => (image as HTMLImageElement).complete && (image as HTMLImageElement).naturalWidth)
  await page.goto('/')
  await expect.poll(() => shown('main picture img')).toBeGreaterThan(0)
  await page.goto('/admin/settings')
  const shopGroup = page.getByRole('region', { name: 'Shop', exact: true })
  const file = async (width: number, height: number) => ({
    name: 'picture.png',
    mimeType: 'image/png',
    buffer: await plain('#24507a', { width, height }).png().toBuffer(),
  })
  const saved = page.getByRole('status').filter({ hasText: 'Picture saved.' })
  await shopGroup.getByLabel('Logo: file').setInputFiles(await file(640, 160))
  await expectSeen(saved.first())
  await expectSeen(shopGroup.getByRole('img', { name: 'Logo as it is now' }))
  await shopGroup.getByLabel('Hero picture: file').setInputFiles(await file(1000, 1250))
  await expectSeen(shopGroup.getByRole('img', { name: 'Hero picture as it is now' }))
  await shopGroup.getByLabel('What the hero picture shows').fill('A blue shirt')
  await shopGroup.getByRole('button', { name: 'Save Shop' }).click()
  await expectSaid(page, 'Settings saved.')
  // The fixed header may cover a part of a link after scrolling.
  await page.evaluate('scrollTo(0, 0)')
  await expectGoodInEveryLook(page)

  await page.goto('/')
  await expectSeen(page.getByRole('img', { name: 'A blue shirt' }))
  await expect.poll(() => shown('header .logo')).toBe(320)
  await expectSeen(page.getByRole('banner').getByRole('link', { name: 'Selvedge, home' }))
  await expectGoodInEveryLook(page)

  await page.goto('/admin/settings')
  await shopGroup.getByRole('button', { name: 'Undo Shop: Logo' }).click()
  await expectSeen(shopGroup.getByRole('button', { name: 'Choose logo' }))
  await page.goto('/')
  await expectSeen(page.getByRole('banner').getByText('Selvedge'))
})
