import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { expectGone, expectSeen, openPage, sharedShop, type Visit } from './journey.ts'
import { placeOrder } from './orders.ts'
import { apiOf, signInAdmin } from './sign-in.ts'
import { expectSaid } from './toasts.ts'
import { withinAnHour } from '#test/within-an-hour.ts'

beforeEach(withinAnHour)

const NO_CUSTOMER = ['401 /api/users/me']

/** A profile of the administrator, without a page yet. */
async function signInOwner(visit: Visit = {}): Promise<Page> {
  const page = await openPage(sharedShop(), { expected: NO_CUSTOMER, ...visit })
  await signInAdmin(page, sharedShop().admin)
  return page
}

async function openAdmin(path: string, visit: Visit = {}): Promise<Page> {
  const page = await signInOwner(visit)
  await page.goto(path)
  return page
}

test('order search, status and sort are in the address', async () => {
  const { order, customer } = await placeOrder()
  const page = await openAdmin('/admin/neworders')
  await page.getByLabel('Search orders').fill(customer.email)
  await page.getByLabel('Search orders').press('Enter')
  await page.waitForURL('**/admin/neworders?search=*')
  const row = page.getByRole('row').filter({ hasText: order._id })
  await expectSeen(row)
  const tabs = page.getByRole('navigation', { name: 'Orders by status' })
  await expectSeen(tabs.getByRole('link', { name: 'All 1' }))
  await expectSeen(tabs.getByRole('link', { name: 'Order Placed 1' }))
  await tabs.getByRole('link', { name: 'Delivered 0' }).click()
  await expectSeen(page.getByText('No orders found.'))
  await page.goBack()
  await expectSeen(row)

  await page.getByRole('button', { name: 'Total' }).click()
  await page.waitForURL('**sort=total-asc*')
  await expect.poll(() => page.getByRole('columnheader', { name: 'Total' }).getAttribute('aria-sort')).toBe('ascending')
  await page.reload()
  await expectSeen(row)
})

test('acting on an outdated order shows a message and the current order', async () => {
  const { order } = await placeOrder()
  const page = await signInOwner({ expected: [...NO_CUSTOMER, '409 /api/admin/orders/*/status'] })
  // With events the list may learn that the order is cancelled before the button is pressed.
  await page.route('**/api/admin/events', () => undefined)
  await page.goto('/admin/neworders')
  const row = page.getByRole('row').filter({ hasText: order._id })
  await expectSeen(row.getByRole('button', { name: 'Ship' }))
  await apiOf(page).changeOrderStatus(order._id, 'cancelled')
  await row.getByRole('button', { name: 'Ship' }).click()
  await expectSeen(page.getByRole('alert').filter({ hasText: 'An order that is cancelled cannot become shipped.' }))
  await expectSeen(row.getByText('Order Cancelled'))
  await expectGone(row.getByRole('button', { name: 'Ship' }))

  await row.getByRole('link', { name: order._id }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: `Order #${order._id.slice(-6).toUpperCase()}` }))
  await expectSeen(page.getByText('For Asha Rao, Pune'))
  const money = page.getByRole('region', { name: 'Payment' })
  await expectSeen(money.getByText('Captured'))
  await expectSeen(money.getByText('order cancelled'))
  await expectSeen(page.getByRole('region', { name: 'Deliver to' }).getByText('12, Lake Road'))
  await expectSeen(page.getByRole('region', { name: 'Timeline' }).getByText('Cancelled', { exact: true }))
})

