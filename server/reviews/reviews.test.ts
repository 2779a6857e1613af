import { afterAll, beforeAll, expect, test } from 'vitest'

import { addProduct } from '#test/factories.ts'
import { ADDRESS, buyCart, fillCart } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

/** A customer to whom the product was delivered. */
async function receiver(productId: string, names: { firstname: string; lastname: string }) {
  const buyer = await shop.customer(names)
  await fillCart(buyer, productId)
  const { order } = await buyCart(shop, { ...buyer, id: buyer.user._id }, ADDRESS)
  const deliver = async () => {
    await admin.api.changeOrderStatus(order._id, 'shipped')
    await admin.api.changeOrderStatus(order._id, 'delivered')
  }
  return { ...buyer, deliver }
}

const NOBODY_YET = { count: 0, reviews: [] }

test('who received a product reviews it once; everybody reads the average and the newest first', async () => {
  const { id } = await addProduct(shop.db)
  const visitor = shop.visitor()
  expect(await visitor.api.listReviews(id)).toEqual(NOBODY_YET)
  const asha = await receiver(id, { firstname: 'Asha', lastname: 'Rao' })
  await asha.deliver()
  const { message } = await asha.api.review(id, { rating: 2, text: '  Too <b>wide</b>.  ' })
  expect(message).toBe('Thank you for your review.')
  await asha.api.review(id, { rating: 4 })
  const ravi = await receiver(id, { firstname: 'Ravi', lastname: 'Nair' })
  await ravi.deliver()
  await ravi.api.review(id, { rating: 5, text: 'Fits.\nKeeps its colour.' })
  expect(await visitor.api.listReviews(id)).toEqual({
    average: 4.5,
    count: 2,
    reviews: [
      expect.objectContaining({ name: 'Ravi N.', rating: 5, text: 'Fits.\nKeeps its colour.' }),
      expect.objectContaining({ name: 'Asha R.', rating: 4, text: '' }),
    ],
  })
})

test('the initial of a reviewer is a whole letter of their script', async () => {
  const { id } = await addProduct(shop.db)
  const reviewer = await receiver(id, { firstname: 'Asha', lastname: 'मीना' })
  await reviewer.deliver()
  expect((await reviewer.api.review(id, { rating: 5 })).review.name).toBe('Asha मी.')
})

test('nobody reviews what was not delivered to them', async () => {
  const { id } = await addProduct(shop.db)
  const waiting = await receiver(id, { firstname: 'Asha', lastname: 'Rao' })
  const refusal = { status: 409, code: 'conflict', message: expect.stringContaining('delivered to you') }
  await expect(waiting.api.review(id, { rating: 5 })).rejects.toMatchObject(refusal)
  const stranger = await shop.customer()
  await expect(stranger.api.review(id, { rating: 1 })).rejects.toMatchObject(refusal)
  const missing = { status: 404, code: 'not_found', message: 'Product not found' }
  await expect(stranger.api.review('no-such-product', { rating: 1 })).rejects.toMatchObject(missing)
  await expect(stranger.api.listReviews('no-such-product')).rejects.toMatchObject(missing)
  expect(await stranger.api.listReviews(id)).toEqual(NOBODY_YET)
})

const REFUSED: [object, string][] = [
  [{}, 'choose'],
  [{ rating: 0 }, ''],
  [{ rating: 6 }, ''],
  [{ rating: 4.5 }, ''],
  [{ rating: '5' }, 'choose'],
  [{ rating: 5, text: 'x'.repeat(1001) }, '1000'],
  [{ rating: 5, text: 'no\u0000thing' }, 'kept'],
  [{ rating: 5, name: 'Somebody Else' }, ''],
  [{ rating: 5, fit: 'tight' }, 'small, right or large'],
  [{ rating: 5, fit: null }, 'small, right or large'],
]

