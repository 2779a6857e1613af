import { expect, onTestFinished, test } from 'vitest'

import { expectAccessible, expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage, ownShop, sharedShop } from './journey.ts'
import { placeOrder } from './orders.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { apiOf, signInAdmin } from './sign-in.ts'
import { expectSaid } from './toasts.ts'

const PASSWORD = 'a plain long password'

test('somebody who is invited joins by the link, sees only what a packer does, and is out when deactivated', async () => {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const owner = await openPage(shop, { expected: SIGNED_OUT })
  await signInAdmin(owner, shop.admin)
  await owner.goto('/admin/staff')
  await owner.getByLabel('E-mail').fill('meera@example.com')
  await owner.getByLabel('Role', { exact: true }).selectOption('Packer')
  await owner.getByRole('button', { name: 'Invite', exact: true }).click()
  const link = owner.getByRole('status').locator('code')
  await expectSeen(link)
  await expectSeen(owner.getByRole('table', { name: 'Invitations' }).getByText('meera@example.com'))
  await expectGoodInEveryLook(owner)

  const packer = await openPage(shop, {
    expected: [
      ...SIGNED_OUT,
      '400 /api/admin/join',
      '404 /api/admin/join',
      '403 /api/admin/settings',
      '403 /admin/settings',
      // Its session ends while the list listens for news and asks what waits.
      '401 /api/admin/events',
      '401 /api/admin/waiting',
    ],
  })
  const address = (await link.textContent()) ?? 'none'
  await packer.goto(address)
  await packer.getByLabel('First name').fill('Meera')
  await packer.getByLabel('Last name').fill('Das')
  await packer.getByLabel('Password', { exact: true }).fill('password1')
  await packer.getByRole('button', { name: 'Join' }).click()
  await expectSeen(packer.getByText('This password is one that is guessed first. Please choose another one.').first())
  await expect.poll(() => packer.getByLabel('First name').inputValue()).toBe('Meera')
  await packer.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await packer.getByRole('button', { name: 'Join' }).click()
  await packer.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await packer.getByLabel('Email').fill('meera@example.com')
  await packer.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await packer.getByRole('button', { name: 'Login' }).click()

  const { order } = await placeOrder(undefined, shop)
  await packer.waitForURL('**/admin/neworders')
  const side = packer.getByRole('navigation', { name: 'Admin pages', exact: true })
  await expect
    .poll(() => side.getByRole('link').allTextContents())
    .toEqual(['Orders', 'Packing', 'Returns', 'Second factor', 'Your account'])
  await packer.goto(`/admin/orders/${order._id}`)
  await expectSeen(packer.getByRole('button', { name: 'Ship', exact: true }))
  await expectGone(packer.getByRole('button', { name: 'Cancel' }))
  await expectGone(packer.getByRole('heading', { name: 'Payment' }))
  await expectGone(packer.getByText('Email', { exact: true }))
  await packer.goto('/admin/account')
  await expectSeen(packer.getByRole('button', { name: 'Change the password' }))
  await expectSeen(packer.getByText('This device'))
  await expectGoodInEveryLook(packer)
  await packer.goto('/admin/settings')
  await expectSeen(packer.getByRole('heading', { level: 1, name: 'Not your part' }))
  await expectAccessible(packer)
  await packer.getByRole('main').getByRole('link', { name: 'To your screens' }).click()
  await packer.waitForURL('**/admin/neworders')

  await owner.reload()
  await owner.getByRole('button', { name: 'Deactivate meera@example.com' }).click()
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
  await expectSeen(owner.getByRole('table', { name: 'People' }).getByText('Deactivated', { exact: true }))
  await expect(apiOf(packer).getWaiting()).rejects.toMatchObject({ status: 401 })
  await packer.goto('/admin/neworders')
  await packer.waitForURL('**/admin-signin')
  await packer.goto(address)
  await packer.getByLabel('First name').fill('Meera')
  await packer.getByLabel('Last name').fill('Das')
  await packer.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await packer.getByRole('button', { name: 'Join' }).click()
  await expectSeen(packer.getByRole('heading', { level: 1, name: 'This invitation has ended' }))
})

test('a setting that is saved long after signing in asks for the password and loses nothing that was entered', async () => {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const expected = [...SIGNED_OUT, '403 /api/admin/settings', '400 /api/admin/confirm-password']
  const page = await openPage(shop, { expected })
  await signInAdmin(page, shop.admin)
  // As the API answers once fifteen minutes have passed.
  let isLate = true
  await page.route('**/api/admin/settings', async (route) => {
    if (route.request().method() !== 'PATCH' || !isLate) return route.continue()
    const sentence = 'Please enter your password again.'
    return route.fulfill({ status: 403, json: { message: sentence, error: sentence, code: 'password_needed' } })
  })
  await page.route('**/api/admin/confirm-password', async (route) => {
    const answer = await route.fetch()
    if (answer.ok()) isLate = false
    await route.fulfill({ response: answer })
  })
  await page.goto('/admin/settings')
  const care = page.getByRole('region', { name: 'Customer care' })
  await care.getByLabel('Phone').fill('+91 80 4567 8901')
  await care.getByRole('button', { name: 'Save Customer care' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your password, please' })
  await expectSeen(dialog)
  await expect
    .poll(() => dialog.getByLabel('Password', { exact: true }).evaluate((field) => field === document.activeElement))
    .toBe(true)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expectGone(dialog)
  await expect.poll(() => care.getByLabel('Phone').inputValue()).toBe('+91 80 4567 8901')
  await care.getByRole('button', { name: 'Save Customer care' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill('not this one')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expectSeen(dialog.getByText('This is not your present password.'))
  await dialog.getByLabel('Password', { exact: true }).fill(shop.admin.password)
  await page.keyboard.press('Enter')
  await expectSaid(page, 'Settings saved.')
  await expectGone(dialog)
  await expect.poll(() => care.getByLabel('Phone').inputValue()).toBe('+91 80 4567 8901')
})

test('the key for a code app is copied by a button of full size', async () => {
  const shop = sharedShop()
  const page = await openPage(shop, { expected: SIGNED_OUT })
  await signInAdmin(page, shop.admin)
  await page.goto('/admin/second-factor')
  await page.getByRole('button', { name: 'Set up a code app' }).click()
  const copy = page.getByRole('button', { name: 'Copy the key' })
  await expectSeen(copy)
  await expect.poll(() => copy.boundingBox()).toMatchObject({ width: 28, height: 28 })
})
