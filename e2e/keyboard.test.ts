import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { SIGNED_OUT } from './page-errors.ts'
import { expectGone, expectSeen, openPage, sharedShop } from './journey.ts'
import { signInCustomer } from './sign-in.ts'
import { expectFocusShown, tabTo } from './tab-to.ts'
import { PHONE } from './viewports.ts'
import { expectSaid } from './toasts.ts'

const heading = (page: Page, name: string) => page.locator('main h1:focus').filter({ hasText: name })

test('by keyboard alone a shirt is found, its size chosen, the quantity changed, ordered and paid', async () => {
  const page = await openPage(sharedShop(), { expected: ['401 /api/admin/me'] })
  await signInCustomer(page)
  await page.goto('/')
  const banner = page.getByRole('banner')

  await page.keyboard.press('Tab')
  await expectFocusShown(page)
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Skip to content')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Explore Collection' }))
  await page.keyboard.press('Enter')
  await expectSeen(heading(page, 'Our Products'))

  await tabTo(page, banner.getByLabel('Search products'), 'Shift+Tab')
  await page.keyboard.type('harbour stripe')
  await page.keyboard.press('Enter')
  await page.waitForURL(/search=harbour/)
  await expectSeen(page.getByRole('link', { name: 'Remove “harbour stripe”' }))
  await tabTo(page, page.getByLabel('Category', { exact: true }))
  await page.keyboard.press('S')
  await page.waitForURL(/category=/)
  await expectSeen(page.getByRole('link', { name: 'Remove Shirts' }))
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Harbour Stripe Shirt', exact: true }))
  await page.keyboard.press('Enter')
  await expectSeen(heading(page, 'Harbour Stripe Shirt'))

  await tabTo(page, page.getByRole('group', { name: 'Size' }).getByRole('radio'))
  await page.keyboard.press('ArrowRight')
  const size = await page.getByRole('radio', { checked: true }).getAttribute('value')
  await tabTo(page, page.getByRole('button', { name: 'Add to Cart' }))
  await page.keyboard.press('Enter')
  await expectSaid(page, 'Added to cart!')
  await expectSeen(page.getByRole('complementary', { name: 'Just added' }))
  await page.keyboard.press('Escape')
  await expectGone(page.getByRole('complementary', { name: 'Just added' }))

  await tabTo(page, banner.getByRole('link', { name: /Cart 1/ }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expectSeen(heading(page, 'Cart'))
  await expectSeen(page.getByText(`Size ${size}`))
  const quantity = page.getByRole('spinbutton', { name: 'Quantity of Harbour Stripe Shirt' })
  await tabTo(page, quantity)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await expectSaid(page, 'Quantity updated!')
  await tabTo(page, page.getByRole('button', { name: 'Decrease quantity of Harbour Stripe Shirt' }), 'Shift+Tab')
  await page.keyboard.press('Space')
  await expect.poll(() => quantity.inputValue()).toBe('2')
  await tabTo(page, page.getByRole('link', { name: 'Order Now' }))
  await page.keyboard.press('Enter')
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Complete Your Order' }))

  await tabTo(page, page.getByLabel('Full Name'))
  for (const text of ['Asha Rao', '9876543210', '12, Lake Road', 'Pune', 'Maharashtra', '411001']) {
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  const pay = page.getByRole('button', { name: 'Pay & Place Order' })
  if (!(await pay.evaluate((button) => button === document.activeElement))) await tabTo(page, pay)
  await page.keyboard.press('Enter')
  const confirm = page.getByRole('button', { name: 'Pay', exact: true })
  await expectSeen(confirm)
  if (!(await confirm.evaluate((button) => button === document.activeElement))) await tabTo(page, confirm)
  await page.keyboard.press('Enter')
  await expectSaid(page, 'Payment & Order successful!')
  await page.waitForURL((url) => url.pathname === '/')
})

test('Escape closes every menu and dialog of the shop and restores the focus', async () => {
  const page = await openPage(sharedShop(), { expected: ['401 /api/admin/me'] })
  await signInCustomer(page)
  await page.goto('/getproducts')

  for (const name of ['Categories', 'Profile']) {
    const button = page.getByRole('button', { name, exact: true })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
    await expectSeen(page.locator(':focus').and(button))
  }

  const search = page.getByRole('banner').getByLabel('Search products')
  await search.focus()
  await page.keyboard.type('harbour')
  const suggestion = page.getByRole('banner').getByRole('link', { name: /Harbour Stripe Shirt/ })
  await expectSeen(suggestion)
  await expect
    .poll(() =>
      page
        .getByRole('banner')
        .getByText(/suggestion/)
        .textContent(),
    )
    .toBe('1 suggestion')
  await page.keyboard.press('ArrowDown')
  await expectSeen(page.getByRole('banner').locator('[data-suggestions] a:focus').first())
  await page.keyboard.press('ArrowUp')
  await expectSeen(page.locator(':focus').and(search))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expectGone(suggestion)
  await expectSeen(page.locator(':focus').and(search))

  const quick = page.getByRole('main').getByRole('button', { name: /^Add / }).first()
  await quick.focus()
  await page.keyboard.press('Enter')
  await expectSeen(page.getByText('Choose a size').first())
  await page.keyboard.press('Escape')
  await expectSeen(page.locator(':focus').and(quick))

  await page.getByRole('main').getByRole('link', { name: 'View', exact: true }).first().press('Enter')
  await expectSeen(page.getByRole('heading', { name: 'Explore More' }))
  for (const name of ['Enlarge picture 1', 'Size guide']) {
    const opener = page.getByRole('button', { name })
    await opener.press('Enter')
    await expectSeen(page.getByRole('dialog'))
    await page.keyboard.press('Escape')
    await expectGone(page.getByRole('dialog'))
    await expectSeen(page.locator(':focus').and(opener))
  }

  await page.goto('/user-profile')
  const avatar = page.getByRole('button', { name: 'Choose avatar' })
  await avatar.press('Enter')
  await expectSeen(page.getByRole('dialog', { name: 'Choose avatar' }))
  await page.keyboard.press('Escape')
  await expectSeen(page.locator(':focus').and(avatar))
})

test('on a phone Escape closes the side menu and the filters and restores the focus', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT, viewport: PHONE })
  await page.goto('/getproducts')
  for (const name of ['Open menu', 'Filters']) {
    const opener = page.getByRole('button', { name, exact: true })
    await opener.press('Enter')
    await expectSeen(page.getByRole('dialog'))
    await page.keyboard.press('Escape')
    await expectGone(page.getByRole('dialog'))
    await expectSeen(page.locator(':focus').and(opener))
  }
})
