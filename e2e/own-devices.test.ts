import { expect, test } from 'vitest'

import { expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage, sharedShop } from './journey.ts'
import { apiOf, signInCustomer } from './sign-in.ts'
import { PHONE } from './viewports.ts'

test.each([true, false])('a customer sees and ends the other device, with JavaScript: %s', async (javaScript) => {
  const expected = ['401 /api/admin/me', '401 /api/users/me']
  const page = await openPage(sharedShop(), { javaScript, viewport: PHONE, expected })
  const other = await openPage(sharedShop(), { javaScript: false, expected })
  const { email, password } = await signInCustomer(page)
  await other.goto('/signin')
  await other.getByLabel('Email').fill(email)
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect.poll(() => new URL(other.url()).pathname).toBe('/')

  await page.goto('/user-profile')
  await page.getByRole('link', { name: 'Where you are logged in' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Where you are logged in' }))
  await expectSeen(page.getByText('This device', { exact: true }))
  if (javaScript) await expectGoodInEveryLook(page)
  await page.getByRole('button', { name: 'Log out Chrome on Linux' }).click()
  await expectSeen(page.getByRole('main').getByText('That device is logged out.'))
  await expectGone(page.getByRole('button', { name: 'Log out everywhere else' }))
  await expect
    .poll(() =>
      apiOf(other)
        .getMe()
        .catch(({ status }: { status: number }) => status),
    )
    .toBe(401)
  await expect.poll(async () => (await apiOf(page).getMe()).email).toBe(email)
})
