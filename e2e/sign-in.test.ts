import { expect, test } from 'vitest'

import { SIGNED_OUT, SIGNED_OUT_ELSEWHERE } from './page-errors.ts'
import { expectGone, expectSeen, openPage, sharedShop } from './journey.ts'
import { apiOf, signInAdmin, signInCustomer } from './sign-in.ts'
import { PHONE } from './viewports.ts'

test('a customer sees the profile, and after signing out elsewhere the sign-in page', async () => {
  const page = await openPage(sharedShop(), { viewport: PHONE, expected: SIGNED_OUT_ELSEWHERE })
  const customer = await signInCustomer(page)
  await page.goto('/user-profile')
  await expectSeen(page.getByRole('main').getByText(customer.email))
  await apiOf(page).logout()
  await page.goto('/user-profile')
  await expectSeen(page.getByRole('heading', { level: 1 }))
  await expectGone(page.getByText(customer.email))
  await expect.poll(() => new URL(page.url()).pathname).toBe('/signin')
})

test('an administrator sees the dashboard, a visitor the sign-in page', async () => {
  const { origin, admin } = sharedShop()
  const visitor = await openPage({ origin }, { expected: SIGNED_OUT })
  await visitor.goto('/admin/dashboard')
  await expectSeen(visitor.getByLabel('Password'))
  await expect.poll(() => new URL(visitor.url()).pathname).toBe('/admin-signin')
  const page = await openPage({ origin }, { expected: ['401 /api/users/me'] })
  await signInAdmin(page, admin)
  await page.goto('/admin/dashboard')
  await expectSeen(page.getByRole('button', { name: 'Create Product' }))
})
