import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectFocused } from './expect-focused.ts'
import { expectGoodInEveryLook } from './axe.ts'
import { expectSeen, openPage, sharedShop } from './journey.ts'
import { ADDRESS } from './orders.ts'
import { apiOf, signInCustomer } from './sign-in.ts'
import { PHONE } from './viewports.ts'

const WORK = { ...ADDRESS, street: '7, Mill Street' }

async function fill(page: Page, address: typeof ADDRESS) {
  for (const [name, value] of Object.entries(address)) await page.locator(`main [name="${name}"]`).fill(value)
}

const streetsOf = async (page: Page) => (await apiOf(page).listMyAddresses()).addresses.map(({ street }) => street)

test.each([true, false])(
  'addresses are kept, and the checkout picks the default one, with JavaScript: %s',
  async (javaScript) => {
    const page = await openPage(sharedShop(), {
      javaScript,
      viewport: PHONE,
      expected: ['401 /api/admin/me', '400 /user-profile/addresses'],
    })
    await signInCustomer(page)
    await page.goto('/user-profile')
    await page.getByRole('link', { name: 'Addresses', exact: true }).click()
    await expectSeen(page.getByRole('heading', { level: 2, name: 'Add an address' }))
    await page.getByRole('button', { name: 'Save address' }).click()
    await expectSeen(page.getByText('Please fill in all address fields.').first())
    await fill(page, ADDRESS)
    await page.getByRole('button', { name: 'Save address' }).click()
    await expectSeen(page.getByRole('link', { name: 'Edit 12, Lake Road' }))
    await fill(page, WORK)
    await page.getByRole('button', { name: 'Save address' }).click()
    await expectSeen(page.getByRole('link', { name: 'Edit 7, Mill Street' }))
    await page.getByRole('button', { name: 'Make default: 12, Lake Road' }).click()
    await expectSeen(page.getByText('Default', { exact: true }))
    await expect.poll(() => streetsOf(page)).toEqual([ADDRESS.street, WORK.street])
    if (javaScript) await expectGoodInEveryLook(page)

    await page.getByRole('link', { name: 'Edit 12, Lake Road' }).click()
    await expectSeen(page.getByRole('heading', { level: 2, name: 'Change the address' }))
    if (javaScript) {
      await expectFocused(page.locator('main [name="fullName"]'))
      await page.getByRole('link', { name: 'Cancel' }).press('Enter')
      await expectFocused(page.getByRole('link', { name: 'Edit 12, Lake Road' }))
      await page.keyboard.press('Enter')
      await expectFocused(page.locator('main [name="fullName"]'))
    }
    await page.locator('main [name="street"]').fill('14, Lake Road')
    await page.getByRole('button', { name: 'Save address' }).click()
    const edit = page.getByRole('link', { name: 'Edit 14, Lake Road' })
    await expectSeen(edit)
    if (javaScript) await expectFocused(edit)
    await page.getByRole('button', { name: 'Remove 7, Mill Street' }).click()
    await expect.poll(() => streetsOf(page)).toEqual(['14, Lake Road'])
    if (javaScript) {
      await page.keyboard.press('Tab')
      await expectFocused(edit)
    }

    const { products } = await apiOf(page).listProducts({ search: 'Shirt', page: 1, inStock: 'true' })
    await apiOf(page).addToCart(products[0]?._id ?? 'none')
    await page.goto('/order')
    await expect.poll(() => page.getByLabel('House No. and Street').inputValue()).toBe('14, Lake Road')
  },
)
