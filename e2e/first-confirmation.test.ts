import { afterAll, beforeAll, expect, test } from 'vitest'

import { buildDirOf } from '#server/start/config.ts'
import { sendMails } from '#server/mails/send-mails.ts'
import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { addProduct } from '#test/factories.ts'
import { buyCart, fillCart, NEVER } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

import { expectAccessible, expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage } from './journey.ts'
import { apiOf, signInCustomer } from './sign-in.ts'
import { PHONE } from './viewports.ts'
import { expectSaid } from './toasts.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)), smtpUrl: 'smtp://mail.example' })
})
afterAll(() => shop.close())

const NEEDED = 'Please confirm your e-mail address first, by the link in our mail.'
const AGAIN = { name: 'Send me a new mail' }

/** The path of the link in the newest mail. */
async function linkFromMail(): Promise<string> {
  await sendMails(shop.shop, NEVER)
  return /\/confirm-email\/\S+/.exec(shop.mails.at(-1)?.text ?? '')?.[0] ?? '/none'
}

async function delivered() {
  const customer = await shop.customer()
  const { id, name } = await addProduct(shop.db)
  await fillCart(customer, id)
  const { order } = await buyCart(shop, { ...customer, id: customer.user._id })
  const admin = await shop.admin()
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'delivered')
  // They are due ten seconds later. To an unconfirmed address they would go in place of the link on a slow machine.
  const mails = ['order-received', 'order-shipped', 'order-delivered'] as const
  await shop.db.deleteFrom('mails').where('name', 'in', mails).execute()
  return { email: customer.user.email, password: customer.password, name }
}

test('a review that waits for the confirmed address keeps its text and offers the mail', async () => {
  const { name, ...credentials } = await delivered()
  const page = await openPage(shop, {
    viewport: PHONE,
    expected: ['401 /api/admin/me', '403 /api/products/reviews/*'],
  })
  await apiOf(page).login(credentials)
  await page.goto('/user-profile')
  await expectSeen(page.getByText('Reviews, and erasing your account, wait for it, too.'))
  await page.getByRole('button', { name: `Review ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Review ${name}` })
  await dialog.getByRole('radio', { name: '4 stars' }).check()
  await dialog.getByLabel('What do you think of it?').fill('Sits well.')
  await dialog.getByRole('button', { name: 'Send review' }).click()
  await expectSeen(dialog.getByRole('alert').filter({ hasText: NEEDED }))
  await dialog.getByRole('button', AGAIN).click()
  await expectSeen(dialog.getByRole('status').filter({ hasText: 'We are sending you a mail with a link.' }))
  await expectAccessible(page)
  const other = await openPage(shop, { expected: ['401 /api/users/me', '401 /api/admin/me'] })
  await apiOf(other).login(credentials)
  await other.goto(await linkFromMail())
  await other.getByRole('button', { name: 'Confirm my address' }).click()
  await expectSeen(other.getByRole('heading', { name: 'Address confirmed' }))
  await dialog.getByRole('button', { name: 'Send review' }).click()
  await expectSaid(page, 'Thank you for your review.')
  await expectGone(dialog)
})

test.each([true, false])(
  'erasing waits for the confirmed address and offers the mail, with JavaScript: %s',
  async (javaScript) => {
    const page = await openPage(shop, {
      javaScript,
      viewport: PHONE,
      expected: ['401 /api/admin/me', '403 /api/users/erasure', '403 /user-profile/data'],
    })
    const { password } = await signInCustomer(page)
    await page.goto('/user-profile/data')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Erase my account' }).click()
    await expectSeen(page.getByRole('main').getByText(NEEDED))
    await page.getByRole('button', AGAIN).click()
    await expectSeen(page.getByRole('status').filter({ hasText: 'We are sending you a mail with a link.' }))
    if (javaScript) await expectGoodInEveryLook(page)
    await expect.poll(() => apiOf(page).getEmailConfirmation()).toEqual({ isConfirmed: false })
  },
)