test('an order without an address cannot be shipped, and one with an address is packed and shipped', async () => {
  const [{ order: bare }, { order }] = [await placeOrder(null), await placeOrder()]
  const page = await openAdmin('/admin/neworders')
  const row = page.getByRole('row').filter({ hasText: bare._id })
  await expect.poll(() => row.getByRole('button', { name: 'Ship' }).isDisabled()).toBe(true)
  await expectSeen(row.getByText('Waits for an address'))

  await page.goto(`/admin/orders/${order._id}`)
  await page.getByRole('link', { name: 'Packing slip' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: /^Packing slip/ }))
  await page.emulateMedia({ media: 'print' })
  await expectGone(page.getByRole('banner'))
  await expectSeen(page.getByText('411001'))
  await expect.poll(() => page.getByRole('main').textContent()).not.toContain('₹')
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'Back to the order' }).click()
  await page.getByRole('button', { name: 'Ship' }).click()
  await expectSeen(page.getByRole('region', { name: 'Timeline' }).getByText('Shipped'))
  await page.getByRole('button', { name: 'Deliver' }).click()
  await expectSeen(page.getByText('Items Delivered'))
})

test('a double click never takes the step that has just appeared', async () => {
  const { order } = await placeOrder()
  const page = await openAdmin('/admin/neworders')
  const row = page.getByRole('row').filter({ hasText: order._id })
  const steps: (string | null)[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') steps.push(request.postData())
  })
  await expectSeen(row.getByRole('button', { name: 'Ship' }))
  // Presses 'Deliver' as soon as there is one, as the second press of a double click does, and notes what it meets: the
  // pause may be over before a busy browser is asked for it.
  await row.evaluate((element) => {
    const observer = new MutationObserver(() => {
      const button = [...element.querySelectorAll('button')].find(({ textContent }) => textContent === 'Deliver')
      if (!button) return
      observer.disconnect()
      element.dataset.met = `${button.ariaDisabled} ${element.textContent.includes('The next step opens in a moment')}`
      button.click()
    })
    observer.observe(element, { childList: true, subtree: true })
  })
  await row.getByRole('button', { name: 'Ship' }).dblclick()
  await expect.poll(() => row.getAttribute('data-met')).toBe('true true')
  const deliver = row.getByRole('button', { name: 'Deliver' })
  await expect.poll(() => deliver.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
  await expectGone(row.getByText('The next step opens in a moment'))
  const { items } = await apiOf(page).listAllOrders({ search: order._id })
  expect(items[0]?.status).toBe('shipped')
  expect(steps).toEqual(['{"status":"shipped"}'])
  await deliver.click()
  await expectSeen(row.getByText('Items Delivered'))
})

test('an order that has left its list is marked with its new status, and the tabs count it there', async () => {
  const { order, customer } = await placeOrder()
  const page = await signInOwner()
  // Without events the list must count by itself.
  await page.route('**/api/admin/events', () => undefined)
  await page.goto(`/admin/neworders?status=order+placed&search=${encodeURIComponent(customer.email)}`)
  const row = page.getByRole('row').filter({ hasText: order._id })
  await row.getByRole('button', { name: 'Ship' }).click()
  await expectSeen(row.getByText('Moved to Shipped'))
  await expect.poll(() => row.getAttribute('class')).toContain('is-moved')
  const tabs = page.getByRole('navigation', { name: 'Orders by status' })
  await expectSeen(tabs.getByRole('link', { name: 'Order Placed 0' }))
  await tabs.getByRole('link', { name: 'Shipped 1' }).click()
  await expectSeen(row)
  await expectGone(row.getByText('Moved to Shipped'))
})

