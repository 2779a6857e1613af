import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'

import { buildDirOf } from '#server/start/config.ts'
import { sendMails } from '#server/mails/send-mails.ts'
import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { NEVER } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { expectSeen, heartsFilled, openPage, sharedShop } from './journey.ts'
import { apiOf, signInCustomer } from './sign-in.ts'
import { PHONE } from './viewports.ts'

test.each([true, false])(
  'a customer changes the e-mail address, at once where the shop sends no mail, with JavaScript: %s',
  async (javaScript) => {
    const page = await openPage(sharedShop(), {
      javaScript,
      viewport: PHONE,
      expected: [
        '401 /api/admin/me',
        '400 /api/users/*',
        '409 /api/users/*',
        '400 /user-profile/details',
        '409 /user-profile/details',
      ],
    })
    const { password } = await signInCustomer(page)
    const other = await signInCustomer(await openPage(sharedShop()))
    await page.goto('/user-profile/details')
    const change = async (email: string, word: string) => {
      await page.getByLabel('New e-mail address').fill(email)
      await page.getByLabel('Your password', { exact: true }).fill(word)
      await page.getByRole('button', { name: 'Change the address' }).click()
    }
    await change(other.email, password)
    await expectSeen(page.getByRole('main').getByText('An account with this e-mail exists already.').first())
    const email = `${randomUUID()}@moved.example`
    await change(email, 'not this one')
    await expectSeen(page.getByRole('main').getByText('This is not your present password.'))
    await expect.poll(() => page.getByLabel('New e-mail address').inputValue()).toBe(email)
    await change(email, password)
    await expectSeen(page.getByRole('main').getByText('Your e-mail address is changed.'))
    await expectSeen(page.getByText(`Your address is ${email}`))
    await expect.poll(() => apiOf(page).getMe()).toMatchObject({ email })
  },
)

test.each([true, false])(
  'a customer changes the e-mail address by the link of the mail, with JavaScript: %s',
  async (javaScript) => {
    const pages = await loadBuiltPages(buildDirOf(process.env))
    const shop = await startShop({ pages, smtpUrl: 'smtp://mail.example' })
    onTestFinished(() => shop.close())
    const page = await openPage(shop, {
      javaScript,
      viewport: PHONE,
      expected: [
        '401 /api/users/me',
        '401 /api/admin/me',
        '404 /api/users/confirm-new-email',
        '404 /confirm-new-email/*',
      ],
    })
    const customer = await signInCustomer(page)
    await page.goto('/user-profile/details')
    const email = `${randomUUID()}@moved.example`
    await page.getByLabel('New e-mail address').fill(email)
    await page.getByLabel('Your password', { exact: true }).fill(customer.password)
    await page.getByRole('button', { name: 'Change the address' }).click()
    await expectSeen(page.getByRole('main').getByText(`If ${email} can be used, we are sending it a link.`))
    if (javaScript) await expectGoodInEveryLook(page)
    await sendMails(shop.shop, NEVER)
    const link = /\/confirm-new-email\/\S+/.exec(shop.mails.find(({ to }) => to === email)?.text ?? '')?.[0] ?? '/none'

    const isFilled = javaScript ? heartsFilled(page) : undefined
    await page.goto(link)
    await isFilled
    if (javaScript) await expectGoodInEveryLook(page)
    await page.getByRole('button', { name: 'Use this address' }).click()
    await expectSeen(page.getByText(`Your e-mail address is ${email} now. Please log in with it.`))
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await expectSeen(page.getByLabel('Email'))
    const { user } = await apiOf(page).login({ email, password: customer.password })
    expect(user._id).toBe(customer._id)
    await page.goto(link)
    await page.getByRole('button', { name: 'Use this address' }).click()
    await expectSeen(page.getByRole('heading', { level: 1, name: 'This link has ended' }))
  },
)
