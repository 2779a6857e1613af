import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage, sharedShop, type Visit } from './journey.ts'
import { ADDRESS, placeOrder } from './orders.ts'
import { tabTo } from './tab-to.ts'
import { apiOf, signInAdmin } from './sign-in.ts'
import { LAPTOP } from './viewports.ts'

/** A profile of the administrator, without a page yet. */
async function signInOwner(visit: Visit = {}): Promise<Page> {
  const page = await openPage(sharedShop(), { expected: ['401 /api/users/me'], ...visit })
  await signInAdmin(page, sharedShop().admin)
  return page
}

async function openAdmin(path: string, visit: Visit = {}): Promise<Page> {
  const page = await signInOwner(visit)
  await page.goto(path)
  return page
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('G and a letter open a screen, and a question mark opens the help', async () => {
  const page = await openAdmin('/admin/dashboard')
  for (const [key, title] of [
    ['o', 'Admin Order Dashboard'],
    ['c', 'Contact Submissions'],
    ['a', 'Audit Log'],
    ['p', 'Admin Products'],
    ['d', 'Admin Dashboard'],
  ] as const) {
    // Both in one call: the second key has to come soon.
    await page.keyboard.type(`g${key}`)
    await expectSeen(heading(page, title))
  }
  await page.getByLabel('Category name').fill('g')
  await page.getByLabel('Category name').press('o')
  await expectSeen(heading(page, 'Admin Dashboard'))
  await expect.poll(() => page.getByLabel('Category name').inputValue()).toBe('go')
  await page.getByLabel('Category name').blur()

  await page.keyboard.press('Shift+?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expectSeen(help.getByText('Go to Orders'))
  await expectAccessible(page)
  await help.getByLabel('Single keys are shortcuts (G and ?)').press('Space')
  await page.keyboard.press('Escape')
  await expectGone(help)
  await page.reload()
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.keyboard.press('Shift+?')
  await page.keyboard.press('Control+k')
  await expectSeen(page.getByRole('dialog', { name: 'Jump to' }))
  await expectSeen(heading(page, 'Admin Dashboard'))
})

test('by keyboard alone one order is shipped and delivered, and another cancelled on its own page', async () => {
  const [{ order: first }, { order: second }] = [await placeOrder(), await placeOrder()]
  const page = await openAdmin('/admin/neworders')
  const row = page.getByRole('row').filter({ hasText: first._id })
  await expectSeen(row)
  await tabTo(page, page.getByLabel('Search orders'))
  await page.keyboard.type(first._id)
  await page.keyboard.press('Enter')
  await expectGone(page.getByRole('row').filter({ hasText: second._id }))
  await tabTo(page, row.getByRole('button', { name: 'Ship' }))
  await page.keyboard.press('Enter')
  await expectSeen(row.getByRole('button', { name: 'Deliver' }).and(page.locator(':focus')))
  await expectGone(row.getByText('The next step opens in a moment'))
  await page.keyboard.press('Enter')
  await expectSeen(row.getByText('Items Delivered').and(page.locator(':focus')))

  await page.goto(`/admin/neworders?search=${second._id}`)
  await tabTo(page, page.getByRole('link', { name: second._id }))
  await page.keyboard.press('Enter')
  await expectSeen(heading(page, `Order #${second._id.slice(-6).toUpperCase()}`))
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
  await tabTo(page, cancel)
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await expectSeen(question.getByText('Cancel this order and refund its payment?'))
  await page.keyboard.press('Escape')
  await expectGone(question)
  await expectSeen(cancel.and(page.locator(':focus')))
  await page.keyboard.press('Enter')
  await tabTo(page, question.getByRole('button', { name: 'Cancel order' }))
  await page.keyboard.press('Enter')
  await expectSeen(page.getByText('Order Cancelled', { exact: true }).and(page.locator(':focus')))
  await expectSeen(page.getByRole('heading', { name: 'Refund' }))
})

test('the palette finds screens, products, orders and messages and opens them by keyboard', async () => {
  const { order, customer } = await placeOrder()
  const page = await openAdmin('/admin/contacts')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: /^Jump to/ })
  await expectSeen(field.and(page.locator(':focus')))
  await page.keyboard.type('audit')
  await expectSeen(page.getByRole('option', { name: 'Audit log' }))
  await page.keyboard.press('Enter')
  await expectSeen(heading(page, 'Audit Log'))

  await page.keyboard.press('Control+k')
  await expectSeen(field.and(page.locator(':focus')))
  await page.keyboard.type(customer.email)
  const short = `#${order._id.slice(-6).toUpperCase()}`
  const option = page.getByRole('group', { name: 'Orders' }).getByRole('option', { name: short })
  await expectSeen(option)
  await expectAccessible(page)
  await expect.poll(() => option.getAttribute('aria-selected')).toBe('true')
  await expect.poll(() => field.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'))
  await page.keyboard.press('Enter')
  await expectSeen(heading(page, `Order ${short}`))

  await page.keyboard.press('Control+k')
  const { products } = await apiOf(page).listProducts({ page: 1, limit: 12 })
  await field.fill(products[0]?.name ?? '')
  await expectSeen(page.getByRole('option', { name: products[0]?.name ?? '' }).first())
  await field.press('ArrowUp')
  const last = page.getByRole('option').last()
  await expect.poll(() => last.getAttribute('aria-selected')).toBe('true')
  // What is found by words that the row would not show says why; what nothing is called finds nothing.
  await field.fill(order.address?.fullName ?? '')
  await expectSeen(option.filter({ hasText: order.address?.fullName ?? 'no recipient' }))
  const coloured = products.find(({ name, colour }) => colour !== undefined && !name.includes(colour))
  await field.fill(`${coloured?.name} ${coloured?.colour}`)
  const garment = page.getByRole('group', { name: 'Products' }).getByRole('option', { name: coloured?.name ?? '' })
  await expectSeen(garment.filter({ hasText: coloured?.colour ?? 'no colour' }))
  await field.fill('98290 10000')
  await expectSeen(page.getByText('Nothing found.'))
  await field.fill('coupon')
  await field.press('Enter')
  await expectSeen(heading(page, 'Create offer'))
  await page.keyboard.press('Control+k')
  await field.fill('dark mode')
  await field.press('Enter')
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
  await page.keyboard.press('Control+k')
  await field.fill('nothing is called like this')
  await expectSeen(page.getByText('Nothing found.'))
  await field.press('Escape')
  await expectGone(field)
})

/** Orders that look differently in a list, of customers with this name. */
async function placeOrders(page: Page, lastname: string): Promise<void> {
  const place = async (address: typeof ADDRESS | null = ADDRESS) =>
    (await placeOrder(address, sharedShop(), { firstname: 'Asha', lastname })).order._id
  const [, shipped, delivered, cancelled] = [await place(null), await place(), await place(), await place()]
  await apiOf(page).changeOrderStatus(shipped, 'shipped')
  await apiOf(page).changeOrderStatus(delivered, 'shipped')
  await apiOf(page).changeOrderStatus(delivered, 'delivered')
  await apiOf(page).changeOrderStatus(cancelled, 'cancelled')
}

/** A contact message that was read, and one that was not. */
async function writeMessages(page: Page, subject: string): Promise<void> {
  const person = { firstName: 'Ravi', lastName: 'Iyer', email: 'looks@example.com', contactNumber: '9876501234' }
  for (const message of ['Is it lined?', 'Does it shrink?']) {
    await apiOf(page).submitContact({ ...person, subject, message })
  }
  const { items } = await apiOf(page).listContacts({ search: subject })
  await apiOf(page).toggleContactRead(items[0]?._id ?? '')
}

const SURNAME = 'Everylook'
const SUBJECT = 'Both looks of a message'

/**
 * Each screen, and what must be seen on it. Lists show few of their rows, which are alike, and one of every kind; those
 * of the products are in `admin-products.test.ts`.
 */
const SCREENS: readonly (readonly [path: string, ...words: string[]])[] = [
  ['/admin/dashboard'],
  ['/admin/products?search=linen'],
  [`/admin/neworders?search=${SURNAME}`, 'Order Placed', 'Shipped', 'Items Delivered', 'Order Cancelled', 'N/A'],
  [`/admin/contacts?search=${encodeURIComponent(SUBJECT)}`, 'Read', 'Unread'],
  ['/admin/audit'],
  ['/admin/settings'],
  ['/admin/search-settings'],
]

test('every admin screen is accessible in every look and fits its window', async () => {
  const { order } = await placeOrder()
  const page = await signInOwner()
  await placeOrders(page, SURNAME)
  await writeMessages(page, SUBJECT)
  for (const [path, ...words] of [...SCREENS, [`/admin/orders/${order._id}`], [`/admin/orders/${order._id}/slip`]]) {
    await page.setViewportSize(LAPTOP)
    await page.goto(path ?? '')
    const main = page.getByRole('main')
    await expectSeen(main.getByRole('heading', { level: 1 }))
    for (const each of words) await expectSeen(main.locator('td').getByText(each, { exact: true }).first())
    await expectGoodInEveryLook(page)
  }
}, 180_000)
