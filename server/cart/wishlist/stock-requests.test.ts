import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { MAX_STOCK_REQUESTS } from '#contract/cart/wishlist-limits.ts'
import { deleteExpired } from '#server/jobs/delete-expired.ts'
import { MailUnavailable } from '#server/mails/transport/mailer.ts'
import { sendMails } from '#server/mails/service.ts'
import { releaseExpiredHolds } from '#server/orders/service.ts'
import { makeStockMailsDue } from '#server/cart/wishlist/stock-request-queries.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { buy, endHold, fillCart, NEVER, signedIn, type SignedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop({ publicUrl: 'http://shop.example' })
  admin = await signedIn(shop, 'admin')
})
beforeEach(() => void shop.mails.splice(0))
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

const emailOf = (person: SignedIn) => `customer-${person.id}@example.com`
const soldOut = () => addProduct(shop.db, { sizes: { M: 5, L: 0 } })

/** New customers who ask for a size one after the other. */
async function askers(count: number, productId: string, size = 'L'): Promise<SignedIn[]> {
  const people: SignedIn[] = []
  for (let index = 0; index < count; index += 1) {
    const person = await signedIn(shop)
    await person.api.requestStock(productId, size)
    people.push(person)
  }
  return people
}

/** The mails about returned stock since the last call. Orders of these tests have mails, too. */
const takeMails = () => shop.mails.splice(0).filter(({ id }) => id.endsWith('.stock'))

/** Sends what is due about returned stock and returns the receivers since the last call, in order. */
async function send(): Promise<string[]> {
  await makeStockMailsDue(shop.db)
  await sendMails(shop.shop, NEVER)
  return takeMails().map(({ to }) => to)
}

const expireHolds = async (person: SignedIn) => {
  await endHold(shop, person.id)
  await releaseExpiredHolds(shop.shop)
}

test('of ten who wait the first three get a mail when three pieces come back, and the next two when two more do', async () => {
  const { id } = await soldOut()
  const people = await askers(10, id)
  const emails = people.map(emailOf)
  expect(await send()).toEqual([])
  await admin.api.setStock(id, 3, 'L')
  expect(await send()).toEqual(emails.slice(0, 3))
  expect(await send()).toEqual([])
  await admin.api.addStock(id, 'L')
  await admin.api.addStock(id, 'L')
  expect(await send()).toEqual(emails.slice(3, 5))
  await admin.api.setStock(id, 0, 'L')
  await admin.api.setStock(id, 1, 'L')
  expect(await send()).toEqual(emails.slice(5, 6))
})

