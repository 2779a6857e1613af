import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import type { FindingKey } from '#contract/orders/reconciliation.ts'

import { newId } from '#server/db/new-id.ts'
import { reconcile, requestReconciliation } from '#server/orders/reconciliation/reconcile.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { buy, NEVER, signedIn, type SignedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
let other: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  other = await signedIn(shop, 'admin')
})
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

async function compare(): Promise<void> {
  const period = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 1000) }
  await requestReconciliation(shop.shop, { actorId: admin.id, period })
  await reconcile(shop.shop, NEVER)
}

const setAmount = (paymentId: string, paise: number) =>
  sql`update sandbox_payments set amount_paise = ${paise} where id = ${paymentId}`.execute(shop.db)

/** A delivered order whose payment the provider calls ₹700: a difference that every comparison leaves to a person. */
async function differing() {
  const { order, proof } = await buy(shop, (await addProduct(shop.db, { pricePaise: 90_000 })).id)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'delivered')
  const subject = proof.razorpayPaymentId
  await setAmount(subject, 70_000)
  await compare()
  const key: FindingKey = { kind: 'amount differs', subject, amount: 700 }
  const found = async (list: 'open' | 'dealt' | 'others' = 'open') =>
    (await admin.api.listFindings({ list, limit: 100 })).items.filter((one) => one.subject === subject)
  return { order, key, found, mend: () => setAmount(subject, 90_000) }
}

test('a finding that several comparisons make is listed once, and names its order and its amount', async () => {
  const { order, key, found, mend } = await differing()
  await compare()
  expect(await found()).toEqual([
    {
      ...key,
      detail: '₹700.00 at the provider, ₹900.00 here',
      action: 'left for a person',
      orderId: order._id,
      foundAt: expect.stringMatching(/Z$/),
      isOpen: true,
      dealt: null,
    },
  ])
  await mend()
})

test('a finding that was dealt with leaves the open ones, says who and why, and comes back when that is taken back', async () => {
  const { key, found, mend } = await differing()
  const { total } = await admin.api.listFindings({ limit: 1 })
  const note = 'Asked the bank: <b>theirs</b>.'
  const dealt = await admin.api.dealWithFinding({ ...key, note: ` ${note} ` })
  expect(dealt).toMatchObject({ ...key, isOpen: false, dealt: { note, by: 'Asha Rao', at: expect.any(String) } })
  expect(await admin.api.dealWithFinding({ ...key, note })).toEqual(dealt)
  expect(await found()).toEqual([])
  expect(await found('dealt')).toEqual([dealt])
  expect((await admin.api.listFindings({ limit: 1 })).total).toBe(total - 1)

  expect(await admin.api.reopenFinding(key)).toMatchObject({ isOpen: true, dealt: null })
  expect(await admin.api.reopenFinding(key)).toMatchObject({ isOpen: true })
  expect(await found()).toHaveLength(1)
  const entries = shop.db
    .selectFrom('auditLog')
    .select(['actorId', 'action', 'after'])
    .where('subjectId', '=', key.subject)
    .where('subjectType', '=', 'reconciliation')
  expect(await entries.orderBy('id').execute()).toEqual([
    { actorId: admin.id, action: 'finding.dealt with', after: { hasNote: true } },
    { actorId: admin.id, action: 'finding.reopened', after: null },
  ])
  await mend()
})

test('what was dealt with stays so while the amount is the same, and another amount is open', async () => {
  const { key, found, mend } = await differing()
  await admin.api.dealWithFinding({ ...key, note: 'Once.' })
  await compare()
  expect(await found()).toEqual([])
  expect(await found('dealt')).toMatchObject([{ ...key, isOpen: false, dealt: { note: 'Once.' } }])
  await expect(other.api.dealWithFinding({ ...key, note: 'Twice.' })).rejects.toMatchObject({ status: 409 })
  await setAmount(key.subject, 60_000)
  await compare()
  expect(await found()).toMatchObject([{ ...key, amount: 600, isOpen: true, dealt: null }])
  expect(await found('dealt')).toMatchObject([{ ...key, dealt: { note: 'Once.' } }])
  await mend()
})

test('of two who deal with a finding at once one is told of the other', async () => {
  const { key, mend } = await differing()
  const outcomes = await Promise.allSettled([
    admin.api.dealWithFinding({ ...key, note: 'Mine.' }),
    other.api.dealWithFinding({ ...key, note: 'Mine too.' }),
  ])
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refusals).toMatchObject([{ status: 409, message: 'Asha Rao has dealt with this already.' }])
  await mend()
})

test('what is no finding, or no note, is refused', async () => {
  const { key, found, mend } = await differing()
  const missing = { status: 404, code: 'not_found', message: 'Finding not found' }
  for (const change of [
    { amount: 701 },
    { amount: null },
    { subject: 'pay_nothing' },
    { kind: 'refund was missing' },
  ]) {
    await expect(
      admin.api.dealWithFinding({ ...key, ...(change as Partial<FindingKey>), note: '' }),
    ).rejects.toMatchObject(missing)
    await expect(admin.api.reopenFinding({ ...key, ...(change as Partial<FindingKey>) })).rejects.toMatchObject(missing)
  }
  for (const change of [
    { note: 'x'.repeat(501) },
    { note: 'no\u0000thing' },
    { note: null },
    { amount: '700' },
    { amount: 1e300 },
    { amount: 7.001 },
    { kind: 'anything' },
    { actorId: 'somebody' },
  ]) {
    const dealing = { ...key, note: '', ...change } as never
    await expect(admin.api.dealWithFinding(dealing)).rejects.toMatchObject({ status: 400, code: 'invalid' })
  }
  expect(await found()).toHaveLength(1)
  // A note may be left out by leaving it empty.
  await admin.api.dealWithFinding({ ...key, note: '' })
  expect(await found()).toEqual([])
  await mend()
})

test('payments of other shops stand in a list of their own, and findings from before have no amount', async () => {
  const [foreign, earlier] = [`pay_${newId()}`, `pay_${newId()}`]
  const findings = [
    {
      kind: 'payment of no checkout here',
      subject: foreign,
      detail: '₹1.00',
      action: 'left for a person',
      amountPaise: 100,
    },
    {
      kind: 'payment is unknown to the provider',
      subject: earlier,
      detail: 'captured here',
      action: 'left for a person',
    },
  ]
  await sql`
    insert into reconciliations (id, status, from_at, to_at, finished_at, findings)
    values (${newId()}, 'done', now(), now(), now(), ${JSON.stringify(findings)})`.execute(shop.db)
  const subjects = async (list: 'open' | 'others') =>
    (await admin.api.listFindings({ list, limit: 100 })).items.map(({ subject }) => subject)
  expect(await subjects('others')).toEqual([foreign])
  expect(await subjects('open')).toContain(earlier)
  expect(await subjects('open')).not.toContain(foreign)
  const key: FindingKey = { kind: 'payment is unknown to the provider', subject: earlier, amount: null }
  expect(await admin.api.dealWithFinding({ ...key, note: 'Old.' })).toMatchObject({ isOpen: false, orderId: null })
  expect(await subjects('open')).not.toContain(earlier)
  expect((await admin.api.listFindings({ page: 99, limit: 5 })).items).toEqual([])
})