test('an opened message is shown once and marked as read', async () => {
  const page = await openPage(sharedShop(), { expected: [...NO_CUSTOMER, '500 /api/admin/contacts/mark'] })
  await signInAdmin(page, sharedShop().admin)
  const word = `Opened${Date.now()}`
  const contact = { firstName: 'Ravi', lastName: 'Iyer', email: 'opened@example.com', contactNumber: '9876501234' }
  for (const subject of ['First', 'Second']) {
    await apiOf(page).submitContact({ ...contact, subject: `${subject} ${word}`, message: `${subject}: does it run?` })
  }
  await page.goto(`/admin/contacts?search=${word}`)
  const row = (subject: string) => page.getByRole('row').filter({ hasText: `${subject} ${word}` })
  await expectSeen(row('First').getByText('Unread', { exact: true }))
  await row('First').locator('summary').click()
  await expectSeen(row('First').getByText('Read', { exact: true }))
  await expect.poll(() => row('First').getByText('First: does it run?').filter({ visible: true }).count()).toBe(1)
  await expectSeen(row('First').getByRole('button', { name: 'Mark as Unread' }))
  await expect
    .poll(async () => (await apiOf(page).listContacts({ search: `First ${word}` })).items[0]?.isRead)
    .toBe(true)

  await page.route('**/api/admin/contacts/mark', (route) => route.fulfill({ status: 500, body: '{}' }))
  await row('Second').locator('summary').click()
  await expectSeen(page.getByRole('alert').filter({ hasText: 'Failed to update read status' }))
  await expectSeen(row('Second').getByText('Unread', { exact: true }))

  // The newer one is read: the unread one comes first.
  const idOf = async (subject: string) =>
    (await apiOf(page).listContacts({ search: `${subject} ${word}` })).items[0]?._id ?? ''
  await apiOf(page).markContacts([await idOf('First')], false)
  await apiOf(page).markContacts([await idOf('Second')], true)
  await page.reload()
  const [first, second] = ['First', 'Second'].map((subject): unknown => expect.stringContaining(`${subject} ${word}`))
  await expect.poll(() => page.getByRole('row').filter({ hasText: word }).allTextContents()).toEqual([first, second])
})

test('a message that somebody else changed is shown although this administrator changes another meanwhile', async () => {
  const page = await openPage(sharedShop(), { expected: NO_CUSTOMER })
  await signInAdmin(page, sharedShop().admin)
  const word = `Meanwhile${Date.now()}`
  const contact = { firstName: 'Ravi', lastName: 'Iyer', email: 'meanwhile@example.com', contactNumber: '9876501234' }
  for (const subject of ['First', 'Second']) {
    await apiOf(page).submitContact({ ...contact, subject: `${subject} ${word}`, message: 'Does it run?' })
  }
  const isListening = page.waitForResponse('**/api/admin/events')
  await page.goto(`/admin/contacts?search=${word}`)
  await isListening
  const row = (subject: string) => page.getByRole('row').filter({ hasText: `${subject} ${word}` })
  const { promise: isFree, resolve: release } = Promise.withResolvers<void>()
  let readings = 0
  await page.route(/\/api\/admin\/getallcontacts/, async (route) => {
    readings += 1
    const response = await route.fetch()
    await isFree
    await route.fulfill({ response })
  })
  // The event of the change is there before the answer to it.
  await page.route('**/toggle-read', async (route) => {
    const response = await route.fetch()
    await expect.poll(() => readings).toBeGreaterThan(1)
    await route.fulfill({ response })
  })
  const [other] = (await apiOf(page).listContacts({ search: `First ${word}` })).items
  await apiOf(page).markContacts([other?._id ?? ''], true)
  await expect.poll(() => readings).toBe(1)
  await row('Second').getByRole('button', { name: 'Mark as Read' }).click()
  await expectSeen(row('Second').getByText('Read', { exact: true }))
  release()
  await expectSeen(row('First').getByText('Read', { exact: true }))
  await expectSeen(row('Second').getByText('Read', { exact: true }))
})

