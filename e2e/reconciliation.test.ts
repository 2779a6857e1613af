import { expect, test } from 'vitest'

import { expectGoodInEveryLook } from './axe.ts'
import { expectSeen, openPage, sharedShop } from './journey.ts'
import { signInAdmin } from './sign-in.ts'

test('an administrator starts a reconciliation and sees its result', async () => {
  const { admin } = sharedShop()
  const page = await openPage(sharedShop(), { expected: ['401 /api/users/me'] })
  await signInAdmin(page, admin)
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'Reconciliation' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Reconciliation' }))
  const compare = page.getByRole('button', { name: 'Compare now' })
  await expect.poll(() => compare.isEnabled()).toBe(true)
  await compare.press('Enter')
  await expectSeen(page.getByRole('status').filter({ hasText: 'The books are being compared.' }))
  const table = page.getByRole('table', { name: 'Comparisons, newest first' })
  const row = table.getByRole('row').nth(1)
  await expectSeen(row.getByText('under way …'))
  // Other journeys leave unpaid and unheard-of things behind, so the books may agree or differ.
  await expectSeen(row.getByText(/^(The books agree|Differences, see above)$/))
  await expectGoodInEveryLook(page)
})
