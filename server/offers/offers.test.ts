import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { addCategory, addProduct, offerInput } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { buyCart, fillCart, signedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'
import { withinAnHour } from '#test/within-an-hour.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
})
afterEach(async () => {
  await expectInvariants(shop.db)
  // An offer that applies by itself would be in the carts of the next test.
  await shop.db.updateTable('offers').set({ isActive: false }).execute()
})
afterAll(() => shop.close())
beforeEach(withinAnHour)

const create = async (changes: Parameters<typeof offerInput>[0] = {}) =>
  (await admin.api.createOffer(offerInput(changes))).offer

/** A day in India, so many days from today. */
async function dayFromToday(days: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select ((now() at time zone 'Asia/Kolkata')::date + ${days}::integer) as day`.execute(shop.db)
  return rows[0]!.day
}

async function buyerOf(pricePaise: number, quantity = 1, categoryId?: string) {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { pricePaise, ...(categoryId && { categoryId }) })
  await fillCart(buyer, product.id, quantity)
  return { ...buyer, product }
}

test('a code makes the cart cheaper and says how, in capitals and small letters', async () => {
  const shirts = await addCategory(shop.db, 'Linen shirts')
  await create({ code: 'WELCOME10', categories: [shirts.id] })
  const buyer = await buyerOf(99_999, 3, shirts.id)
  await fillCart(buyer, (await addProduct(shop.db, { pricePaise: 50_000 })).id)
  const before = await buyer.api.getCart()
  expect(before).toMatchObject({ finalprice: 3_499.97 })
  expect(before).not.toHaveProperty('discount')
  expect(before).not.toHaveProperty('code')
  const answer = await buyer.api.enterCode(' welcome10 ')
  expect(answer).toMatchObject({
    message: 'Code WELCOME10 is in your cart.',
    finalprice: 3_199.97,
    discount: { subtotal: 3_499.97, amount: 300, reason: 'WELCOME10: 10% off Linen shirts' },
    code: { code: 'WELCOME10', isRefused: false },
  })
  const { message: _message, ...cart } = answer
  expect(await buyer.api.getCart()).toEqual(cart)
  const removed = await buyer.api.removeCode()
  expect(removed).toMatchObject({ finalprice: 3_499.97 })
  expect(removed).not.toHaveProperty('code')
  await buyer.api.removeCode()
})

test('a code is found with the blanks and invisible characters that people paste', async () => {
  const { code = '' } = await create({ code: 'DIWALI20' })
  for (const typed of ['diwali 20', 'DIWALI20\u200B', 'ＤＩＷＡＬＩ２０', '\u2060Diwali\u00A020', 'DIWALI२०']) {
    const buyer = await buyerOf(100_000)
    expect((await buyer.api.enterCode(typed)).code).toMatchObject({ code, isRefused: false })
  }
  expect((await create({ code: '\u200Beid\u201325\u2060 ' })).code).toBe('EID-25')
  expect((await create({ code: 'holi 20 \u00A0off' })).code).toBe('HOLI20OFF')
})

test('a code is found in quotation marks, in the marks of a chat and at the end of a sentence', async () => {
  const { code = '' } = await create({ code: 'SAVE-10' })
  const buyer = await buyerOf(100_000)
  const pasted = [
    '"SAVE-10"',
    '‘save-10’',
    '“SAVE-10”.',
    "'SAVE-10'",
    '*SAVE-10*',
    '`SAVE-10`',
    '«SAVE-10»',
    '_SAVE-10_!',
    '(SAVE-10)',
    'Code: SAVE-10',
  ]
  for (const typed of pasted) {
    expect((await buyer.api.enterCode(typed)).code).toMatchObject({ code, isRefused: false })
  }
  for (const typed of ['""', '“ ”']) {
    await expect(buyer.api.enterCode(typed)).rejects.toMatchObject({ fields: { code: 'Please enter a code.' } })
  }
  await expect(buyer.api.enterCode('SAVE"10')).rejects.toMatchObject({
    fields: { code: 'A code has letters, digits and hyphens only.' },
  })
})

test('what is bought with a code is frozen, paid and shown at its price, and the code leaves the cart', async () => {
  const { code = '', summary } = await create({ percent: 15 })
  const buyer = await buyerOf(99_999, 3)
  await fillCart(buyer, (await addProduct(shop.db, { pricePaise: 33_333 })).id, 2)
  await buyer.api.enterCode(code)
  const { finalprice } = await buyer.api.getCart()
  const { order } = await buyCart(shop, buyer)
  const discounts = order.products.map(({ discount }) => discount ?? 0)
  expect(order).toMatchObject({ totalAmount: finalprice, totalPrice: finalprice, discount: { reason: summary } })
  expect(discounts.reduce((sum, discount) => sum + Math.round(discount * 100), 0)).toBe(
    Math.round(order.discount!.amount * 100),
  )
  expect(discounts).toEqual([449.99, 100])
  expect(finalprice).toBe(3_116.64)
  await fillCart(buyer, buyer.product.id)
  expect(await buyer.api.getCart()).not.toHaveProperty('code')
  expect(await admin.api.getOrderDetail(order._id)).toMatchObject({ order, charge: { amount: finalprice } })
})

test('an offer without a code applies by itself, from the pieces and the value that it asks for', async () => {
  const category = await addCategory(shop.db, 'Socks')
  await create({
    name: 'Three for less',
    amount: 250,
    categories: [category.id],
    minimumQuantity: 3,
    minimumTotal: 1_000,
  })
  const buyer = await buyerOf(50_000, 2, category.id)
  expect(await buyer.api.getCart()).not.toHaveProperty('discount')
  await fillCart(buyer, buyer.product.id, 3)
  expect(await buyer.api.getCart()).toMatchObject({
    finalprice: 1_250,
    discount: { amount: 250, reason: 'Three for less: ₹250 off Socks from 3 pieces and ₹1,000' },
  })
})

test('the best offer is taken, and the code that takes less says so', async () => {
  const { code = '' } = await create({ percent: 10 })
  await create({ name: 'Sale', percent: 20 })
  const buyer = await buyerOf(100_000)
  expect(await buyer.api.enterCode(code)).toMatchObject({
    finalprice: 800,
    discount: { reason: 'Sale: 20% off' },
    code: { code, notice: `Sale: 20% off. This takes more off than ${code}.`, isRefused: false },
  })
  const { order } = await buyCart(shop, buyer)
  expect(order).toMatchObject({ totalAmount: 800, discount: { amount: 200, reason: 'Sale: 20% off' } })
  // The code was not used.
  await fillCart(buyer, buyer.product.id)
  expect(await buyer.api.getCart()).toMatchObject({ code: { code } })
})

test('a code that the cart does not fulfil yet is kept and says what is missing', async () => {
  const { code = '' } = await create({ minimumTotal: 2_000 })
  const buyer = await buyerOf(150_000)
  expect(await buyer.api.enterCode(code)).toMatchObject({
    finalprice: 1_500,
    code: { code, notice: `${code} needs ₹2,000 in your cart: ₹500 more.`, isRefused: false },
  })
  await fillCart(buyer, buyer.product.id, 2)
  expect(await buyer.api.getCart()).toMatchObject({ finalprice: 2_700 })
})

test('a wrong, an early, an ended and a switched off code are refused with the reason', async () => {
  const buyer = await buyerOf(100_000)
  const refusal = (message: string) => ({ status: 400, code: 'invalid', message, fields: { code: message } })
  await expect(buyer.api.enterCode('NOSUCHCODE')).rejects.toMatchObject(refusal('There is no code NOSUCHCODE.'))
  await expect(buyer.api.enterCode("'; drop table offers")).rejects.toMatchObject({ status: 400, code: 'invalid' })
  await expect(buyer.api.enterCode(' ')).rejects.toMatchObject(refusal('Please enter a code.'))
  const early = await create({ startsOn: await dayFromToday(1) })
  await expect(buyer.api.enterCode(early.code!)).rejects.toThrow(`The code ${early.code} is valid from`)
  const ended = await create({ endsOn: await dayFromToday(-1) })
  await expect(buyer.api.enterCode(ended.code!)).rejects.toThrow(`The code ${ended.code} ended on`)
  const off = await create()
  await admin.api.switchOffer(off._id, false)
  await expect(buyer.api.enterCode(off.code!)).rejects.toMatchObject(
    refusal(`The code ${off.code} is no longer valid.`),
  )
  const cart = await buyer.api.getCart()
  expect(cart).not.toHaveProperty('code')
})

test('an offer runs on its first and on its last day in India, and on no other', async () => {
  const [yesterday, today, tomorrow] = [await dayFromToday(-1), await dayFromToday(0), await dayFromToday(1)]
  const buyer = await buyerOf(100_000)
  const offer = await create({ name: 'One day', startsOn: today, endsOn: today })
  expect(offer).toMatchObject({ state: 'running', startsOn: today, endsOn: today })
  expect(await buyer.api.getCart()).toMatchObject({ finalprice: 900 })
  const change = { ...offerInput({ name: 'One day' }), revision: offer.revision }
  const later = await admin.api.editOffer(offer._id, { ...change, startsOn: tomorrow })
  expect(later.offer.state).toBe('starts later')
  expect(await buyer.api.getCart()).toMatchObject({ finalprice: 1_000 })
  const over = await admin.api.editOffer(offer._id, { ...change, endsOn: yesterday, revision: later.offer.revision })
  expect(over.offer.state).toBe('ended')
  expect(await buyer.api.getCart()).toMatchObject({ finalprice: 1_000 })
})

test('signed out nobody enters a code', async () => {
  await expect(shop.visitor().api.enterCode('ANY')).rejects.toMatchObject({ message: 'Please Login to Continue' })
  await expect(shop.visitor().api.removeCode()).rejects.toMatchObject({ status: 401 })
})

test('guessing codes is limited by customer, and the right one is refused as well', async () => {
  const limited = await startShop({ hasRateLimits: true })
  try {
    const owner = await limited.admin()
    const { code = '' } = (await owner.api.createOffer(offerInput())).offer
    const guesser = await signedIn(limited)
    for (let guess = 0; guess < 10; guess += 1) {
      await expect(guesser.api.enterCode(`GUESS${guess}`)).rejects.toMatchObject({ code: 'invalid' })
    }
    await expect(guesser.api.enterCode(code)).rejects.toMatchObject({
      status: 429,
      message: 'Too many codes were tried. Please try again later.',
    })
    expect(await (await signedIn(limited)).api.enterCode(code)).toMatchObject({ finalprice: 0 })
  } finally {
    await limited.close()
  }
})

test('the owner makes, changes and switches offers, and the audit log keeps each step', async () => {
  const category = await addCategory(shop.db)
  const offer = await create({ percent: 20, categories: [category.id], maxUses: 5, maxUsesPerCustomer: 1 })
  expect(offer).toMatchObject({
    percent: 20,
    categories: [{ _id: category.id, name: category.name }],
    maxUses: 5,
    used: 0,
    state: 'running',
    summary: `${offer.code}: 20% off ${category.name}`,
  })
  expect((await admin.api.listOffers()).items[0]).toEqual(offer)
  const changed = await admin.api.editOffer(offer._id, {
    ...offerInput({ name: 'Now by itself', amount: 99.5 }),
    revision: offer.revision,
  })
  expect(changed.offer).toMatchObject({ name: 'Now by itself', amount: 99.5, categories: [], revision: 2 })
  expect(changed.offer).not.toHaveProperty('code')
  expect(await admin.api.getOffer(offer._id)).toEqual(changed.offer)
  expect((await admin.api.switchOffer(offer._id, false)).offer).toMatchObject({ isActive: false, state: 'off' })
  await admin.api.switchOffer(offer._id, false)
  expect((await admin.api.switchOffer(offer._id, true)).offer).toMatchObject({ isActive: true })
  const { entries } = await admin.api.listAudit({ area: 'offer', search: offer._id })
  expect(entries.map(({ action, person }) => [action, person?._id])).toEqual(
    ['switch offer on', 'switch offer off', 'edit offer', 'create offer'].map((action) => [action, admin.user._id]),
  )
})

test('of two who edit one offer the second is told, and two offers never share a code', async () => {
  const offer = await create()
  const change = { ...offerInput({ code: offer.code! }), percent: 30, revision: offer.revision }
  await admin.api.editOffer(offer._id, change)
  await expect(admin.api.editOffer(offer._id, change)).rejects.toMatchObject({ status: 409, code: 'conflict' })
  await expect(create({ code: offer.code!.toLowerCase() })).rejects.toMatchObject({
    status: 409,
    fields: { code: 'Another offer has this code.' },
  })
})

test('a code that is changed leaves the carts, so that nobody learns the new one there', async () => {
  const offer = await create()
  const buyer = await buyerOf(100_000)
  await buyer.api.enterCode(offer.code!)
  const change = { ...offerInput({ code: offer.code! }), revision: offer.revision }
  const { offer: cheaper } = await admin.api.editOffer(offer._id, { ...change, percent: 20 })
  expect(await buyer.api.getCart()).toMatchObject({ finalprice: 800 })
  await admin.api.editOffer(offer._id, { ...offerInput(), revision: cheaper.revision })
  const cart = await buyer.api.getCart()
  expect(cart).toMatchObject({ finalprice: 1_000 })
  expect(cart).not.toHaveProperty('code')
})

test('an offer that makes no sense is refused with its faulty field', async () => {
  const faults: [object, string][] = [
    [{ code: 'A' }, 'code'],
    [{ code: 'WITH_SIGN' }, 'code'],
    [{ name: 'Both', code: 'BOTH' }, 'name'],
    [{ percent: 0 }, 'percent'],
    [{ percent: 101 }, 'percent'],
    [{ percent: 12.5 }, 'percent'],
    [{ percent: 10, amount: 10 }, 'percent'],
    [{ amount: 0.5 }, 'amount'],
    [{ amount: 1.005 }, 'amount'],
    [{ maxDiscount: 0.5 }, 'maxDiscount'],
    [{ amount: 10, maxDiscount: 5 }, 'maxDiscount'],
    [{ categories: ['unknown'] }, 'categories'],
    [{ minimumQuantity: 0 }, 'minimumQuantity'],
    [{ minimumTotal: -1 }, 'minimumTotal'],
    [{ startsOn: '2026-02-30' }, 'startsOn'],
    [{ startsOn: '0000-01-01' }, 'startsOn'],
    [{ endsOn: '0000-12-31' }, 'endsOn'],
    [{ startsOn: '2026-11-22', endsOn: '2026-11-21' }, 'endsOn'],
    [{ maxUses: 0 }, 'maxUses'],
    [{ maxUsesPerCustomer: 1.5 }, 'maxUsesPerCustomer'],
    [{ used: 0 }, 'used'],
  ]
  for (const [fault, field] of faults) {
    const refused = admin.api.createOffer({ ...offerInput(fault), ...fault })
    await expect(refused).rejects.toMatchObject({
      status: 400,
      fields: { [field]: expect.any(String) },
    })
  }
  await expect(admin.api.getOffer('unknown')).rejects.toMatchObject({ status: 404 })
  await expect(admin.api.switchOffer('unknown', false)).rejects.toMatchObject({ status: 404 })
  await expect(admin.api.editOffer('unknown', { ...offerInput(), revision: 1 })).rejects.toMatchObject({ status: 404 })
})

test('limits below what is used already are refused', async () => {
  const offer = await create({ maxUses: 3 })
  const buyer = await buyerOf(100_000)
  for (let count = 0; count < 2; count += 1) {
    await fillCart(buyer, buyer.product.id)
    await buyer.api.enterCode(offer.code!)
    await buyCart(shop, buyer)
  }
  const change = { ...offerInput({ code: offer.code! }), revision: offer.revision }
  await expect(admin.api.editOffer(offer._id, { ...change, maxUses: 1 })).rejects.toMatchObject({
    fields: { maxUses: 'The offer has 2 uses already.' },
  })
  await expect(admin.api.editOffer(offer._id, { ...change, maxUsesPerCustomer: 1 })).rejects.toMatchObject({
    fields: { maxUsesPerCustomer: 'A customer has 2 uses of it already.' },
  })
  expect((await admin.api.editOffer(offer._id, { ...change, maxUses: 2 })).offer).toMatchObject({ state: 'used up' })
})

test('the preview shows what an offer would do to the ten newest carts, without saving or naming anybody', async () => {
  await shop.db.deleteFrom('cartLines').execute()
  expect(await admin.api.previewOffer(offerInput())).toEqual({ carts: [] })
  const category = await addCategory(shop.db)
  for (let cart = 0; cart < 11; cart += 1) await buyerOf(100_000, 1 + (cart % 2), category.id)
  const { carts } = await admin.api.previewOffer(
    offerInput({ name: 'Pair', categories: [category.id], minimumQuantity: 2, startsOn: '2099-01-01', maxUses: 1 }),
  )
  expect(carts).toHaveLength(10)
  expect(carts[0]).toEqual({ lines: [{ name: expect.any(String), quantity: 1 }], before: 1_000, after: 1_000 })
  expect(carts[1]).toMatchObject({ before: 2_000, after: 1_800, reason: expect.stringContaining('Pair: 10% off') })
  const { items } = await admin.api.listOffers()
  expect(items.some(({ name }) => name === 'Pair')).toBe(false)
  const saved = await create({ name: 'Everything', percent: 20 })
  const edited = await admin.api.previewOffer({ ...offerInput({ name: 'Everything', amount: 50 }), _id: saved._id })
  expect(edited.carts[0]).toMatchObject({ before: 800, after: 950 })
})
test('an offer that brings prices into the gap between two rates of tax says so to a registered seller', async () => {
  const { id } = await addCategory(shop.db, 'Suits')
  for (const pricePaise of [262_500, 300_000, 320_000, 327_800]) {
    await addProduct(shop.db, { pricePaise, categoryId: id })
  }
  const input = offerInput({ code: 'TENTH', categories: [id] })
  expect(await admin.api.previewOffer(input)).not.toHaveProperty('warning')
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
  const two =
    'With this offer 2 products cost more than ₹2,625 and at most ₹2,950: taxed at the higher rate, that leaves you less than ₹2,625 does. Let it come to ₹2,625 or ₹2,951.'
  expect((await admin.api.previewOffer(input)).warning).toBe(two)
  const { offer, warning } = await admin.api.createOffer(input)
  expect(warning).toBe(two)
  const change = { ...offerInput({ code: 'TENTH', amount: 600, categories: [id] }), revision: offer.revision }
  expect((await admin.api.editOffer(offer._id, change)).warning).toContain('With this offer a product costs more')
  expect(await admin.api.previewOffer(offerInput({ percent: 90, categories: [id] }))).not.toHaveProperty('warning')
  await setSettings(shop, { taxRegistration: 'none', gstin: '' })
})
