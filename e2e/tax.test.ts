import { expect, onTestFinished, test } from 'vitest'

import { buildDirOf } from '#server/start/config.ts'
import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { addProduct } from '#test/factories.ts'
import { buy, signedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage } from './journey.ts'
import { signInAdmin } from './sign-in.ts'
import { PHONE } from './viewports.ts'

test('the month of a registered seller is shown beside the money, and nothing of it without registration', async () => {
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
  onTestFinished(() => shop.close())
  const page = await openPage(shop, { expected: ['401 /api/users/me'] })
  await signInAdmin(page, await shop.admin().then(({ user, password }) => ({ email: user.email, password })))
  await page.goto('/admin/tax')
  await expectSeen(page.getByRole('link', { name: 'Enter the registration in the settings' }))
  const toSettings = page.getByRole('link', { name: 'close other states' })
  await expectSeen(toSettings)
  await expect.poll(() => toSettings.getAttribute('href')).toBe('/admin/settings#tax')
  await expectGoodInEveryLook(page)

  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
  const { order } = await buy(shop, (await addProduct(shop.db, { pricePaise: 105_000 })).id)
  const admin = await signedIn(shop, 'admin')
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await page.reload()
  await expectSeen(page.getByText('They are equal.'))
  const rates = page.getByRole('table', { name: 'By state and rate' })
  await expectSeen(rates.getByRole('row', { name: /Karnataka \(29\).*5 %.*₹1,000\.00.*₹25\.00.*₹1,050\.00/ }))
  await expectSeen(page.getByRole('table', { name: 'Register' }).getByRole('link', { name: /^TS\d{4}\/000001$/ }))
  const json = page.getByRole('link', { name: 'JSON' })
  await expect
    .poll(() => json.getAttribute('href'))
    .toMatch(/^\/api\/admin\/tax\/gstr1\?month=20\d\d-\d\d&gstin=29AAGCB7383J1Z4$/)
  await expectSeen(page.getByText('never add them to these'))
  await expectGoodInEveryLook(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Everything as one ZIP' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^documents-20\d\d-\d\d\.zip$/)
  await expectSeen(page.getByText('The ZIP is on its way to your downloads.'))
  // Once it is whole: else the shop waits a minute for its connection before it closes.
  await expect(download.failure()).resolves.toBe(null)

  await page.getByLabel('Month').fill('2026-01')
  await page.getByRole('button', { name: 'Show' }).press('Enter')
  await expectSeen(page.getByText('No invoice or credit note was issued in this month.'))
})

test('the owner’s first page tells of other states until it is dismissed, and not once they are closed', async () => {
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
  onTestFinished(() => shop.close())
  const page = await openPage(shop, { expected: ['401 /api/users/me'], viewport: PHONE })
  await signInAdmin(page, await shop.admin().then(({ user, password }) => ({ email: user.email, password })))
  await page.goto('/admin/dashboard')
  const hint = page.getByRole('region', { name: 'Sending to other states' })
  // Both are shown once the browser was asked what was dismissed.
  const steps = page.getByRole('region', { name: /^Open your shop/ })
  await expectSeen(hint.getByText('Whoever sends goods there has to be registered'))
  await expectGoodInEveryLook(page)
  await setSettings(shop, { sendsToOtherStates: false, addressState: 'Karnataka' })
  await page.reload()
  await expectSeen(steps)
  await expectGone(hint)

  await setSettings(shop, { sendsToOtherStates: true })
  await page.reload()
  await hint.getByRole('button', { name: 'I know' }).click()
  await expectGone(hint)
  await page.reload()
  await expectSeen(steps)
  await expectGone(hint)
})
