import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectSeen, openPage, sharedShop, type Visit } from './journey.ts'
import { apiOf, signInAdmin } from './sign-in.ts'

const NO_CUSTOMER = ['401 /api/users/me']

async function openAdmin(path: string, visit: Visit = {}): Promise<Page> {
  const page = await openPage(sharedShop(), { expected: NO_CUSTOMER, ...visit })
  await signInAdmin(page, sharedShop().admin)
  await page.goto(path)
  return page
}

test('the audit log tells who changed what, and is filtered in its address', async () => {
  const page = await openAdmin('/admin/contacts')
  const api = apiOf(page)
  const message = { firstName: 'Ravi', lastName: 'Iyer', contactNumber: '9876501234', message: 'Does it run large?' }
  await api.submitContact({ ...message, email: 'audited@example.com', subject: 'Audited sizes' })
  const contact = (await api.listContacts({ search: 'Audited sizes' })).items[0]
  await api.toggleContactRead(contact?._id ?? '')

  await page.getByRole('link', { name: 'Audit Log' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Audit Log' }))
  const table = page.getByRole('table', { name: 'Audit log, newest first' })
  const row = table.getByRole('row').filter({ hasText: contact?._id ?? '' })
  await expectSeen(row.getByText('Mark as read'))
  await expectSeen(row.getByText('audited@example.com'))
  expect(await row.getByRole('listitem').textContent()).toBe('Read: from no →  to yes')

  await page.getByLabel('Area').selectOption('Orders')
  await page.getByLabel('Person').selectOption('The shop itself')
  await page.getByLabel('Search the log').fill('nothing like this')
  await page.getByRole('button', { name: 'Search', exact: true }).last().click()
  await page.waitForURL('**/admin/audit?area=order&person=shop&search=nothing+like+this')
  await expectSeen(page.getByText('No entries found.'))
  await page.reload()
  expect(await page.getByLabel('Area').inputValue()).toBe('order')
  await page.getByRole('link', { name: 'Clear' }).click()
  await expectSeen(row.getByText('Mark as read'))
})