test('printed orders have all their columns, in landscape', async () => {
  const { order } = await placeOrder()
  const page = await openAdmin(`/admin/neworders?search=${order._id}`)
  await expectSeen(page.getByRole('row').filter({ hasText: order._id }))
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(paper) ?? []
  expect(Number(width)).toBeGreaterThan(Number(height))

  // The width between the margins of a landscape A4 page.
  await page.setViewportSize({ width: 1032, height: 700 })
  await page.emulateMedia({ media: 'print' })
  await expect
    .poll(async () =>
      (await page.getByRole('columnheader').filter({ visible: true }).allTextContents()).map((text) => text.trim()),
    )
    .toEqual(['Order ID', 'User Address', 'User Name', 'Products', 'Total', 'Status', 'Created'])
  const right = async () =>
    (await page
      .getByRole('columnheader', { name: 'Created' })
      .evaluate((head) => head.getBoundingClientRect().right)) <= 1032
  await expect.poll(right).toBe(true)
  await expectGone(page.getByRole('search', { name: 'Orders' }))
  await expectGone(page.getByRole('button', { name: 'Ship' }))

  await page.goto(`/admin/orders/${order._id}`)
  await page.setViewportSize({ width: 703, height: 1000 })
  await page.emulateMedia({ media: 'print' })
  await expectGone(page.getByRole('link', { name: 'Packing slip' }))
  await expectSeen(page.getByRole('columnheader', { name: 'Line total' }))
  await expectSeen(page.getByRole('region', { name: 'Deliver to' }).getByText('12, Lake Road'))
  const isWhole = () => page.evaluate('document.documentElement.scrollWidth <= innerWidth')
  await expect.poll(isWhole).toBe(true)
})

test('no id and no address is broken inside a table, and each table fits its window', async () => {
  const { order } = await placeOrder()
  const page = await openAdmin('/admin/contacts')
  const email = 'a.rather.long.name.of.somebody@messages.shopofsomebody.example.com'
  const message = { firstName: 'Ravi', lastName: 'Iyer', contactNumber: '9876501234', message: 'Does it run large?' }
  const subject = `Unbroken ${order._id}`
  await apiOf(page).submitContact({ ...message, email, subject })
  const isOneLine = (element: Element) => {
    const range = element.ownerDocument.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size === 1
  }
  const fits = () => page.locator('.table-frame').evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)
  await page.goto(`/admin/neworders?search=${order._id}`)
  await expect.poll(() => page.getByRole('rowheader').locator('code').evaluate(isOneLine)).toBe(true)
  await expect.poll(fits).toBe(true)
  await page.goto('/admin/products?search=shirt')
  await expect.poll(() => page.getByRole('row').nth(1).locator('code').evaluate(isOneLine)).toBe(true)
  await expect.poll(fits).toBe(true)

  await page.goto(`/admin/contacts?search=${encodeURIComponent(subject)}`)
  await expect.poll(fits).toBe(true)
  const link = page.getByRole('link', { name: email })
  // Each part between two signs stays on one line.
  const parts = () =>
    link.evaluate((element) =>
      [...element.querySelectorAll('span > span')].map((part) => {
        const range = part.ownerDocument.createRange()
        range.selectNodeContents(part)
        return range.getClientRects().length
      }),
    )
  await expect.poll(parts).toEqual(email.split(/[@.]/).map(() => 1))
})

test('an unknown order shows a message', async () => {
  const page = await openAdmin('/admin/orders/nothing-like-it', {
    expected: [...NO_CUSTOMER, '404 /admin/orders/nothing-like-it'],
  })
  await expectSeen(page.getByText(/^Error: /))
})

test('an address that no screen of the admin area has keeps the menu', async () => {
  const page = await openAdmin('/admin/customers', { expected: [...NO_CUSTOMER, '404 /admin/customers'] })
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Page not found' }))
  await page
    .getByRole('navigation', { name: 'Admin pages', exact: true })
    .getByRole('link', { name: 'Categories' })
    .click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Categories' }))
})