test('many processes at once mail nobody twice and nobody beyond the pieces, also while pieces come back', async () => {
  const { id } = await soldOut()
  const emails = (await askers(10, id)).map(emailOf)
  const rounds = Array.from({ length: 6 }, (_, index) =>
    index % 2 === 0 ? admin.api.addStock(id, 'L').then(() => makeStockMailsDue(shop.db)) : makeStockMailsDue(shop.db),
  )
  await Promise.all(rounds)
  await makeStockMailsDue(shop.db)
  await Promise.all(Array.from({ length: 4 }, () => sendMails(shop.shop, NEVER)))
  expect(
    takeMails()
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(emails.slice(0, 3).toSorted())
})

test('whoever asks while pieces come back gets a mail or is told that the size is in stock', async () => {
  const { id } = await soldOut()
  // With the count of the pieces as many calls as the shop works on at once: it turns away who has waited for long.
  const people = await Promise.all(Array.from({ length: 7 }, () => signedIn(shop)))
  const [asked] = await Promise.all([
    Promise.allSettled(people.map(({ api }) => api.requestStock(id, 'L'))),
    admin.api.setStock(id, 8, 'L'),
  ])
  const waiting = people.filter((_, index) => asked[index]?.status === 'fulfilled').map(emailOf)
  expect((await send()).toSorted()).toEqual(waiting.toSorted())
})

test('a hold that ends brings its piece back to those who asked meanwhile; the same piece on hold again brings nothing', async () => {
  const { id } = await addProduct(shop.db, { sizes: { L: 1 } })
  const holder = await signedIn(shop)
  await fillCart(holder, id, 1, 'L')
  await holder.api.startPayment()
  const [first] = await askers(3, id)
  await expireHolds(holder)
  expect(await send()).toEqual([emailOf(first!)])
  await holder.api.startPayment()
  await expireHolds(holder)
  expect(await send()).toEqual([])
})

test('a held piece whose hold is only replaced has not come back', async () => {
  const { id } = await addProduct(shop.db, { sizes: { L: 1 } })
  const other = await addProduct(shop.db)
  const holder = await signedIn(shop)
  await fillCart(holder, id, 1, 'L')
  await holder.api.startPayment()
  const [first] = await askers(1, id)
  await fillCart(holder, other.id)
  await holder.api.startPayment()
  expect(await send()).toEqual([])
  await expireHolds(holder)
  expect(await send()).toEqual([emailOf(first!)])
})

test('a cancelled order brings its pieces back', async () => {
  const { id } = await addProduct(shop.db, { stock: 2 })
  const { buyer, order } = await buy(shop, id, 2)
  const people = [await signedIn(shop), await signedIn(shop), await signedIn(shop)]
  for (const { api } of people) await api.requestStock(id)
  await buyer.api.cancelMyOrder(order._id)
  expect(await send()).toEqual(people.slice(0, 2).map(emailOf))
})

test('the mail names the product, the size and its page, and is sent once for each time of asking', async () => {
  const { id, name } = await soldOut()
  const [person] = await askers(1, id)
  await admin.api.setStock(id, 1, 'L')
  await makeStockMailsDue(shop.db)
  await sendMails(shop.shop, NEVER)
  const [mail] = takeMails()
  expect(mail).toMatchObject({ to: emailOf(person!), subject: `Back in stock: ${name}, size L` })
  expect(mail?.text).toContain(`http://shop.example/product/${id}`)
  expect(mail?.text).not.toContain('Sandbox')
  await admin.api.setStock(id, 0, 'L')
  await admin.api.setStock(id, 4, 'L')
  expect(await send()).toEqual([])
  await admin.api.setStock(id, 0, 'L')
  await person!.api.requestStock(id, 'L')
  await person!.api.requestStock(id, 'L')
  await admin.api.setStock(id, 4, 'L')
  expect(await send()).toEqual([emailOf(person!)])
})

test('a mail that could not go out before the size was sold out again waits for its next return', async () => {
  const { id } = await soldOut()
  const [first, second] = await askers(2, id)
  await admin.api.setStock(id, 1, 'L')
  await makeStockMailsDue(shop.db)
  const down = { send: () => Promise.reject(new MailUnavailable('no mail server')), close: () => undefined }
  await expect(sendMails({ ...shop.shop, mailer: down }, NEVER)).rejects.toThrow('no mail server')
  await admin.api.setStock(id, 0, 'L')
  await sql`update mails set due_at = now() where due_at is not null`.execute(shop.db)
  expect(await send()).toEqual([])
  await admin.api.setStock(id, 1, 'L')
  expect(await send()).toEqual([emailOf(first!)])
  await admin.api.setStock(id, 2, 'L')
  expect(await send()).toEqual([emailOf(second!)])
})

test('a request that was taken back gets no mail, and the next in the row does', async () => {
  const { id } = await soldOut()
  const [first, second] = await askers(2, id)
  await second!.api.cancelStockRequest(id)
  await second!.api.cancelStockRequest(id, 'M')
  expect((await first!.api.listStockRequests()).requests).toMatchObject([{ productId: id, size: 'L' }])
  await first!.api.cancelStockRequest(id, 'L')
  await first!.api.cancelStockRequest(id, 'L')
  expect(await first!.api.listStockRequests()).toEqual({ requests: [] })
  await admin.api.setStock(id, 1, 'L')
  expect(await send()).toEqual([emailOf(second!)])
})

test('an address that nobody confirmed gets its one mail of the day, without anything that was typed', async () => {
  const { id, name } = await soldOut()
  const person = await signedIn(shop)
  await sql`update users set email_confirmed_at = null where id = ${person.id}`.execute(shop.db)
  const { message } = await person.api.requestStock(id, 'L')
  expect(message).toContain('confirm your address')
  const [next] = await askers(1, id)
  await admin.api.setStock(id, 1, 'L')
  await makeStockMailsDue(shop.db)
  await sendMails(shop.shop, NEVER)
  const [mail] = takeMails()
  expect(mail?.to).toBe(emailOf(person))
  expect(mail?.text).toContain('/confirm-email/')
  expect(`${mail?.subject} ${mail?.text}`).not.toContain(name)
  // A customer who has had all mails of the day is skipped, and the next in the queue gets the mail.
  await admin.api.setStock(id, 0, 'L')
  await person.api.requestStock(id, 'L')
  await sql`update stock_requests set asked_at = now() - interval '1 day' where user_id = ${person.id}`.execute(shop.db)
  await admin.api.setStock(id, 1, 'L')
  expect(await send()).toEqual([])
  expect(await send()).toEqual([emailOf(next!)])
})

test('only a sold-out size that is for sale can be asked for, and only so many at once', async () => {
  const person = await signedIn(shop)
  const { id } = await soldOut()
  await expect(person.api.requestStock(id, 'M')).rejects.toMatchObject({ code: 'conflict' })
  await expect(person.api.requestStock(id, 'XXL')).rejects.toMatchObject({ code: 'not_found' })
  await expect(person.api.requestStock('no such id')).rejects.toMatchObject({ code: 'not_found' })
  await expect(shop.visitor().api.requestStock(id, 'L')).rejects.toMatchObject({ code: 'unauthenticated' })
  const sizes = Object.fromEntries(Array.from({ length: MAX_STOCK_REQUESTS + 1 }, (_, index) => [`${index}`, 0]))
  const many = await addProduct(shop.db, { sizes })
  for (const size of Object.keys(sizes).slice(1)) await person.api.requestStock(many.id, size)
  await person.api.requestStock(many.id, '1')
  await expect(person.api.requestStock(many.id, '0')).rejects.toMatchObject({ code: 'conflict' })
})

test('requests of a deleted product wait, and ended ones are deleted', async () => {
  const { id } = await soldOut()
  const [person] = await askers(1, id)
  await admin.api.setStock(id, 1, 'L')
  await admin.api.deleteProduct(id)
  expect(await send()).toEqual([])
  expect(await person!.api.listStockRequests()).toEqual({ requests: [] })
  await admin.api.restoreProduct(id)
  expect(await send()).toEqual([emailOf(person!)])
  await deleteExpired(shop.db)
  const left = await sql`select from stock_requests where user_id = ${person!.id}`.execute(shop.db)
  expect(left.rows).toEqual([])
})
