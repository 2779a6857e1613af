import { expect, onTestFinished, test } from 'vitest'

import { buildDirOf } from '#server/start/config.ts'
import { reconcile } from '#server/orders/reconciliation/reconcile.ts'
import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { addProduct } from '#test/factories.ts'
import { buy, NEVER } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

import { expectAccessible, expectGoodInEveryLook } from './axe.ts'
import { expectSeen, openPage } from './journey.ts'
import { signInAdmin } from './sign-in.ts'
import { expectSaid } from './toasts.ts'

test('an administrator starts a reconciliation and sees its result', async () => {
  // This shop runs no jobs by itself, so the comparison is under way for as long as the page needs to show that.
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
  onTestFinished(() => shop.close())
  await buy(shop, (await addProduct(shop.db)).id)
  const page = await openPage(shop, { expected: ['401 /api/users/me'] })
  await signInAdmin(page, await shop.admin().then(({ user, password }) => ({ email: user.email, password })))
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'Reconciliation' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Reconciliation' }))
  const compare = page.getByRole('button', { name: 'Compare now' })
  await expect.poll(() => compare.isEnabled()).toBe(true)
  await compare.press('Enter')
  await expectSaid(page, 'The comparison has begun.')
  const table = page.getByRole('table', { name: 'Comparisons, newest first' })
  const row = table.getByRole('row').nth(1)
  await expectSeen(row.getByText('under way …'))
  await reconcile(shop.shop, NEVER)
  await expectSeen(row.getByText('No differences', { exact: true }))
  await expectGoodInEveryLook(page)
})

test('a finding leads to its order, and is dealt with, found again and opened again by keyboard', async () => {
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
  onTestFinished(() => shop.close())
  const { order, proof } = await buy(shop, (await addProduct(shop.db)).id)
  const paymentId = proof.razorpayPaymentId
  const finding = {
    kind: 'amount differs',
    subject: paymentId,
    detail: '₹700.00 at the provider, ₹900.00 here',
    action: 'left for a person',
    paymentId,
    amountPaise: 70_000,
  }
  const [at, findings] = [new Date(Date.now() - 60_000), JSON.stringify([finding])]
  const comparison = { id: 'a-comparison', status: 'done', fromAt: at, toAt: at, finishedAt: at, findings } as const
  await shop.db.insertInto('reconciliations').values(comparison).execute()
  const page = await openPage(shop, { expected: ['401 /api/users/me'] })
  await signInAdmin(page, await shop.admin().then(({ user, password }) => ({ email: user.email, password })))
  await page.goto('/admin/reconciliation')
  const row = page.getByRole('row').filter({ hasText: paymentId })
  await expectSeen(row.getByText('₹700.00', { exact: true }))
  const link = row.getByRole('link', { name: `#${order._id.slice(-6).toUpperCase()}` })
  await expect.poll(() => link.getAttribute('href')).toBe(`/admin/orders/${order._id}`)
  await row.getByRole('button', { name: 'Dealt with' }).press('Enter')
  await expectSeen(row.getByLabel('Note').and(page.locator(':focus')))
  await expectAccessible(page)
  await page.keyboard.type('Asked the bank.')
  await page.keyboard.press('Enter')
  await expectSeen(page.getByText('Nothing to deal with.'))
  const tabs = page.getByRole('navigation', { name: 'Findings' })
  await expectSeen(tabs.getByRole('link', { name: 'Open findings 0' }))
  await tabs.getByRole('link', { name: 'Dealt with' }).press('Enter')
  await expectSeen(row.getByText('Asked the bank.').filter({ visible: true }))
  await expectGoodInEveryLook(page)
  await row.getByRole('button', { name: 'Open again' }).press('Enter')
  await expectSeen(page.getByText('Nothing here.'))
  await tabs.getByRole('link', { name: 'Open findings' }).press('Enter')
  await expectSeen(row.getByRole('button', { name: 'Dealt with' }))
})