test('what is no review is refused in a sentence and not kept', async () => {
  const { id } = await addProduct(shop.db)
  const buyer = await receiver(id, { firstname: 'Asha', lastname: 'Rao' })
  await buyer.deliver()
  for (const [body, words] of REFUSED) {
    await expect(buyer.api.review(id, body as never)).rejects.toMatchObject({
      status: 400,
      code: 'invalid',
      message: expect.stringContaining(words),
    })
  }
  expect(await buyer.api.listReviews(id)).toEqual(NOBODY_YET)
})

test('reviews say how the product fits, and their sum leaves out who does not say and what is hidden', async () => {
  const { id } = await addProduct(shop.db)
  const [asha, ravi, ila] = [
    await receiver(id, { firstname: 'Asha', lastname: 'Rao' }),
    await receiver(id, { firstname: 'Ravi', lastname: 'Nair' }),
    await receiver(id, { firstname: 'Ila', lastname: 'Sen' }),
  ]
  for (const each of [asha, ravi, ila]) await each.deliver()
  await asha.api.review(id, { rating: 4 })
  expect(await shop.visitor().api.listReviews(id)).not.toHaveProperty('fits')
  const { review } = await asha.api.review(id, { rating: 4, fit: 'small' })
  expect(review.fit).toBe('small')
  await ravi.api.review(id, { rating: 5, fit: 'right' })
  await ila.api.review(id, { rating: 3 })
  const shown = await shop.visitor().api.listReviews(id)
  expect(shown.fits).toEqual({ small: 1, right: 1, large: 0 })
  expect(shown.reviews.map(({ fit }) => fit)).toEqual([undefined, 'right', 'small'])
  await asha.api.review(id, { rating: 4, fit: 'right' })
  expect((await shop.visitor().api.listReviews(id)).fits).toEqual({ small: 0, right: 2, large: 0 })
  await admin.api.toggleReview(review._id)
  expect((await shop.visitor().api.listReviews(id)).fits).toEqual({ small: 0, right: 1, large: 0 })
})

test('reviews are found by words in any order: of the text, the product, the customer', async () => {
  const { id } = await addProduct(shop.db, { name: 'Kutch Waffle Henley' })
  const buyer = await receiver(id, { firstname: 'Tara', lastname: 'Menon' })
  await buyer.deliver()
  const { review } = await buyer.api.review(id, { rating: 3, text: 'Sleeves – a little short.' })
  const found = async (search: string) => {
    const { items, total } = await admin.api.listAllReviews({ search })
    expect(total).toBe(items.length)
    return items.map(({ _id }) => _id)
  }
  for (const search of ['menon tara', 'henley kutch', 'short  sleeves', `${buyer.user.email} waffle`]) {
    expect({ search, ids: await found(search) }).toEqual({ search, ids: [review._id] })
  }
  for (const search of ['menon trouser', '%', 'zzzz']) expect(await found(search)).toEqual([])
})

test('an administrator takes a review off the page and puts it back, and the audit knows', async () => {
  const { id } = await addProduct(shop.db, { name: 'A reviewed shirt' })
  const buyer = await receiver(id, { firstname: 'Asha', lastname: 'Rao' })
  await buyer.deliver()
  const { review } = await buyer.api.review(id, { rating: 1, text: 'Buy at my own shop instead!' })
  const { items, total } = await admin.api.listAllReviews({ limit: 1 })
  expect(total).toBeGreaterThanOrEqual(1)
  expect(items).toMatchObject([{ _id: review._id, product: { name: 'A reviewed shirt' }, email: buyer.user.email }])

  expect(await admin.api.toggleReview(review._id)).toMatchObject({ isHidden: true })
  expect(await buyer.api.listReviews(id)).toEqual(NOBODY_YET)
  // Written again it stays hidden.
  await buyer.api.review(id, { rating: 1, text: 'And again!' })
  expect(await buyer.api.listReviews(id)).toEqual(NOBODY_YET)
  expect(await admin.api.toggleReview(review._id)).toMatchObject({ isHidden: false })
  expect(await buyer.api.listReviews(id)).toMatchObject({ count: 1, average: 1 })

  await expect(admin.api.toggleReview('nothing')).rejects.toMatchObject({ status: 404 })
  const rows = await shop.db
    .selectFrom('auditLog')
    .select('action')
    .where('subjectId', '=', review._id)
    .orderBy('id')
    .execute()
  expect(rows.map(({ action }) => action)).toEqual(['hide review', 'show review'])
})

