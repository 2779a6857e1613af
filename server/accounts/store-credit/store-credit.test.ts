import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { eraseAccounts } from '#server/jobs/erase-accounts.ts'
import { sendMails } from '#server/mails/send-mails.ts'
import { endCredit } from '#server/accounts/store-credit/service.ts'
import { expectInvariants } from '#test/invariants.ts'
import { NEVER, signedIn, type SignedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
beforeEach(() => void shop.mails.splice(0))
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

const GIFT = { amount: 500, reason: 'For the delay of your parcel.' }
const FAR = '2099-12-31'

/** Lets the last day of all of a customer's credit pass. */
const letEnd = (userId: string) =>
  sql`update store_credits set expires_on = current_date - 2 where user_id = ${userId} and expires_on is not null`.execute(
    shop.db,
  )

test('a customer without store credit has a balance of nothing', async () => {
  const { api } = await signedIn(shop)
  expect(await api.getStoreCredit()).toEqual({ balance: 0, ending: [], movements: [] })
})

test('what is given counts at once, and both sides see why and until when', async () => {
  const { api, id } = await signedIn(shop)
  const { message, credit } = await admin.api.giveCredit(id, { ...GIFT, expiresOn: FAR })
  expect(message).toBe('₹500 given.')
  expect(credit).toMatchObject({ balance: 500, customer: { _id: id, name: 'Asha Rao' } })
  expect(credit.movements).toEqual([
    { at: expect.any(String), kind: 'given', change: 500, reason: GIFT.reason, expiresOn: FAR, by: 'Asha Rao' },
  ])
  expect(await api.getStoreCredit()).toEqual({
    balance: 500,
    ending: [{ amount: 500, on: FAR }],
    movements: [{ at: expect.any(String), kind: 'given', change: 500, reason: GIFT.reason, expiresOn: FAR }],
  })
  const { entries } = await admin.api.listAudit({ search: 'store credit given' })
  expect(entries.find(({ subject }) => subject._id === id)).toMatchObject({ person: { _id: admin.id } })
})

test('the customer gets a mail about what was given', async () => {
  const { id } = await signedIn(shop)
  await admin.api.giveCredit(id, { ...GIFT, expiresOn: FAR })
  await sendMails(shop.shop, NEVER)
  const [mail] = shop.mails
  expect(mail).toMatchObject({ subject: 'Given to you: ₹500.00 of store credit' })
  expect(mail!.text).toContain('For the delay of your parcel.')
  expect(mail!.text).toContain('It counts until 31 December 2099')
})

test('what is left can be taken back, and never more', async () => {
  const { api, id } = await signedIn(shop)
  await admin.api.giveCredit(id, GIFT)
  const { credit } = await admin.api.takeCreditBack(id, { amount: 120.5, reason: 'Given twice.' })
  expect(credit.balance).toBe(379.5)
  await expect(admin.api.takeCreditBack(id, { amount: 380, reason: 'All.' })).rejects.toMatchObject({
    status: 409,
    message: 'Only ₹379.50 is there to be taken back.',
  })
  expect((await api.getStoreCredit()).movements.map(({ kind, change }) => [kind, change])).toEqual([
    ['taken back', -120.5],
    ['given', 500],
  ])
})

test('of ten who take back at once as many succeed as there is credit for', async () => {
  const { api, id } = await signedIn(shop)
  await admin.api.giveCredit(id, GIFT)
  const calls = Array.from({ length: 10 }, () => admin.api.takeCreditBack(id, { amount: 100, reason: 'A test.' }))
  const answers = await Promise.allSettled(calls)
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect((await api.getStoreCredit()).balance).toBe(0)
})

test('under one key store credit is given once and taken back once, however often and wherever it is sent', async () => {
  const { id, api } = await signedIn(shop)
  const gifts = await Promise.all(Array.from({ length: 5 }, () => admin.api.giveCredit(id, GIFT, 'one gift')))
  expect(gifts.map(({ credit }) => credit.movements.length)).toEqual([1, 1, 1, 1, 1])
  const taking = { amount: 100, reason: 'A mistake.' }
  await admin.api.takeCreditBack(id, taking, 'one taking')
  const { credit } = await admin.api.takeCreditBack(id, taking, 'one taking')
  expect(credit.balance).toBe(GIFT.amount - 100)
  expect((await api.getStoreCredit()).balance).toBe(GIFT.amount - 100)
  // The key of another person of the staff is another key.
  const colleague = await signedIn(shop, 'admin')
  expect((await colleague.api.giveCredit(id, GIFT, 'one gift')).credit.balance).toBe(2 * GIFT.amount - 100)
})

test('a key that was used for another gift, customer or way is refused, and one that failed is free', async () => {
  const [{ id: one }, { id: other }] = [await signedIn(shop), await signedIn(shop)]
  await expect(admin.api.giveCredit('nobody', GIFT, 'used')).rejects.toMatchObject({ status: 404 })
  await admin.api.giveCredit(one, GIFT, 'used')
  const used = { status: 409, message: 'This Idempotency-Key was used for another call.' }
  await expect(admin.api.giveCredit(one, { ...GIFT, amount: 1 }, 'used')).rejects.toMatchObject(used)
  await expect(admin.api.giveCredit(other, GIFT, 'used')).rejects.toMatchObject(used)
  await expect(admin.api.takeCreditBack(one, GIFT, 'used')).rejects.toMatchObject(used)
  await expect(admin.api.giveCredit(one, GIFT, 'x'.repeat(201))).rejects.toMatchObject({ status: 400 })
  expect((await admin.api.getCustomerCredit(one)).balance).toBe(GIFT.amount)
})

test.each([
  ['nothing', { amount: 0 }],
  ['less than a rupee', { amount: 0.5 }],
  ['a part of a paisa', { amount: 1.001 }],
  ['a day in the past', { expiresOn: '2020-01-01' }],
  ['no reason', { reason: ' ' }],
])('%s cannot be given', async (_, fault) => {
  const { id } = await signedIn(shop)
  await expect(admin.api.giveCredit(id, { ...GIFT, ...fault })).rejects.toMatchObject({ status: 400 })
})

test('only a customer can have store credit', async () => {
  const { id } = await signedIn(shop, 'admin', 'packer')
  await expect(admin.api.giveCredit(id, GIFT)).rejects.toMatchObject({ status: 404 })
  await expect(admin.api.getCustomerCredit('nobody')).rejects.toMatchObject({ status: 404 })
})

test('credit counts until its last day, and what ends first is taken first', async () => {
  const { api, id } = await signedIn(shop)
  await admin.api.giveCredit(id, GIFT)
  await admin.api.giveCredit(id, { ...GIFT, amount: 200, expiresOn: FAR })
  await admin.api.takeCreditBack(id, { amount: 50, reason: 'A part.' })
  expect((await api.getStoreCredit()).ending).toEqual([{ amount: 150, on: FAR }])
  await letEnd(id)
  // Before the job has run too.
  expect(await api.getStoreCredit()).toMatchObject({ balance: 500, ending: [] })
  await endCredit(shop.db)
  await endCredit(shop.db)
  const { balance, movements } = await api.getStoreCredit()
  expect(balance).toBe(500)
  expect(movements.filter(({ kind }) => kind === 'expired').map(({ change }) => change)).toEqual([-150])
})

test('a customer is told once that store credit ends soon, unless it is used by then', async () => {
  const [warned, spent] = [await signedIn(shop), await signedIn(shop)]
  for (const { id } of [warned, spent]) await admin.api.giveCredit(id, { ...GIFT, expiresOn: FAR })
  const soon = sql`update store_credits set expires_on = current_date + 5, created_at = now() - interval '3 days'
    where user_id in (${warned.id}, ${spent.id})`
  await soon.execute(shop.db)
  await sendMails(shop.shop, NEVER)
  shop.mails.splice(0)
  await endCredit(shop.db)
  await endCredit(shop.db)
  await admin.api.takeCreditBack(spent.id, { amount: 500, reason: 'All of it.' })
  await sendMails(shop.shop, NEVER)
  expect(shop.mails.map(({ to, subject }) => [to, subject])).toEqual([
    [(await warned.api.getMe()).email, expect.stringMatching(/^₹500\.00 of store credit ends on /)],
  ])
})

test('the staff see who has store credit, what the shop owes, and every movement as a sheet', async () => {
  const { id } = await signedIn(shop)
  await sql`update users set firstname = 'Zubin', lastname = '=Mehta' where id = ${id}`.execute(shop.db)
  const before = await admin.api.getCreditSums()
  await admin.api.giveCredit(id, { ...GIFT, amount: 700 })
  await admin.api.takeCreditBack(id, { amount: 100, reason: 'Too much.' })
  const { items, total } = await admin.api.listCreditHolders({ search: 'zubin' })
  expect({ items, total }).toEqual({
    items: [{ _id: id, name: 'Zubin =Mehta', email: expect.any(String), balance: 600 }],
    total: 1,
  })
  const sums = await admin.api.getCreditSums()
  expect(sums.owed - before.owed).toBe(600)
  expect(sums.given - before.given).toBe(700)
  expect(sums.takenBack - before.takenBack).toBe(100)
  const sheet = await admin.api.exportCredit()
  expect(sheet).toContain('at,customer,email,movement,amount,order_id,reason,counts_until,by')
  expect(sheet).toMatch(/,Zubin =Mehta,\S+,taken back,-100\.00,,Too much\.,,Asha Rao/)
})

test('the file with a customer’s data has the store credit', async () => {
  const { api, id } = await signedIn(shop)
  await admin.api.giveCredit(id, GIFT)
  expect(await api.getOwnData()).toMatchObject({ storeCredit: { balance: 500, movements: [{ kind: 'given' }] } })
})

test('an account that is erased leaves no words, and its credit ends', async () => {
  const { id } = await signedIn(shop)
  await admin.api.giveCredit(id, { ...GIFT, reason: 'For Zebulon.' })
  await admin.api.takeCreditBack(id, { amount: 10, reason: 'Zebulon asked.' })
  await sql`insert into account_erasures (user_id, erases_at) values (${id}, now() - interval '1 minute')`.execute(
    shop.db,
  )
  await eraseAccounts(shop.shop)
  const { rows } = await sql<{ left: number; words: string }>`
    select left_paise as left, credit.reason || coalesce(ledger.reason, '') as words
    from store_credits credit join store_credit_ledger ledger on ledger.credit_id = credit.id
    where credit.given_paise = 50000 and credit.reason || coalesce(ledger.reason, '') like '%Zebulon%'`.execute(shop.db)
  expect(rows).toEqual([])
  await expect(admin.api.getCustomerCredit(id)).rejects.toMatchObject({ status: 404 })
})

test('credit that is given in the moment of an erasure ends with the account, or finds no customer', async () => {
  const { id } = await signedIn(shop)
  await sql`insert into account_erasures (user_id, erases_at) values (${id}, now() - interval '1 minute')`.execute(
    shop.db,
  )
  const gifts = Array.from({ length: 8 }, () => admin.api.giveCredit(id, GIFT))
  const [answers] = await Promise.all([Promise.allSettled(gifts), eraseAccounts(shop.shop)])
  const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(refusals).toEqual(refusals.map(() => expect.objectContaining({ status: 404 })))
  await expect(admin.api.giveCredit(id, GIFT)).rejects.toMatchObject({ status: 404 })
})

test('nobody changes or deletes a row of the ledger', async () => {
  const { id } = await signedIn(shop)
  await admin.api.giveCredit(id, GIFT)
  const mine = sql`credit_id in (select id from store_credits where user_id = ${id})`
  for (const change of [
    sql`update store_credit_ledger set change_paise = 1 where ${mine}`,
    sql`delete from store_credit_ledger where ${mine}`,
    sql`truncate store_credit_ledger`,
    sql`update store_credits set left_paise = -1 where user_id = ${id}`,
  ]) {
    await expect(change.execute(shop.db)).rejects.toThrow(Error)
  }
})
