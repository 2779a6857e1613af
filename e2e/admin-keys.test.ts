import { expect, test } from 'vitest'

import { expectGoodInEveryLook } from './axe.ts'
import { expectSeen, openPage, sharedShop } from './journey.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { signInAdmin } from './sign-in.ts'

test('an owner makes a key for a program, sees it and ends it', async () => {
  const shop = sharedShop()
  const page = await openPage(shop, { expected: [...SIGNED_OUT, '400 /api/admin/keys'] })
  await signInAdmin(page, shop.admin)
  await page.goto('/admin/staff')
  await page.getByRole('navigation', { name: 'Staff and keys' }).getByRole('link', { name: 'Keys' }).click()
  await page.getByRole('button', { name: 'Make key' }).click()
  await expectSeen(page.getByText('Please choose what the key may do.').first())
  await page.getByLabel('Name').fill('Warehouse')
  await page.getByLabel('Products, prices, stock and categories: write').check()
  await page.getByRole('button', { name: 'Make key' }).click()
  const key = page.getByRole('status').locator('code')
  await expectSeen(key)
  const authorization = `Bearer ${(await key.textContent()) ?? ''}`
  const asProgram = async () => {
    const answer = await fetch(`${shop.origin}/api/categories/create`, { method: 'POST', headers: { authorization } })
    return answer.status
  }
  await expect.poll(asProgram).toBe(400)
  const row = page.getByRole('table', { name: 'Keys' }).getByRole('row').filter({ hasText: 'Warehouse' })
  await expectSeen(row.getByText('Products, prices, stock and categories: write'))
  await expectGoodInEveryLook(page)
  await row.getByRole('button', { name: 'End the key Warehouse' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End key' }).click()
  await expectSeen(row.getByText('Ended'))
  await expect.poll(asProgram).toBe(401)
})
