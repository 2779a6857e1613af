import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible } from './axe.ts'
import { expectGone, expectSeen, openPage, sharedShop } from './journey.ts'
import { placeOrder } from './orders.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { apiOf, signInAdmin } from './sign-in.ts'
import { PHONE } from './viewports.ts'
import { expectSaid } from './toasts.ts'

async function openAdmin(expected: readonly string[] = []): Promise<Page> {
  const page = await openPage(sharedShop(), { expected: ['401 /api/users/me', ...expected] })
  await signInAdmin(page, sharedShop().admin)
  return page
}

const FORM = { firstName: 'Ravi', lastName: 'Iyer', contactNumber: '9876501234' }
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const ticketDialog = (page: Page) => page.getByRole('dialog', { name: /^Message T-[2-9A-Z]{6}$/ })

test('a sent message shows its number on the page', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  await page.goto('/contact')
  for (const [name, value] of Object.entries({ ...FORM, email: 'number@example.com', subject: 'A', message: 'B' })) {
    await page.locator(`main [name="${name}"]`).fill(value)
  }
  await page.getByRole('main').locator('button[type=submit]').click()
  await expectSaid(page, 'Your message has been sent successfully!')
  await expectSeen(page.getByText(/^T-[2-9A-Z]{6}$/))
  await expectAccessible(page)
})

test('a message is answered over the list by keyboard, beside its sender’s orders, and marked as read', async () => {
  const { order, customer } = await placeOrder()
  const page = await openAdmin()
  const subject = `Ticket ${order._id}`
  await apiOf(page).submitContact({ ...FORM, email: customer.email, subject, message: '<i>Where</i> is it?' })
  await page.goto(`/admin/contacts?search=${encodeURIComponent(subject)}`)
  const row = rowOf(page, subject)
  await expectSeen(row.getByText('answer within 47 h'))
  await row.getByRole('link', { name: 'Answer' }).press('Enter')
  const dialog = ticketDialog(page)
  await expectSeen(dialog.getByText('<i>Where</i> is it?'))
  const orders = dialog.getByRole('region', { name: 'Orders of the sender' })
  await expectSeen(orders.getByRole('link', { name: `#${order._id.slice(-6).toUpperCase()}` }))
  await expectSeen(orders.getByText('it is not confirmed'))
  await expectAccessible(page)
  const field = dialog.getByLabel('Your answer')
  await field.fill('It leaves today.\nThank you.')
  // What was typed stays when the message is closed and opened again.
  await page.keyboard.press('Escape')
  await expectGone(dialog)
  await expectSeen(row.getByText('Read', { exact: true }))
  await row.getByRole('link', { name: 'Answer' }).press('Enter')
  await expect.poll(() => field.inputValue()).toBe('It leaves today.\nThank you.')
  await dialog.getByRole('button', { name: 'Send answer' }).press('Enter')
  await expectSeen(dialog.getByRole('status').filter({ hasText: 'Answer sent.' }))
  await expectSeen(dialog.getByRole('list', { name: 'Answers' }).getByText('It leaves today.'))
  await expect.poll(() => field.inputValue()).toBe('')
  await expectSeen(dialog.getByText(/^close within \d+ days$/))
  await dialog.getByRole('button', { name: 'Close ticket' }).press('Enter')
  await expectSeen(dialog.getByRole('button', { name: 'Open again' }))
  await dialog.getByRole('button', { name: 'Close', exact: true }).press('Enter')
  await expectGone(dialog)
  await expectSeen(row.getByText('Closed', { exact: true }))
  await page.getByRole('link', { name: /^Closed/ }).click()
  await expectSeen(row)
  await page.setViewportSize(PHONE)
  await expectAccessible(page)
})

test('whoever answers what somebody else has just answered reads that answer first and loses no word', async () => {
  const page = await openAdmin(['409 /api/admin/contact/*'])
  const subject = `Twice ${Date.now()}`
  await apiOf(page).submitContact({ ...FORM, email: 'twice@example.com', subject, message: 'Hello' })
  const [contact] = (await apiOf(page).listContacts({ search: subject })).items
  await page.route('**/api/admin/events', () => undefined)
  await page.goto(`/admin/contacts?search=${encodeURIComponent(subject)}&open=${contact?._id}`)
  const dialog = ticketDialog(page)
  const field = dialog.getByLabel('Your answer')
  await field.fill('Mine.')
  await apiOf(page).answerContact(contact?._id ?? '', { text: 'Theirs.', seen: 0 })
  await dialog.getByRole('button', { name: 'Send answer' }).click()
  await expectSeen(dialog.getByText(/has answered meanwhile\. Please read that answer before you send yours\.$/))
  await expectSeen(dialog.getByText('Theirs.', { exact: true }))
  await expect.poll(() => field.inputValue()).toBe('Mine.')
  await dialog.getByRole('button', { name: 'Send answer' }).click()
  await expectSeen(dialog.getByRole('list', { name: 'Answers' }).getByText('Mine.', { exact: true }))
})
