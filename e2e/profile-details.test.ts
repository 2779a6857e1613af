import { expect, test } from 'vitest'

import { expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage, sharedShop } from './journey.ts'
import { SIGNED_OUT_ELSEWHERE } from './page-errors.ts'
import { apiOf, signInCustomer } from './sign-in.ts'
import { PHONE } from './viewports.ts'

const NEW_PASSWORD = 'a plain new password'

test.each([true, false])('a customer changes name, phone and password, with JavaScript: %s', async (javaScript) => {
  const page = await openPage(sharedShop(), {
    javaScript,
    viewport: PHONE,
    // A new password ends the session by which the page may still be asking.
    expected: [...SIGNED_OUT_ELSEWHERE, '400 /api/users/*', '400 /user-profile/details'],
  })
  const { email, password } = await signInCustomer(page)
  await page.goto('/user-profile')
  await page
    .getByRole('navigation', { name: 'Your account' })
    .getByRole('link', { name: 'Name, e-mail, phone' })
    .click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Your details' }))
  if (javaScript) await expectGoodInEveryLook(page)
  await page.getByLabel('First name').fill('Meera')
  await page.getByLabel('Phone').fill('080-22334455')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectSeen(page.getByRole('main').getByText('Your details are saved.'))
  await expect.poll(() => apiOf(page).getMe()).toMatchObject({ name: 'Meera Rao', phone: '8022334455' })

  const change = page.getByRole('button', { name: 'Change the password' })
  await page.getByLabel('Present password', { exact: true }).fill('not this one')
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await change.click()
  await expectSeen(page.getByRole('main').getByText('This is not your present password.'))
  await page.getByLabel('Present password', { exact: true }).fill(password)
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await change.click()
  await expectSeen(page.getByRole('main').getByText('Your password is changed.'))
  await expectGone(page.getByText('This is not your present password.'))
  await expect.poll(() => page.getByLabel('Present password', { exact: true }).inputValue()).toBe('')

  await page.getByRole('link', { name: 'Back to your profile' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Meera Rao' }))
  await expectSeen(page.getByRole('main').getByText('8022334455'))
  // Elsewhere, because a login ends the session by which this page may still be reading the orders.
  await apiOf(await openPage(sharedShop())).login({ email, password: NEW_PASSWORD })
})

test('what the page asked before the password was new, and is refused, does not lead to the sign-in', async () => {
  const shop = sharedShop()
  const page = await openPage(shop, { expected: SIGNED_OUT_ELSEWHERE })
  const { password } = await signInCustomer(page)
  await page.goto('/user-profile/details')
  const visited: string[] = []
  page.on('framenavigated', (frame) => void visited.push(new URL(frame.url()).pathname))
  const { promise: isChanged, resolve: change } = Promise.withResolvers<void>()
  await page.route('**/api/users/me', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    await isChanged
    const refused = await fetch(`${shop.origin}/api/users/me`)
    await route.fulfill({ status: refused.status, contentType: 'application/json', body: await refused.text() })
  })
  await page.route('**/api/users/change-password', async (route) => {
    const response = await route.fetch()
    const refused = page.waitForResponse('**/api/users/me')
    change()
    await (await refused).finished()
    await page.evaluate('new Promise(requestAnimationFrame)')
    await page.unroute('**/api/users/me')
    await route.fulfill({ response })
  })
  await page.getByLabel('First name').fill('Meera')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectSeen(page.getByRole('main').getByText('Your details are saved.'))
  await page.getByLabel('Present password', { exact: true }).fill(password)
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expectSeen(page.getByRole('main').getByText('Your password is changed.'))
  await page.getByRole('link', { name: 'Back to your profile' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Meera Rao' }))
  expect(visited).not.toContain('/signin')
})
