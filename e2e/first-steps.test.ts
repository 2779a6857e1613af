import { expect, onTestFinished, test } from 'vitest'

import { pngPicture } from '#test/pictures.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { chooseRadio, expectGone, expectSeen, openPage, ownShop } from './journey.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { apiOf, signInAdmin } from './sign-in.ts'
import { LAPTOP } from './viewports.ts'
import { expectSaid } from './toasts.ts'

test('six answers make the shop of its owner, who sees it before and empties the demo', async () => {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const page = await openPage(shop, { expected: [...SIGNED_OUT, '400 /api/admin/settings', '404 /api/*'] })
  await signInAdmin(page, shop.admin)
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'Make the shop yours in six answers' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'First steps' }))
  await page.getByRole('button', { name: 'Empty the demo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty the demo' }).click()
  await expectSaid(page, 'The demo is gone: 72 products and 6 categories')
  await expectGone(page.getByRole('button', { name: 'Empty the demo' }))

  const sketch = page.getByRole('region', { name: 'As it will look' })
  await page.getByLabel('Shop name').fill('Kurta House')
  await page.getByLabel('Line under the name').fill('Kurtas of handloom cotton.')
  await page.getByLabel('Categories', { exact: true }).fill('Kurtas, Stoles, kurtas')
  await chooseRadio(page.getByRole('radio', { name: /^Indigo/ }))
  await expectSeen(sketch.getByText('Kurtas of handloom cotton.').first())
  await expectSeen(sketch.getByText('Stoles').first())
  await page.getByLabel('Building and street').fill('7, Cotton Street')
  await page.getByLabel('City').fill('Coimbatore')
  await page.getByLabel('State').selectOption('Tamil Nadu')
  await page.getByLabel('PIN code').fill('0123')
  await page.getByLabel('I have read these texts, and they are true of my shop').check()
  await page.getByRole('button', { name: 'Save my shop' }).click()
  await expectSeen(page.locator('.field-error', { hasText: 'A PIN code has six digits' }))
  await page.getByLabel('PIN code').fill('641001')
  await page.getByRole('button', { name: 'Save my shop' }).click()
  await expectSeen(page.getByRole('link', { name: 'Next: your first product' }))
  await expectGoodInEveryLook(page)
  await page.setViewportSize(LAPTOP)

  await page.goto('/about')
  await expectSeen(page.getByRole('contentinfo').getByText('Kurtas of handloom cotton.'))
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(paper).toBe('rgb(243, 245, 248)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(paper).toBe('rgb(11, 16, 27)')
  await expectGoodInEveryLook(page)
  await expectSeen(page.getByRole('heading', { level: 1, name: 'About Kurta House' }))
  await expectSeen(page.getByRole('contentinfo').getByRole('link', { name: 'Stoles' }))
  await page.goto('/')
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Kurta House' }))
  await expectGoodInEveryLook(page)
  await page.goto('/categories/stoles')
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Stoles' }))
})

test('what is typed while the demo is emptied stays, and can be saved', async () => {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const page = await openPage(shop, { expected: [...SIGNED_OUT, '404 /api/*'] })
  await signInAdmin(page, shop.admin)
  await page.goto('/admin/first-steps')
  const line = page.getByLabel('Line under the name')
  await expect.poll(() => line.inputValue()).not.toBe('')
  const { promise: isTyped, resolve: go } = Promise.withResolvers<void>()
  await page.route('**/api/admin/settings', async (route) => {
    await isTyped
    await route.fallback()
  })
  const asked = page.waitForRequest('**/api/admin/settings')
  await page.getByRole('button', { name: 'Empty the demo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty the demo' }).click()
  await asked
  await line.fill('Kurtas of handloom cotton.')
  go()
  await expectSaid(page, 'The demo is gone')
  await expect.poll(() => line.inputValue()).toBe('Kurtas of handloom cotton.')
  await page.getByRole('button', { name: 'Save my shop' }).click()
  await expectSaid(page, 'Your shop is saved.')
  const { settings } = await apiOf(page).listSettings()
  expect(settings.find(({ name }) => name === 'footerLine')?.value).toBe('Kurtas of handloom cotton.')
})

test('emptying the demo empties its words in the form, and a logo takes nothing from what is typed', async () => {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const page = await openPage(shop, { expected: [...SIGNED_OUT, '404 /api/*'] })
  await signInAdmin(page, shop.admin)
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'Make the shop yours in six answers' }).click()
  const [line, categories] = [page.getByLabel('Line under the name'), page.getByLabel('Categories', { exact: true })]
  await page.getByLabel('Shop name').fill('Kurta House')
  await page.getByRole('button', { name: 'Empty the demo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty the demo' }).click()
  await expectSaid(page, 'The demo is gone')
  await expect.poll(() => line.inputValue()).toBe('')
  await expect.poll(() => categories.inputValue()).toBe('')
  await expect.poll(() => page.getByLabel('Shop name').inputValue()).toBe('Kurta House')
  await line.fill('Kurtas of handloom cotton.')
  const isTaken = page.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.ok())
  const buffer = Buffer.from(await pngPicture())
  await page.locator('input[type="file"]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await isTaken
  await expectSeen(page.getByAltText('as it is now'))
  await expect.poll(() => line.inputValue()).toBe('Kurtas of handloom cotton.')
  await page.getByRole('button', { name: 'Save my shop' }).click()
  await expectSaid(page, 'Your shop is saved.')
  const { settings } = await apiOf(page).listSettings()
  const valueOf = (name: string) => settings.find((one) => one.name === name)?.value
  expect([valueOf('shopName'), valueOf('footerLine')]).toEqual(['Kurta House', 'Kurtas of handloom cotton.'])
})
