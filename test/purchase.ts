import { sql } from 'kysely'
import { createHmac } from 'node:crypto'

import type { Address } from '#contract/schemas/address.ts'
import type { PaymentOrder, PaymentProof } from '#contract/orders/checkout.ts'
import type { StaffRole } from '#contract/accounts/staff-roles.ts'
import type { SessionAudience } from '#server/http/session-cookies.ts'
import type { startShop } from '#test/start-shop.ts'

import { isShopError } from '#contract/api/errors.ts'
import { openSession } from '#server/accounts/sessions/sessions.ts'
import { SIGNED_IN_COOKIES } from '#contract/accounts/signed-in-cookies.ts'
import { sessionCookieName } from '#server/http/session-cookies.ts'
import { newId } from '#server/db/new-id.ts'
import { createVisitor, type Visitor } from '#test/visitor.ts'

type TestShop = Awaited<ReturnType<typeof startShop>>

export const ADDRESS: Address = {
  fullName: 'Asha Rao',
  phone: '9876543210',
  street: '12, Lake View Road',
  city: 'Mysuru',
  state: 'Karnataka',
  pincode: '570001',
}

export interface SignedIn extends Visitor {
  id: string
}

/** A hash that no password has. */
const NO_PASSWORD = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA'

/**
 * Somebody whose account, with a confirmed address, and session are put straight into the database: no password is
 * hashed.
 */
export async function signedIn(
  { db, origin }: TestShop,
  audience: SessionAudience = 'customer',
  staffRole: StaffRole = 'owner',
): Promise<SignedIn> {
  const id = newId()
  const email = `${audience}-${id}@example.com`
  const names = { firstname: 'Asha', lastname: 'Rao', phone: '9876543210', passwordHash: NO_PASSWORD }
  const role = audience === 'admin' ? 'admin' : 'customer'
  await db
    .insertInto('users')
    .values({
      id,
      role,
      staffRole: role === 'admin' ? staffRole : null,
      email,
      emailKey: email,
      emailConfirmedAt: new Date(),
      ...names,
    })
    .execute()
  const { token } = await openSession(db, audience, id)
  const visitor = createVisitor(origin)
  visitor.cookies.set(sessionCookieName(audience, false), token)
  visitor.cookies.set(SIGNED_IN_COOKIES[audience], '1')
  return { ...visitor, id }
}

/**
 * Starts a payment. A machine that is busy with other work may keep the provider from answering in time; then nothing
 * is held, and a buyer tries again.
 */
export async function patiently(start: () => Promise<PaymentOrder>): Promise<PaymentOrder> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start()
    } catch (error) {
      if (tries === 5 || !isShopError(error) || error.code !== 'unavailable') throw error
    }
  }
}

/** Starts the payment of the cart, patiently. */
export const startPatiently = ({ api }: Pick<Visitor, 'api'>): Promise<PaymentOrder> =>
  patiently(() => api.startPayment(ADDRESS))

/** Sets simulated faults of the sandbox provider; one that is not named stays as it is. */
export async function setSandboxFaults({ origin }: TestShop, faults: object): Promise<void> {
  const answer = await fetch(`${origin}/sandbox/razorpay/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

interface Paying {
  outcome?: 'success' | 'failure' | 'late'
  /** Whether the provider sends its events; by default it does not. */
  webhook?: boolean
  payment_amount?: number
}

/** Pays an order at the sandbox provider and returns what the browser would get; throws when it is refused. */
export async function pay(
  { origin }: Pick<TestShop, 'origin'>,
  orderId: string,
  paying: Paying = {},
): Promise<PaymentProof> {
  const answer = await fetch(`${origin}/sandbox/razorpay/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order_id: orderId, outcome: 'success', webhook: false, ...paying }),
  })
  const body = await answer.json()
  if (!answer.ok) throw new Error(body.error.description)
  return {
    razorpayOrderId: body.razorpay_order_id,
    razorpayPaymentId: body.razorpay_payment_id,
    signature: body.razorpay_signature,
  }
}

/** Puts `quantity` pieces of a product into the cart. */
export async function fillCart({ api }: Visitor, productId: string, quantity = 1, size?: string): Promise<void> {
  const { cart } = await api.addToCart(productId, size)
  const line = cart.find((one) => one.productId === productId && (size === undefined || one.size === size))
  if (line && line.quantity !== quantity) await api.updateCartLine(line._id, quantity)
}

/** Buys what is in the cart, to the end. */
export async function buyCart(shop: TestShop, buyer: SignedIn, address: Address | undefined = ADDRESS) {
  const { id } = await patiently(() => buyer.api.startPayment(address))
  const proof = await pay(shop, id)
  await buyer.api.verifyPayment(proof)
  return { proof, order: await buyer.api.getOrder(buyer.id, proof) }
}

/** A new customer who bought `quantity` pieces of a product. */
export async function buy(shop: TestShop, productId: string, quantity = 1) {
  const buyer = await signedIn(shop)
  await fillCart(buyer, productId, quantity)
  return { buyer, ...(await buyCart(shop, buyer)) }
}

/** The pieces left of each size, in order. */
export async function stockOf({ db }: TestShop, productId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('productSizes')
    .select('stock')
    .where('productId', '=', productId)
    .orderBy('position')
    .execute()
  return rows.map(({ stock }) => stock)
}

/** Lets a customer's hold end now, as if a quarter of an hour had passed. */
export async function endHold({ db }: TestShop, userId: string): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ holdExpiresAt: new Date(Date.now() - 60_000) })
    .where('userId', '=', userId)
    .where('status', '=', 'open')
    .execute()
}

/** Makes everything due that the checks of open payments and the refunds wait for. */
export async function makeDue({ db }: TestShop): Promise<void> {
  const past = new Date(Date.now() - 60_000)
  await db.updateTable('checkouts').set({ nextCheckAt: past }).where('nextCheckAt', 'is not', null).execute()
  await db.updateTable('refunds').set({ nextAttemptAt: past }).where('nextAttemptAt', 'is not', null).execute()
}

/** From now on an order of the sandbox provider is only authorised when it is paid, not captured. */
export async function authoriseOnly({ db }: TestShop, providerOrderId: string): Promise<void> {
  await sql`update sandbox_orders set is_auto_captured = false where id = ${providerOrderId}`.execute(db)
}

interface SandboxRecords {
  orders: { items: { id: string; amount: number; receipt: string }[] }
  payments: { items: { id: string; order_id: string; amount: number; status: string }[] }
  refunds: { items: { id: string; payment_id: string; amount: number; status: string }[] }
}

/** All of the sandbox provider's records. */
export async function listSandboxRecords({ origin }: TestShop): Promise<SandboxRecords> {
  const answer = await fetch(`${origin}/sandbox/razorpay/records`)
  return answer.json() as Promise<SandboxRecords>
}

/** A signal that never aborts, for running a job once. */
export const NEVER = new AbortController().signal

/** What Razorpay's checkout signs a payment with: HMAC-SHA256 over `orderId|paymentId` with the API secret. */
export const paymentSignature = (orderId: string, paymentId: string, secret: string): string =>
  createHmac('sha256', secret).update(`${orderId}|${paymentId}`).digest('hex')
