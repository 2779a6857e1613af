import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { buildDirOf } from '#server/start/config.ts'
import { createErasureToken } from '#server/accounts/service.ts'
import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { startShop } from '#test/start-shop.ts'

import { expectAccessible, expectGoodInEveryLook } from './axe.ts'
import { expectSeen, heartsFilled, openPage } from './journey.ts'
import { signInCustomer } from './sign-in.ts'

test('a customer downloads the data and erases the account, and keeps it by the link of the mail', async () => {
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
  onTestFinished(() => shop.close())
  const page = await openPage(shop, {
    expected: ['401 /api/users/me', '401 /api/admin/me', '400 /api/users/erasure'],
  })
  await page.goto('/signup')
  await expectSeen(page.getByText('On your profile you can download all of it and erase your account.'))
  await expectAccessible(page)

  const { _id, email, password } = await signInCustomer(page)
  await sql`update users set email_confirmed_at = now() where id = ${_id}`.execute(shop.db)
  const isFilled = heartsFilled(page)
  await page.goto('/user-profile')
  await isFilled
  await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Your data' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Your data' }))
  await expectGoodInEveryLook(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('my-data.json')
  const file = async () => JSON.parse(await readFile(await download.path(), 'utf8')) as object
  await expect.poll(file).toMatchObject({ account: { email } })

  await page.getByLabel('Password', { exact: true }).fill('another one')
  // After each form the page asks again who is signed in; nobody would be, once the account is erased.
  const isKnownAgain = page.waitForResponse('**/api/users/me')
  await page.getByRole('button', { name: 'Erase my account' }).click()
  await expectSeen(page.getByRole('main').getByText('This is not your present password.'))
  await isKnownAgain
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Erase my account' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Your account will be erased' }))
  await expectAccessible(page)

  const link = await createErasureToken(shop.db, _id)
  await page.goto(`/keep-account/${link?.token}`)
  await expectGoodInEveryLook(page)
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expectSeen(page.getByText('Your account stays as it is. Please log in again.'))
  const { rows } = await sql`select from account_erasures`.execute(shop.db)
  expect(rows).toEqual([])
})
