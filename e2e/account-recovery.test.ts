import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { buildDirOf } from '#server/start/config.ts'
import { sendMails } from '#server/mails/send-mails.ts'
import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { NEVER } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

import { expectAccessible, expectGoodInEveryLook, expectNoOverflow } from './axe.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { expectSeen, openPage } from './journey.ts'
import { apiOf } from './sign-in.ts'
import { PHONE } from './viewports.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
})
beforeEach(() => void shop.mails.splice(0))
afterAll(() => shop.close())

async function textOfMail(): Promise<string> {
  await sendMails(shop.shop, NEVER)
  return shop.mails.at(-1)?.text ?? 'no mail'
}

/** This shop has no categories. */
const EMPTY_HOME = '404 /api/products/category/*'

const ANSWER = 'If this address has an account'

test.each([true, false])('a forgotten password is replaced by a link, with JavaScript: %s', async (javaScript) => {
  const { email } = (await shop.customer()).user
  const page = await openPage(shop, { javaScript, viewport: PHONE, expected: [...SIGNED_OUT, EMPTY_HOME] })
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Forgotten password' }))
  if (javaScript) await expectGoodInEveryLook(page)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expectSeen(page.getByRole('status').filter({ hasText: ANSWER }))
  const path = /\/reset-password\/\S+/.exec(await textOfMail())?.[0] ?? 'no link'
  const answer = await page.goto(path)
  expect(answer?.headers()['cache-control']).toBe('no-store')
  if (javaScript) await expectGoodInEveryLook(page)
  await page.getByLabel('New password', { exact: true }).fill('a plain new password')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expectSeen(page.getByRole('status').filter({ hasText: 'Your password is changed.' }))
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a plain new password')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  await expect.poll(async () => (await apiOf(page).getMe()).email).toBe(email)
})

test('a link that has ended leads to a new one, and a weak password says what is wrong', async () => {
  const { email } = (await shop.customer()).user
  const page = await openPage(shop, {
    expected: [...SIGNED_OUT, '404 /api/users/reset-password', '400 /api/users/reset-password'],
  })
  await shop.visitor().api.forgotPassword(email)
  await page.goto(/\/reset-password\/\S+/.exec(await textOfMail())?.[0] ?? 'no link')
  await page.getByLabel('New password', { exact: true }).fill('password1')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expectSeen(page.getByText('This password is one that is guessed first. Please choose another one.').first())
  await page.goto('/reset-password/nothing')
  await page.getByLabel('New password', { exact: true }).fill('a plain new password')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expectSeen(page.getByRole('heading', { name: 'This link has ended' }))
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expectSeen(page.getByRole('heading', { name: 'Forgotten password' }))
})

test.each([true, false])('a code of the mail logs in, with JavaScript: %s', async (javaScript) => {
  const { email } = (await shop.customer()).user
  const page = await openPage(shop, {
    javaScript,
    viewport: PHONE,
    expected: [...SIGNED_OUT, '401 /api/users/login-by-code', '401 /signin/code', EMPTY_HOME],
  })
  await page.goto('/signin')
  await page.getByRole('link', { name: 'log in by a code' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Login by a code' }))
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expectSeen(page.getByRole('status').filter({ hasText: ANSWER }))
  if (javaScript) await expectNoOverflow(page)
  const code = /Your code is (\d{6})/.exec(await textOfMail())?.[1] ?? 'no code'
  await page.getByLabel('Code').fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expectSeen(page.getByText('This code is wrong or has ended.').first())
  await page.getByLabel('Code').fill(code)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  await expect.poll(async () => (await apiOf(page).getMe()).email).toBe(email)
})
