import { expect, test } from 'vitest'

import { isSigned } from '#test/webhook-event.ts'
import { startReceiver } from '#test/webhook-receiver.ts'
import { expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage, sharedShop } from './journey.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { signInAdmin } from './sign-in.ts'

test('the owner adds a webhook, sees its secret once, tries it out, sends again what was sent, and deletes it', async () => {
  const receiver = await startReceiver((response) => response.end('Thank you.'))
  const page = await openPage(sharedShop(), { expected: [...SIGNED_OUT, '400 /api/admin/webhooks'] })
  await signInAdmin(page, sharedShop().admin)
  await page.goto('/admin/webhooks')
  await page.getByLabel('Address').fill('https://10.0.0.1/hooks')
  // Of these it hears only what a journey sends, while jobs still change the orders of earlier ones.
  await page.getByLabel('Messages').check()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expectSeen(page.locator('.error-summary').getByText('It leads into a private network.'))
  await page.getByLabel('Address').fill(receiver.url)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const shown = page.getByRole('status').locator('code')
  await expectSeen(shown)
  await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('')
  const secret = (await shown.textContent()) ?? ''
  await expectSeen(page.getByRole('link', { name: `Open ${receiver.url}` }))
  await expectGoodInEveryLook(page)

  await page.getByRole('link', { name: `Open ${receiver.url}` }).click()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await expect.poll(() => receiver.types()).toEqual(['test.sent'])
  expect(isSigned(receiver.received[0]!, secret)).toBe(true)
  await expect
    .poll(async () => {
      await page.reload()
      return page.getByRole('table').getByText('Taken').count()
    })
    .toBe(1)
  await page.getByText('It answered 200.').click()
  await expectSeen(page.getByText('Thank you.'))
  await expectGoodInEveryLook(page)
  await page.getByRole('button', { name: /^Send test\.sent \S+ again$/ }).click()
  await expect.poll(() => receiver.received.length).toBe(2)
  await page.getByRole('button', { name: 'New secret' }).click()
  await expectSeen(page.getByRole('status').locator('code'))

  await page.goto('/admin/webhooks')
  await page.getByRole('button', { name: `Delete ${receiver.url}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectGone(page.getByRole('link', { name: `Open ${receiver.url}` }))
})