test('the audit log shows who changed what, with its filters in the address', async () => {
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
  await expect.poll(() => row.getByRole('listitem').textContent()).toBe('Read: from no →  to yes')

  await page.getByLabel('Area').selectOption('Orders')
  await page.getByLabel('Person').selectOption('The shop itself')
  await page.getByLabel('Search the log').fill('nothing like this')
  await page.getByRole('button', { name: 'Search', exact: true }).last().click()
  await page.waitForURL('**/admin/audit?area=order&person=shop&search=nothing+like+this')
  await expectSeen(page.getByText('No entries found.'))
  await page.reload()
  await expect.poll(() => page.getByLabel('Area').inputValue()).toBe('order')
  await page.getByRole('link', { name: 'Clear' }).click()
  await expectSeen(row.getByText('Mark as read'))

  const { products } = await api.listProductsForAdmin({ search: 'Meridian Poplin' })
  const [product] = products
  await api.changeProducts({ action: 'discount', ids: [product?._id ?? ''], percent: 10 })
  await page.getByLabel('Search the log').fill(product?.name ?? '')
  await page.getByLabel('Search the log').press('Enter')
  await table
    .getByRole('row')
    .filter({ hasText: 'Change price' })
    .getByRole('button', { name: `Undo the change of prices of ${product?.name}` })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the change' }).click()
  await expectSeen(page.getByText('1 product given their earlier prices.'))
  await expect
    .poll(async () => (await api.listProductsForAdmin({ search: 'Meridian Poplin' })).products[0]?.discountedPrice)
    .toBe(product?.discountedPrice)
})

test('the dashboard shows sales figures below its counts and above its forms', async () => {
  const { order } = await placeOrder()
  const page = await openAdmin('/admin/dashboard')
  const sales = page.getByRole('region', { name: 'Sales', exact: true })
  await expectSeen(sales.getByRole('region', { name: 'Revenue' }).getByText(/^₹[\d,]+\.\d\d$/))
  const topOf = async (place: Locator) => (await place.boundingBox())?.y ?? Number.NaN
  const counts = page.locator('main dl').filter({ hasText: 'Categories' }).first()
  const form = page.getByRole('heading', { name: 'Create Product' })
  const isAbove = async (one: Locator, other: Locator) => (await topOf(one)) < (await topOf(other))
  await expect.poll(() => isAbove(counts, sales)).toBe(true)
  await expect.poll(() => isAbove(sales, form)).toBe(true)
  const short = `#${order._id.slice(-6).toUpperCase()}`
  await expectSeen(sales.getByRole('region', { name: 'Newest sales' }).getByRole('link', { name: short }))
  await sales.getByRole('link', { name: 'Today' }).click()
  await page.waitForURL('**/admin/dashboard?days=1#figures')
  await expect.poll(() => sales.getByRole('link', { name: 'Today' }).getAttribute('aria-current')).toBe('page')
  await expectSeen(sales.getByRole('region', { name: 'Best sellers' }).getByText(/piece/).first())

  await expectSeen(sales.getByText(/^Revenue of the last 7 days\./))
  await sales.getByText('Show the days as a table').click()
  const days = sales.getByRole('table', { name: 'Sales by day, oldest first' }).getByRole('row')
  await expect.poll(() => days.count()).toBe(8)
  await expectSeen(days.last().getByText(/^₹[1-9]/))
})

test('several messages are selected with Shift, marked and deleted by keyboard alone', async () => {
  const page = await openPage(sharedShop(), { expected: NO_CUSTOMER })
  await signInAdmin(page, sharedShop().admin)
  const word = `Bulk${Date.now()}`
  for (const subject of ['One', 'Two', 'Three']) {
    await apiOf(page).submitContact({
      firstName: 'Ravi',
      lastName: 'Iyer',
      email: 'bulk@example.com',
      contactNumber: '9876501234',
      subject: `${subject} ${word}`,
      message: 'Does it run large?',
    })
  }
  await page.goto(`/admin/contacts?search=${word}`)
  const box = (subject: string) => page.getByRole('checkbox', { name: `Select “${subject} ${word}”` })
  await box('Three').focus()
  await page.keyboard.press('Space')
  await box('One').focus()
  await page.keyboard.press('Shift+Space')
  const chosen = page.getByRole('group', { name: 'Chosen messages' })
  await expectSeen(chosen.getByText('3 chosen'))
  await chosen.getByRole('button', { name: 'Mark chosen read', exact: true }).press('Enter')
  await expect.poll(() => page.getByRole('table').getByText('Read', { exact: true }).count()).toBe(3)
  await page.getByRole('link', { name: /^Unread ?0/ }).click()
  await expectSeen(page.getByText('No contact messages found.'))
  await page.getByRole('link', { name: /^Read ?3/ }).click()

  await page.getByRole('checkbox', { name: 'Select all messages' }).press('Space')
  await chosen.getByRole('button', { name: 'Delete chosen' }).press('Enter')
  const question = page.getByRole('alertdialog')
  await expectSeen(question.getByText('Are you sure you want to delete these 3 contact messages?'))
  await question.getByRole('button', { name: 'Delete' }).press('Enter')
  await expectSeen(page.getByText('No contact messages found.'))
})