test('customers read and remove only their own review, and the product’s rating follows', async () => {
  const { id } = await addProduct(shop.db)
  const asha = await receiver(id, { firstname: 'Asha', lastname: 'Rao' })
  const ravi = await receiver(id, { firstname: 'Ravi', lastname: 'Nair' })
  const visitor = shop.visitor()
  for (const each of [asha, ravi]) await each.deliver()
  await asha.api.review(id, { rating: 5, text: 'Sits well.', fit: 'right' })
  const alone = await visitor.api.listReviews(id)
  await ravi.api.review(id, { rating: 2, text: 'Too wide.', fit: 'large' })
  expect(await visitor.api.listReviews(id)).toMatchObject({ average: 3.5, fits: { right: 1, large: 1 } })

  const own = { name: 'Ravi N.', rating: 2, text: 'Too wide.', fit: 'large', isHidden: false }
  expect(await ravi.api.getOwnReview(id)).toMatchObject({ review: own })
  const stranger = await shop.customer()
  expect(await stranger.api.getOwnReview(id)).toEqual({ review: null })
  const missing = { status: 404, code: 'not_found' }
  await expect(stranger.api.removeOwnReview(id)).rejects.toMatchObject(missing)
  await expect(stranger.api.removeOwnReview('no-such-product')).rejects.toMatchObject(missing)
  for (const call of [visitor.api.getOwnReview, visitor.api.removeOwnReview]) {
    await expect(call(id)).rejects.toMatchObject({ status: 401 })
  }

  expect(await ravi.api.removeOwnReview(id)).toEqual({ message: 'Your review was deleted.' })
  expect(await visitor.api.listReviews(id)).toEqual(alone)
  expect(await ravi.api.getOwnReview(id)).toEqual({ review: null })
  expect(await ravi.api.getOwnData()).toMatchObject({ reviews: [] })
  await expect(ravi.api.removeOwnReview(id)).rejects.toMatchObject(missing)
  await asha.api.removeOwnReview(id)
  expect(await visitor.api.listReviews(id)).toEqual(NOBODY_YET)
})

test('a hidden review can be removed too, with its answer, and stays hidden if it is written again', async () => {
  const { id } = await addProduct(shop.db)
  const buyer = await receiver(id, { firstname: 'Asha', lastname: 'Rao' })
  await buyer.deliver()
  const { review } = await buyer.api.review(id, { rating: 1, text: 'Buy at my own shop!', fit: 'small' })
  await admin.api.answerReview(review._id, 'No.')
  await admin.api.toggleReview(review._id)
  const { total } = await admin.api.listAllReviews()
  expect(await buyer.api.getOwnReview(id)).toMatchObject({ review: { text: 'Buy at my own shop!', isHidden: true } })

  await buyer.api.removeOwnReview(id)
  expect(await buyer.api.getOwnReview(id)).toEqual({ review: null })
  expect(await buyer.api.getOwnData()).toMatchObject({ reviews: [] })
  expect((await admin.api.listAllReviews()).total).toBe(total - 1)
  const rows = await shop.db.selectFrom('reviews').selectAll().where('productId', '=', id).execute()
  expect(rows).toMatchObject([{ rating: null, text: '', fit: null, answer: null }])
  const missing = { status: 404, code: 'not_found' }
  await expect(admin.api.toggleReview(review._id)).rejects.toMatchObject(missing)
  await expect(admin.api.answerReview(review._id, 'Hello')).rejects.toMatchObject(missing)
  await expect(buyer.api.removeOwnReview(id)).rejects.toMatchObject(missing)

  await buyer.api.review(id, { rating: 1, text: 'And again!' })
  expect(await buyer.api.listReviews(id)).toEqual(NOBODY_YET)
  expect(await buyer.api.getOwnReview(id)).toMatchObject({ review: { text: 'And again!', isHidden: true } })
})

