import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectFocused } from './expect-focused.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { expectSeen, openPage, sharedShop } from './journey.ts'

const MESSAGE = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@example.com',
  contactNumber: '9876543210',
  subject: 'A size',
  message: 'Does the M run small?',
}

async function openContact(options: Parameters<typeof openPage>[1] = {}) {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT, ...options })
  await page.goto('/contact')
  return page
}

async function fillForm(page: Page) {
  for (const [name, value] of Object.entries(MESSAGE)) await page.locator(`main [name="${name}"]`).fill(value)
}

const send = (page: Page) => page.getByRole('main').locator('button[type=submit]')

test('the contact number takes ten digits; an eleventh shows a message', async () => {
  const page = await openContact()
  const field = page.getByPlaceholder('00000-00000')
  await expectSeen(page.getByText('+91'))
  await field.pressSequentially('98a7-65432101')
  await expectSeen(page.getByRole('alert').filter({ hasText: 'Contact number cannot exceed 10 digits.' }))
  await expect.poll(() => field.inputValue()).toBe('9876543210')
})

test('the contact number is typed and pasted as people write it', async () => {
  const page = await openContact()
  const field = page.getByPlaceholder('00000-00000')
  for (const typed of ['+91 98765 43210', '098765-43210', '९८७६५४३२१०']) {
    await field.fill('')
    await field.pressSequentially(typed)
    await expect.poll(() => field.inputValue()).toBe('9876543210')
    await field.fill('')
    await field.fill(typed)
    await expect.poll(() => field.inputValue()).toBe('9876543210')
  }
  await expect.poll(() => page.getByRole('alert').filter({ hasText: 'cannot exceed' }).count()).toBe(0)
})

test('a sent message is confirmed in a toast at the top, and the form is empty again', async () => {
  const page = await openContact()
  let release = () => {}
  const isFree = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/contact', async (route) => {
    await isFree
    await route.continue()
  })
  await fillForm(page)
  await send(page).click()
  await expect.poll(() => send(page).textContent()).toBe('Sending...')
  await expect.poll(() => send(page).isDisabled()).toBe(true)
  release()
  const toast = page.getByRole('status').filter({ hasText: 'Your message has been sent successfully!' })
  // Read at once: it stays for two seconds.
  const { x, y, width } = await toast.evaluate((shown) => shown.getBoundingClientRect())
  expect(y).toBeLessThan(240)
  expect(Math.abs(x + width / 2 - 640)).toBeLessThan(12)
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('')
  await expectFocused(page.locator('[tabindex="-1"]').filter({ hasText: 'Your message has the number' }).last())
})

test('a contact form that fails shows a message and keeps its input', async () => {
  const page = await openContact({ expected: [...SIGNED_OUT, '500 /api/contact'] })
  await page.route('**/api/contact', (route) =>
    route.fulfill({ status: 500, json: { error: 'The post is on strike.', message: 'The post is on strike.' } }),
  )
  await fillForm(page)
  await send(page).click()
  await expectSeen(page.getByRole('alert').filter({ hasText: 'An unexpected error occurred. Please try again later.' }))
  await expectSeen(page.getByRole('main').getByText('The post is on strike.'))
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe(MESSAGE.message)
})

test('leaving the contact page discards its input', async () => {
  const page = await openContact()
  await fillForm(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await page.waitForURL('**/about')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('')
})

test('without JavaScript a message is sent by the plain form', async () => {
  const page = await openContact({ javaScript: false })
  await fillForm(page)
  await send(page).click()
  await expectSeen(page.getByText('Your message has been sent successfully!'))
})
