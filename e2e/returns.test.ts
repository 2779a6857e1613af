import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { jpegPicture } from '#test/pictures.ts'
import { createVisitor } from '#test/visitor.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage, sharedShop } from './journey.ts'
import { placeOrder } from './orders.ts'
import { SIGNED_OUT_ELSEWHERE } from './page-errors.ts'
import { apiOf } from './sign-in.ts'

/** A customer's order of one piece that has arrived, and the administrator who sent it. */
async function deliveredOrder() {
  const { api: admin } = createVisitor(sharedShop().origin)
  await admin.adminLogin(sharedShop().admin)
  const { order, customer } = await placeOrder()
  await admin.changeOrderStatus(order._id, 'shipped')
  await admin.changeOrderStatus(order._id, 'delivered')
  return { admin, order, customer }
}

/** Follows the link of the mail about a return, as somebody who is signed in. */
async function openReturns(page: Page, orderId: string): Promise<void> {
  await page.goto(`/signin?returns=${orderId}`)
  await page.waitForURL(`**/user-profile/orders/${orderId}/returns`)
}

test('a customer asks for a return, adds a picture, follows its steps, and withdraws it', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT_ELSEWHERE })
  const { admin, order, customer } = await deliveredOrder()
  await apiOf(page).login({ email: customer.email, password: customer.password })
  await page.goto('/user-profile')
  await page.getByRole('link', { name: 'Return or exchange' }).click()
  await expectSeen(page.getByText(/^You can return this until \d+ \w+ \d{4}, and later if it is faulty or wrong\.$/))
  await expectGoodInEveryLook(page)

  await page.getByRole('button', { name: 'Ask for the return' }).click()
  await expectSeen(page.getByText('Please say why each piece comes back.'))
  await page.getByLabel('Why').selectOption('It is too small')
  await page.getByLabel('What we should know (optional)').fill('Tight at the shoulders.')
  await page.getByLabel('How it comes back').selectOption('A courier fetches it')
  await page.getByLabel('How you get your money').selectOption('As store credit, for your next order')
  await page.getByRole('button', { name: 'Ask for the return' }).click()

  const card = page.getByRole('article', { name: 'Return of 1 piece' })
  await expectSeen(card.getByText('We look at it and write to you.'))
  await expectSeen(card.getByText('Tight at the shoulders.'))
  await expectSeen(page.getByText(/nothing is left to return\.$/))
  const picture = { name: 'sleeve.jpg', mimeType: 'image/jpeg', buffer: await jpegPicture() }
  await card.getByLabel('Add pictures').setInputFiles(picture)
  await expectSeen(card.getByRole('img', { name: '1 of what you show' }))
  await expectGoodInEveryLook(page)

  const [asked] = (await apiOf(page).listMyReturns(order._id)).returns
  await admin.changeReturn(asked?._id ?? '', { to: 'approved' })
  await openReturns(page, order._id)
  await expectSeen(card.getByText('A courier fetches the parcel. Please have it ready.'))
  await expectSeen(card.getByText(/^You get ₹[\d,.]+ as store credit, once the pieces are with us\.$/))
  const steps = card.getByRole('list', { name: 'What has happened so far, and what comes' }).getByRole('listitem')
  await expect
    .poll(() => steps.allTextContents())
    .toEqual([
      expect.stringMatching(/^Asked \d/),
      expect.stringMatching(/^Approved \d/),
      'On its way still ahead',
      'Received still ahead',
      'Inspected still ahead',
    ])
  await card.getByRole('button', { name: 'Withdraw this return' }).click()
  await expectSeen(card.getByText('Withdrawn', { exact: true }).first())
  await expectGone(card.getByRole('button', { name: 'Withdraw this return' }))
  await expectSeen(page.getByRole('button', { name: 'Ask for the return' }))
})

test('without JavaScript a return is asked for and withdrawn, and a refusal keeps what was typed', async () => {
  const page = await openPage(sharedShop(), { javaScript: false, expected: ['400 /user-profile/orders/*/returns'] })
  const { order, customer } = await deliveredOrder()
  await apiOf(page).login({ email: customer.email, password: customer.password })
  await page.goto(`/user-profile/orders/${order._id}/returns`)
  await page.getByLabel('What we should know (optional)').fill('A seam is open.')
  await page.getByRole('button', { name: 'Ask for the return' }).click()
  await expectSeen(page.getByText('Please choose a reason.').first())
  await expect.poll(() => page.getByLabel('What we should know (optional)').inputValue()).toBe('A seam is open.')
  await page.getByLabel('Why').selectOption('It is damaged')
  await page.getByRole('button', { name: 'Ask for the return' }).click()
  const card = page.getByRole('article', { name: 'Return of 1 piece' })
  await expectSeen(card.getByText('The way back costs you nothing.'))
  const addPicture = async (buffer: Buffer) => {
    await card.getByLabel('Pictures to show us').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
    await card.getByRole('button', { name: 'Send these pictures' }).click()
  }
  await addPicture(await jpegPicture())
  await expectSeen(card.getByRole('img', { name: '1 of what you show' }))
  await addPicture(Buffer.from('no'))
  await expectSeen(card.getByText(/JPEG/))
  await expectSeen(card.getByRole('img', { name: '1 of what you show' }))
  await card.getByRole('button', { name: 'Withdraw this return' }).click()
  await expectSeen(card.getByText('Withdrawn', { exact: true }).first())
})

test('a product says until when it may come back, by its category’s days where it has some', async () => {
  const { api } = createVisitor(sharedShop().origin)
  await api.adminLogin(sharedShop().admin)
  const { category } = await api.createCategory('Innerwear')
  const form = new FormData()
  const fields = { name: 'Vest', price: '500', category: category.name, stock: '3', description: 'Plain.' }
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('images', new File([Uint8Array.from(await jpegPicture())], 'front.jpg', { type: 'image/jpeg' }))
  const { product } = await api.createProduct(form)
  const said: (string | undefined)[] = []
  for (const returnDays of [null, 30, 0]) {
    await api.changeReturnDays({ _id: category._id, returnDays })
    const html = await (await fetch(`${sharedShop().origin}/product/${product._id}`)).text()
    said.push(/What can be returned|Return it within \d+ days? of delivery/.exec(html)?.[0])
  }
  const within = (days: number) => `Return it within ${days} days of delivery`
  expect(said).toEqual([within(7), within(30), 'What can be returned'])
  await api.deleteProduct(product._id)
  await api.deleteCategory(category.name)
})