test('an administrator answers a review in public, edits the answer and removes it, and the audit knows', async () => {
  const { id } = await addProduct(shop.db)
  const buyer = await receiver(id, { firstname: 'Asha', lastname: 'Rao' })
  await buyer.deliver()
  const { review } = await buyer.api.review(id, { rating: 2, text: 'Too wide.' })
  const before = await buyer.api.listReviews(id)
  const { answered } = await admin.api.answerReview(review._id, '  Sorry. <b>Try</b> an M.\nWe exchange it.  ')
  const text = 'Sorry. <b>Try</b> an M.\nWe exchange it.'
  expect(answered).toEqual({ text, at: expect.stringMatching(/Z$/), by: admin.user.name, isOutdated: false })
  // In no rating.
  expect(await shop.visitor().api.listReviews(id)).toEqual({
    ...before,
    reviews: [{ ...before.reviews[0], answer: text }],
  })
  await admin.api.answerReview(review._id, 'Sorry.')
  await admin.api.answerReview(review._id, 'Sorry.')
  expect((await shop.visitor().api.listReviews(id)).reviews[0]?.answer).toBe('Sorry.')
  expect(await admin.api.removeReviewAnswer(review._id)).toMatchObject({ answered: null })
  expect(await admin.api.removeReviewAnswer(review._id)).toMatchObject({ answered: null })
  expect(await shop.visitor().api.listReviews(id)).toEqual(before)
  const rows = await shop.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'before', 'after'])
    .where('subjectId', '=', review._id)
    .orderBy('id')
    .execute()
  const actorId = admin.user._id
  expect(rows).toEqual([
    { actorId, action: 'answer review', before: { isAnswered: false }, after: { isAnswered: true } },
    { actorId, action: 'answer review', before: { isAnswered: true }, after: { isAnswered: true } },
    { actorId, action: 'remove answer to review', before: { isAnswered: true }, after: { isAnswered: false } },
  ])
})

test('a review that is written again stands without its answer until it is answered again', async () => {
  const { id } = await addProduct(shop.db)
  const buyer = await receiver(id, { firstname: 'Asha', lastname: 'Rao' })
  await buyer.deliver()
  const { review } = await buyer.api.review(id, { rating: 1, text: 'Too wide.' })
  await admin.api.answerReview(review._id, 'Sorry that it is too wide.')
  await buyer.api.review(id, { rating: 1, text: 'I take all of it back: you are thieves.' })
  expect((await buyer.api.listReviews(id)).reviews[0]).not.toHaveProperty('answer')
  const find = async () => (await admin.api.listAllReviews()).items.find(({ _id }) => _id === review._id)
  expect(await find()).toMatchObject({ answered: { text: 'Sorry that it is too wide.', isOutdated: true } })
  await admin.api.answerReview(review._id, 'We are sorry.')
  expect((await buyer.api.listReviews(id)).reviews[0]).toMatchObject({ answer: 'We are sorry.' })
})

test('an answer that is none, and one to no review, are refused', async () => {
  const { id } = await addProduct(shop.db)
  const buyer = await receiver(id, { firstname: 'Asha', lastname: 'Rao' })
  await buyer.deliver()
  const { review } = await buyer.api.review(id, { rating: 3 })
  for (const text of ['', '   ', 'x'.repeat(1001), 'no\u0000thing', null, 7, undefined]) {
    await expect(admin.api.answerReview(review._id, text as string)).rejects.toMatchObject({
      status: 400,
      code: 'invalid',
    })
  }
  expect((await buyer.api.listReviews(id)).reviews[0]).not.toHaveProperty('answer')
  await expect(admin.api.answerReview('nothing', 'Hello')).rejects.toMatchObject({ status: 404 })
  await expect(admin.api.removeReviewAnswer('nothing')).rejects.toMatchObject({ status: 404 })
})