test('the owner teaches the search a word and a colour its family by keyboard, and the audit log has both', async () => {
  const page = await openAdmin('/admin/dashboard')
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await page.waitForURL('**/admin/search-settings')
  const words = page.getByRole('region', { name: 'Search words' })
  const phrases = words.getByRole('textbox', { name: /^Shoppers say/ })
  const { length: lines } = (await apiOf(page).getSearchSettings()).synonyms
  await expect.poll(() => phrases.count()).toBe(lines)
  await words.getByRole('button', { name: 'Add words' }).press('Enter')
  await expect.poll(() => phrases.last().evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('zardozi')
  await page.keyboard.press('Tab')
  await page.keyboard.type('seersucker')
  await page.keyboard.press('Enter')
  await expectSaid(page, 'Search words saved.')
  const trial = page.getByRole('searchbox', { name: 'Try a search' })
  await trial.fill('zardozi')
  await trial.press('Enter')
  await expectSeen(page.getByText(/^\d+ found: .*Seersucker/))

  const { synonyms } = await apiOf(page).getSearchSettings()
  await apiOf(page).changeSearchSettings({ synonyms: [...synonyms, { phrase: 'elsewhere', means: 'seersucker' }] })
  for (const phrase of ['zardozi', 'elsewhere']) {
    await words.getByRole('button', { name: `Remove ${phrase}` }).press('Enter')
    await expectSeen(words.getByRole('button', { name: 'Add words' }).and(page.locator(':focus')))
    await words.getByRole('button', { name: 'Save search words' }).press('Enter')
  }
  await expect.poll(async () => (await apiOf(page).getSearchSettings()).synonyms.length).toBe(lines)

  const colours = page.getByRole('region', { name: 'Colour families' })
  const field = colours.getByRole('combobox').first()
  await field.selectOption('Purple')
  await colours.getByRole('button', { name: 'Save colour families' }).press('Enter')
  await expectSaid(page, 'Colour families saved.')
  await field.selectOption('')
  await colours.getByRole('button', { name: 'Save colour families' }).press('Enter')
  await expect.poll(async () => (await apiOf(page).getSearchSettings()).colourFamilies).toEqual({})
  await page.goto('/admin/audit')
  await expectSeen(page.getByRole('row').filter({ hasText: 'Change search settings' }).first())
})

test('search words: an empty line is left out, and a half of spaces is pointed out', async () => {
  const page = await openPage(sharedShop(), { expected: ['401 /api/users/me'] })
  await signInAdmin(page, sharedShop().admin)
  await page.goto('/admin/search-settings')
  const words = page.getByRole('region', { name: 'Search words' })
  const saved = page.getByRole('status').filter({ hasText: 'Search words saved.' })
  const { length: lines } = (await apiOf(page).getSearchSettings()).synonyms
  await words.getByRole('button', { name: 'Add words' }).click()
  const last = (label: string) => words.getByRole('textbox', { name: `${label}, line ${lines + 1}`, exact: true })
  await last('Shoppers say').fill(' ')
  await last('Shoppers say').press('Enter')
  await expectSeen(saved)
  await expectGone(last('Shoppers say'))
  await expect.poll(async () => (await apiOf(page).getSearchSettings()).synonyms.length).toBe(lines)

  await words.getByRole('button', { name: 'Add words' }).click()
  await last('Shoppers say').fill('zardozi')
  await last('The shop says').fill('  ')
  await last('Shoppers say').press('Enter')
  await expectSeen(last('The shop says').and(page.locator(':focus:invalid')))
})
