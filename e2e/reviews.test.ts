import { expect, test } from 'vitest'

import { expectAccessible, expectGoodInEveryLook } from './axe.ts'

import { expectGone, expectSeen, middleOf, openPage, sharedShop } from './journey.ts'
import { placeOrder } from './orders.ts'
import type { ExpectedAnswers } from './page-errors.ts'
import { apiOf, signInAdmin } from './sign-in.ts'
import { PHONE } from './viewports.ts'
import { expectSaid } from './toasts.ts'

/** A delivered order, its one line's product, and its customer's page. */
async function openDelivered(expected: ExpectedAnswers = []) {
  const { order, customer } = await placeOrder()
  const adminPage = await openPage(sharedShop(), { expected: ['401 /api/users/me'] })
  await signInAdmin(adminPage, sharedShop().admin)
  await apiOf(adminPage).changeOrderStatus(order._id, 'shipped')
  await apiOf(adminPage).changeOrderStatus(order._id, 'delivered')
  const page = await openPage(sharedShop(), { expected: ['401 /api/admin/me', ...expected] })
  await apiOf(page).login({ email: customer.email, password: customer.password })
  const [line] = order.products
  if (!line) throw new Error('the order has no line')
  return { adminPage, page, product: line.product }
}

test('a customer changes and deletes their own review', async () => {
  const { adminPage, page, product } = await openDelivered(['404 /api/products/reviews/*'])
  const others = await apiOf(page).listReviews(product._id)
  await apiOf(page).review(product._id, { rating: 2, text: 'Too wide.', fit: 'large' })
  await page.setViewportSize(PHONE)
  await page.goto('/user-profile')
  const open = page.getByRole('button', { name: `Review ${product.name}` })
  const startOf = (element: Element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return Math.round(range.getBoundingClientRect().left)
  }
  const title = page.getByRole('listitem').getByText(product.name)
  await expect.poll(async () => (await open.evaluate(startOf)) - (await title.evaluate(startOf))).toBe(0)
  await open.click()
  const dialog = page.getByRole('dialog', { name: `Review ${product.name}` })
  const tile = dialog.locator('.tile').first()
  // The number and its star are in one line.
  await expect
    .poll(async () => Math.abs((await middleOf(tile)) - (await middleOf(tile.getByText('★')))))
    .toBeLessThanOrEqual(1)
  const isChecked = (name: string) => dialog.getByRole('radio', { name }).isChecked()
  await expect.poll(() => isChecked('2 stars')).toBe(true)
  await expect.poll(() => isChecked('Large')).toBe(true)
  await expect.poll(() => dialog.getByLabel('What do you think of it?').inputValue()).toBe('Too wide.')
  await expectGoodInEveryLook(page)
  await dialog.getByRole('radio', { name: '4 stars' }).check()
  await dialog.getByRole('button', { name: 'Send review' }).click()
  await expectGone(dialog)
  await expect
    .poll(async () => (await apiOf(page).getOwnReview(product._id)).review)
    .toMatchObject({ rating: 4, fit: 'large', text: 'Too wide.' })

  await page.getByRole('button', { name: `Review ${product.name}` }).click()
  await dialog.getByRole('button', { name: 'Delete my review' }).click()
  const question = page.getByRole('alertdialog')
  await expectSeen(question.getByText(`Delete your review of ${product.name}?`))
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectSaid(page, 'Your review was deleted.')
  await expectGone(dialog)
  await expect.poll(() => apiOf(page).listReviews(product._id)).toEqual(others)
  await page.getByRole('button', { name: `Review ${product.name}` }).click()
  await expectSeen(dialog.getByRole('button', { name: 'Send review' }))
  await expect.poll(() => isChecked('4 stars')).toBe(false)
  await expectGone(dialog.getByRole('button', { name: 'Delete my review' }))

  await dialog.getByRole('button', { name: 'Close' }).click()
  await expectGone(dialog)
  // As another tab, or the same product's button of another order.
  const { review } = await apiOf(page).review(product._id, { rating: 3, text: 'Wider now.' })
  await apiOf(adminPage).toggleReview(review._id)
  await page.getByRole('button', { name: `Review ${product.name}` }).click()
  await expect.poll(() => isChecked('3 stars')).toBe(true)
  await expectSeen(dialog.getByText('The shop has taken this review off'))

  await apiOf(page).removeOwnReview(product._id)
  await dialog.getByRole('button', { name: 'Delete my review' }).click()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectGone(dialog)
})

test('a customer reviews a delivered product, visitors read the review, and an administrator answers and hides it', async () => {
  const { adminPage, page, product } = await openDelivered()
  await page.goto('/user-profile')
  await page.getByRole('button', { name: `Review ${product.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Review ${product.name}` })
  await dialog.getByRole('button', { name: 'Send review' }).click()
  await expectSeen(dialog.getByRole('alert').filter({ hasText: 'Please choose 1 to 5 stars.' }))
  await expectAccessible(page)
  await dialog.getByRole('radio', { name: '4 stars' }).check()
  await dialog.getByRole('radio', { name: 'As expected' }).check()
  await dialog.getByLabel('What do you think of it?').fill('Sits well.\nNeeds ironing.')
  await dialog.getByRole('button', { name: 'Send review' }).click()
  await expectSaid(page, 'Thank you for your review.')
  await expectGone(dialog)

  await page.goto(`/product/${product._id}`)
  await expectSeen(page.getByRole('link', { name: '1 review', exact: true }))
  const reviews = page.getByRole('region', { name: 'Reviews' })
  await expectSeen(reviews.getByText('Needs ironing.'))
  await expectSeen(reviews.getByText('Asha R.'))
  await expectSeen(page.getByText('1 of 1 says it fits as expected', { exact: true }))
  await expect.poll(() => page.getByText('Sample rating').count()).toBe(0)
  await expect
    .poll(async () => (await page.locator('script[type="application/ld+json"]').allTextContents()).join(''))
    .toContain('"aggregateRating":{"@type":"AggregateRating","ratingValue":4,"reviewCount":1}')
  await page.setViewportSize(PHONE)
  await expectAccessible(page)

  await adminPage.goto('/admin/reviews')
  const row = adminPage.getByRole('row').filter({ hasText: 'Needs ironing.' })
  await expectAccessible(adminPage)
  await row.getByRole('button', { name: 'Answer', exact: true }).press('Enter')
  const field = row.getByLabel('Answer to Asha R.')
  await expectSeen(field.and(adminPage.locator(':focus')))
  await field.fill('Sorry.\nWe iron it for you.')
  await row.getByRole('button', { name: 'Save' }).press('Enter')
  await expectSeen(row.getByRole('group', { name: 'Answer from Selvedge' }).getByText('We iron it for you.'))
  await expectGoodInEveryLook(adminPage)
  await page.reload()
  await expectSeen(reviews.getByText('Answer from Selvedge'))
  await expectSeen(reviews.getByText('We iron it for you.'))
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Edit answer' }).click()
  await row.getByRole('button', { name: 'Remove answer' }).click()
  await expectSeen(row.getByRole('button', { name: 'Answer', exact: true }))
  await page.reload()
  await expectSeen(reviews.getByText('Needs ironing.'))
  await expectGone(reviews.getByText('Answer from Selvedge'))

  await row.getByRole('button', { name: 'Hide' }).click()
  await expectSeen(row.getByText('Hidden', { exact: true }))
  await page.reload()
  await expectSeen(page.getByText('Sample rating'))
  await expect.poll(() => page.getByRole('region', { name: 'Reviews' }).count()).toBe(0)
})
