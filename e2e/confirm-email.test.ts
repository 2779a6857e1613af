import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { buildDirOf } from '#server/start/config.ts'
import { sendMails } from '#server/mails/send-mails.ts'
import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { NEVER } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

import { expectAccessible, expectNoOverflow } from './axe.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { expectSeen, heartsFilled, openPage } from './journey.ts'
import { apiOf, signInCustomer } from './sign-in.ts'
import { PHONE } from './viewports.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
})
beforeEach(() => void shop.mails.splice(0))
afterAll(() => shop.close())

/** The path of the link in the newest mail. */
async function linkFromMail(): Promise<string> {
  await sendMails(shop.shop, NEVER)
  return /\/confirm-email\/\S+/.exec(shop.mails.at(-1)?.text ?? '')?.[0] ?? 'no link'
}

const BUTTON = { name: 'Confirm my address' }

test.each([true, false])('the link of a mail confirms by its button, with JavaScript: %s', async (javaScript) => {
  const page = await openPage(shop, { javaScript, viewport: PHONE, expected: ['401 /api/admin/me', '429 /api/*'] })
  const { email } = await signInCustomer(page)
  // The new password below ends the session of this page.
  const isFilled = javaScript ? heartsFilled(page) : undefined
  await page.goto('/user-profile')
  await isFilled
  await page.getByRole('button', { name: 'Send me a new mail' }).click()
  await expectSeen(page.getByRole('status').filter({ hasText: 'We are sending you a mail with a link.' }))

  const stranger = await openPage(shop, {
    javaScript,
    viewport: PHONE,
    expected: [...SIGNED_OUT, '403 /api/users/confirm-email', '403 /confirm-email/*'],
  })
  const path = await linkFromMail()
  const answer = await stranger.goto(path)
  expect(answer?.headers()['cache-control']).toBe('no-store')
  await expect.poll(() => stranger.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
  // Opening the link confirmed nothing.
  await expect.poll(() => apiOf(page).getEmailConfirmation()).toEqual({ isConfirmed: false })
  await stranger.getByRole('button', BUTTON).click()
  // Whoever is not signed in to the account makes it theirs.
  await stranger.getByLabel('New password', { exact: true }).fill('a plain new password')
  if (javaScript) await expectAccessible(stranger)
  await stranger.getByRole('button', BUTTON).click()
  await expectSeen(stranger.getByRole('heading', { name: 'Address confirmed' }))
  await expectSeen(stranger.getByText('From now on we write to you about your orders.'))

  await apiOf(page).login({ email, password: 'a plain new password' })
  await page.goto('/user-profile')
  await expectSeen(page.getByText('Confirmed', { exact: true }))
  await stranger.goto(path)
  await stranger.getByRole('button', BUTTON).click()
  await expectSeen(stranger.getByRole('heading', { name: 'Address confirmed' }))
})

test('an unknown or expired confirmation link shows a message', async () => {
  const page = await openPage(shop, { expected: [...SIGNED_OUT, '404 /api/users/confirm-email'] })
  await page.goto('/confirm-email/nothing')
  await expectAccessible(page)
  await page.getByRole('button', BUTTON).click()
  await expectSeen(page.getByRole('status').filter({ hasText: 'This link does not work any more.' }))
  await expectAccessible(page)
  await expectNoOverflow(page)
})

test('requesting the confirmation mail twice within a day shows when to try again', async () => {
  const page = await openPage(shop, { expected: ['401 /api/admin/me', '429 /api/users/email-confirmation'] })
  await signInCustomer(page)
  await apiOf(page).requestEmailConfirmation()
  await page.goto('/user-profile')
  await page.getByRole('button', { name: 'Send me a new mail' }).click()
  await expectSeen(page.getByRole('status').filter({ hasText: 'You can ask for another one in 24 hours.' }))
  await expectAccessible(page)
})
