import { expect, onTestFinished, test } from 'vitest'

import { expectFocused } from './expect-focused.ts'
import { expectGoodInEveryLook } from './axe.ts'
import { expectSeen, openPage, ownShop } from './journey.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { signInAdmin } from './sign-in.ts'
import { LAPTOP } from './viewports.ts'
import { expectSaid } from './toasts.ts'

test('the owner writes other words, sees them in the mail before they are saved, and brings the shop’s own back', async () => {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const page = await openPage(shop, { expected: [...SIGNED_OUT, '400 /api/admin/settings'] })
  await signInAdmin(page, shop.admin)
  await page.goto('/admin/mails')
  await page.getByRole('navigation', { name: 'Shop’s look' }).getByRole('link', { name: 'Words' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Words' }))
  const places = page.getByRole('navigation', { name: 'Words', exact: true })
  await places.getByRole('link', { name: 'Order shipped' }).click()
  const words = page.getByRole('region', { name: 'Order shipped' })
  const subject = words.getByLabel('Subject', { exact: true })
  await expect.poll(() => subject.inputValue()).toBe('Shipped: your order {order}')
  await expectGoodInEveryLook(page)
  await page.setViewportSize(LAPTOP)

  await subject.fill('Off it goes: {ordr}')
  await words.getByRole('button', { name: 'Save Order shipped' }).click()
  await expectSeen(words.getByText(/^There is no \{ordr\} here\./))
  await subject.fill('Off it goes: {order}')
  await page.getByRole('button', { name: 'Preview what is typed' }).click()
  await expectSeen(page.getByRole('region', { name: 'Preview' }).getByText('Off it goes: #DC6669'))
  const mail = page.frameLocator('iframe[title="Order shipped, 600 px, light"]')
  await expectSeen(mail.getByRole('heading', { name: 'Off it goes: #DC6669' }))
  await places.getByRole('link', { name: 'Footer', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expectSeen(question.getByText('Leave without saving your changes?'))
  await question.getByRole('button', { name: 'Stay' }).click()
  await words.getByRole('button', { name: 'Save Order shipped' }).click()
  await expectSaid(page, 'Settings saved.')

  await places.getByRole('link', { name: 'Footer', exact: true }).click()
  const line = page.getByLabel('Line under the name')
  await line.fill('Kurtas of {shop}, cut by hand.')
  await page.getByRole('button', { name: 'Save Footer' }).click()
  await expectSeen(page.getByRole('button', { name: 'Back to the shop’s own Footer: Line under the name' }))
  await page.goto('/about')
  await expectSeen(page.getByRole('contentinfo').getByText('Kurtas of Selvedge, cut by hand.'))
  await page.goto('/admin/words/footer')
  await page.getByRole('button', { name: 'Back to the shop’s own Footer: Line under the name' }).click()
  await expect.poll(() => line.inputValue()).toBe('Original menswear, cut in-house. Worn every day, kept for years.')
})

test('the owner writes the menu: a link is added, moved and shown, and one to what is not there is not', async () => {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const page = await openPage(shop, { expected: SIGNED_OUT })
  await signInAdmin(page, shop.admin)
  await page.goto('/admin/words/menu-and-footer')
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Menu and footer' }))
  await expectGoodInEveryLook(page)
  await page.setViewportSize(LAPTOP)
  const menu = page.getByRole('group', { name: 'Menu', exact: true })
  const add = menu.getByRole('button', { name: 'Add a link to Menu' })
  for (const [line, label, to] of [
    [6, 'Only jeans', '/categories/jeans'],
    [7, 'Nothing', '/categories/nothing'],
  ] as const) {
    await add.click()
    await menu.getByLabel(`Label of line ${line}, Menu`).fill(label)
    await menu.getByLabel(`Leads to of line ${line}, Menu`).fill(to)
  }
  await menu.getByRole('button', { name: 'Move line 6 of Menu up' }).press('Enter')
  await expectFocused(menu.getByRole('button', { name: 'Move line 5 of Menu up' }))
  await add.click()
  await menu.getByRole('button', { name: 'Remove line 8 of Menu' }).press('Enter')
  await expectFocused(menu.getByRole('button', { name: 'Remove line 7 of Menu' }))
  await page.getByRole('button', { name: 'Save Menu and footer' }).click()
  await expectSaid(page, 'Settings saved.')
  await page.goto('/about')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect.poll(() => links.allTextContents()).toEqual(['Home', 'About', 'Our Products', 'Only jeans', 'Contact'])
})
