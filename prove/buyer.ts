import { sql } from 'kysely'

import type { Actor, World } from '#prove/world.ts'
import type { CallOptions, Reply } from '#prove/client.ts'
import type { Person } from '#prove/actors.ts'
import type { PaymentProof } from '#contract/orders/checkout.ts'

import { createOwnOrders } from '#prove/own-orders.ts'
import { proofIn } from '#prove/payment-proof.ts'
import { CODES, inDatabase } from '#prove/world.ts'
import { ADDRESS } from '#test/purchase.ts'

type Outcome = 'success' | 'failure' | 'late'

const isText = (value: unknown): value is string => typeof value === 'string'

/** A buyer who makes the calls of a purchase in any order, twice, too late or not at all, and leaves at any moment. */
interface Buyer {
  /** One visit: from the cart on, as far as the random choices lead. */
  visit(): Promise<void>
}

export function createBuyer(world: World, actor: Actor, strangers: readonly Person[]): Buyer {
  const { random, person } = actor
  const { acknowledged } = world
  const ownOrders = createOwnOrders(world, actor)
  let serial = 0

  /** Now and then the browser is closed before the answer comes. */
  const impatient = (options: CallOptions = {}): CallOptions =>
    random.is(0.06) ? { ...options, leaveAfterMs: random.between(1, 40) } : options

  async function add(): Promise<void> {
    const productId = random.pick(world.products)
    const key = `${person.id}-${(serial += 1)}`
    const headers = { 'idempotency-key': key }
    const times = random.is(0.15) ? 2 : 1
    const replies = await Promise.all(
      Array.from({ length: times }, () =>
        actor.call('add', 'GET', `/api/cart/add/${productId}`, impatient({ headers })),
      ),
    )
    if (replies.some(({ status }) => status === 200)) acknowledged.add('addition to a cart', key)
  }

  async function changeCart(): Promise<void> {
    const { body } = await actor.call('cart', 'GET', '/api/cart')
    const lines = (body.cart ?? []) as { _id: string }[]
    if (lines.length === 0) return
    const { _id } = random.pick(lines)
    if (random.is(0.3)) await actor.call('remove', 'GET', `/api/cart/remove/${_id}`)
    else await actor.call('update', 'PATCH', `/api/cart/update/${_id}`, { body: { quantity: random.between(1, 4) } })
  }

  /** Removes from the cart what is sold out, and a code that is refused. */
  async function removeRefused(): Promise<void> {
    const { body } = await actor.call('cart', 'GET', '/api/cart')
    const lines = (body.cart ?? []) as { _id: string; notice?: string }[]
    for (const { _id, notice } of lines) if (notice) await actor.call('remove', 'GET', `/api/cart/remove/${_id}`)
    const { isRefused } = (body.code ?? {}) as { isRefused?: boolean }
    if (isRefused) await actor.call('remove code', 'DELETE', '/api/cart/code')
  }

  async function findBalance(): Promise<number> {
    const { body } = await actor.call('store credit', 'GET', '/api/users/store-credit')
    return typeof body.balance === 'number' ? body.balance : 0
  }

  /** What store credit pays now and then: a part of it, all of it, or more than there is. */
  async function chooseCredit(): Promise<{ credit?: number }> {
    const balance = random.is(0.4) ? await findBalance() : 0
    if (balance < 1) return {}
    if (random.is(0.1)) return { credit: Math.floor(balance) + 1 }
    return { credit: random.is(0.3) ? balance : random.between(1, Math.floor(balance)) }
  }

  /** Orders what store credit pays whole, now and then twice at once. */
  async function orderByCredit(): Promise<void> {
    const body = { address: { ...ADDRESS, street: `${person.id} by credit` } }
    const call = () => actor.call('order by credit', 'POST', '/api/order/credit', impatient({ body }))
    const replies = await Promise.all(random.is(0.3) ? [call(), call()] : [call()])
    for (const { status, body: order } of replies) {
      if (status === 201 && isText(order._id)) acknowledged.add('order', order._id)
    }
  }

  async function start(): Promise<string | undefined> {
    const address = random.is(0.5) ? { address: { ...ADDRESS, street: `${person.id} at the start` } } : {}
    const body = { ...address, ...(await chooseCredit()) }
    const call = () => actor.call('start', 'POST', '/api/payment/create/orderId', impatient({ body }))
    const replies = await Promise.all(random.is(0.15) ? [call(), call()] : [call()])
    const ids = replies.flatMap(({ status, body: { id } }) => (status === 200 && isText(id) ? [id] : []))
    for (const id of ids) acknowledged.add('checkout', id)
    if (replies.some(({ status }) => status === 409)) await removeRefused()
    return ids[0]
  }

  async function payOnce(orderId: string, outcome: Outcome): Promise<PaymentProof | undefined> {
    const wrong = random.is(0.04) ? { payment_amount: random.between(100, 900_000) } : {}
    const body = { order_id: orderId, outcome, webhook: random.is(0.6), ...wrong }
    const reply = await actor.call(`pay ${outcome}`, 'POST', '/sandbox/razorpay/pay', impatient({ body }))
    const proof = proofIn(reply)
    if (!proof) return undefined
    world.payments += 1
    acknowledged.add('payment at the provider', proof.razorpayPaymentId)
    return proof
  }

  async function pay(orderId: string): Promise<PaymentProof[]> {
    if (random.is(0.05)) {
      await inDatabase(world, (db) =>
        sql`update sandbox_orders set is_auto_captured = false where id = ${orderId}`.execute(db),
      )
    }
    if (random.is(0.1)) await payOnce(orderId, 'failure')
    const outcomes: Outcome[] = random.is(0.15) ? ['late', random.pick<Outcome>(['success', 'late'])] : ['success']
    const proofs: PaymentProof[] = []
    for (const outcome of outcomes) {
      const proof = await payOnce(orderId, outcome)
      if (proof) proofs.push(proof)
    }
    return proofs
  }

  async function letHoldEnd(): Promise<void> {
    await inDatabase(world, (db) =>
      sql`
        update checkouts set hold_expires_at = now() - interval '1 second'
        where user_id = ${person.id} and status = 'open'`.execute(db),
    )
  }

  async function verify(proof: PaymentProof): Promise<void> {
    const { status } = await actor.call('verify', 'POST', '/api/payment/api/payment/verify', impatient({ body: proof }))
    if (status === 200) acknowledged.add('order of a payment', proof.razorpayOrderId)
  }

  async function forge({ razorpayOrderId, razorpayPaymentId, signature }: PaymentProof): Promise<void> {
    const wrong = random.pick([
      `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`,
      signature.slice(0, 32),
      signature.toUpperCase().replace(/^\d+$/, 'A'),
      '0'.repeat(64),
    ])
    const body = { razorpayOrderId, razorpayPaymentId, signature: wrong === signature ? '0'.repeat(64) : wrong }
    const { status } = await actor.call('forged verify', 'POST', '/api/payment/api/payment/verify', { body })
    if (status === 200) world.faults.push(`a forged proof was believed: ${wrong} for ${signature}`)
  }

  function orderPath({ razorpayOrderId, razorpayPaymentId, signature }: PaymentProof, userId: string): string {
    return `/api/order/${userId}/${razorpayOrderId}/${razorpayPaymentId}/${signature}`
  }

  async function readOrder(proof: PaymentProof): Promise<string | undefined> {
    const { status, body } = await actor.call('order', 'GET', orderPath(proof, person.id), impatient())
    if (status !== 200 || !isText(body._id)) return undefined
    acknowledged.add('order', body._id)
    acknowledged.add('order of a payment', proof.razorpayOrderId)
    return body._id
  }

  /** Nobody else may see or change the order, whichever user id the address has. */
  async function askAsStranger(proof: PaymentProof, orderId: string): Promise<void> {
    const { id, cookie } = random.pick(strangers)
    const headers = { cookie }
    const replies: [string, Reply][] = [
      ['order', await actor.call('order of a stranger', 'GET', orderPath(proof, person.id), { headers })],
      ['order', await actor.call('order of a stranger', 'GET', orderPath(proof, id), { headers })],
      [
        'address',
        await actor.call('address of a stranger', 'POST', `/api/order/address/${orderId}`, {
          headers,
          body: { ...ADDRESS, street: 'somewhere else' },
        }),
      ],
      ['pieces', await actor.call('cancel of a stranger', 'POST', `/api/order/${orderId}/cancel`, { headers })],
      ['returns', await actor.call('returns of a stranger', 'GET', `/api/order/${orderId}/returns`, { headers })],
    ]
    for (const [what, { status }] of replies) {
      if (status === 200) world.faults.push(`a stranger reached the ${what} of the order ${orderId}`)
    }
  }

  async function giveAddress(orderId: string): Promise<void> {
    const street = `${random.between(1, 999)} ${person.id} ${(serial += 1)}`
    const recordAnswer = acknowledged.write('address', orderId, street)
    const body = { ...ADDRESS, street }
    const { status } = await actor.call('address', 'POST', `/api/order/address/${orderId}`, impatient({ body }))
    recordAnswer(status)
  }

  async function claim(proof: PaymentProof): Promise<void> {
    if (random.is(0.1)) await forge(proof)
    const steps = random.shuffled([() => verify(proof), () => readOrder(proof)]).slice(0, random.between(1, 2))
    await (random.is(0.2) ? Promise.all(steps.map((step) => step())) : steps[0]?.())
    const orderId = await readOrder(proof)
    if (orderId === undefined) return
    if (random.is(0.7)) await giveAddress(orderId)
    if (random.is(0.1)) await askAsStranger(proof, orderId)
  }

  async function sendMessage(): Promise<void> {
    const subject = `${person.id} ${(serial += 1)}`
    const names = { firstName: 'Asha', lastName: 'Rao', email: 'asha@example.com', contactNumber: '9876543210' }
    const body = { ...names, subject, message: 'Where is it?' }
    const { status } = await actor.call('contact', 'POST', '/api/contact', { body })
    if (status === 201) acknowledged.add('message', subject)
  }

  return {
    async visit() {
      if (random.is(0.5)) await ownOrders.change()
      for (let pieces = random.between(1, 3); pieces > 0; pieces -= 1) await add()
      if (random.is(0.3)) await changeCart()
      if (random.is(0.3)) await actor.call('code', 'POST', '/api/cart/code', { body: { code: random.pick(CODES) } })
      if (random.is(0.03)) await sendMessage()
      if (random.is(0.12)) await orderByCredit()
      const first = await start()
      if (first === undefined || random.is(0.05)) return
      if (random.is(0.08)) await letHoldEnd()
      if (random.is(0.08)) await add()
      const orderId = (random.is(0.08) ? await start() : undefined) ?? first
      const proofs = await pay(orderId)
      if (random.is(0.08)) await letHoldEnd()
      if (random.is(0.2)) return
      for (const proof of random.shuffled(proofs)) await claim(proof)
    },
  }
}
