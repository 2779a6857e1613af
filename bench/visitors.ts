import { setTimeout as wait } from 'node:timers/promises'

import type { Paid } from './buying.ts'
import type { Caller } from './caller.ts'
import type { SignedIn } from './prepare.ts'

import { ADDRESS } from './buying.ts'
import { createCaller } from './caller.ts'

const READ_PAUSE_MS = 20
const AFTER_FAILURE_MS = 100

export interface Seen {
  at: number
  ms: number
  isRead: boolean
  /** What the visitor got: a status, or nothing that is an answer. */
  outcome: number | 'broken'
  /** The call and its answer in words, where it was no success. */
  what?: string
}

/** Visitors who browse and buy without end, and a record of every answer that they got and of every order they were told of. */
export function createVisitors(origin: string) {
  const seen: Seen[] = []
  /** The shop's own ids of orders that somebody was shown. */
  const shownOrders = new Set<string>()
  /** Provider's payments that were answered with a success. */
  const acceptedPayments = new Set<string>()
  const callers: Caller[] = []
  const closing = new AbortController()
  let purchases = 0

  const openCaller = (cookie?: string) => {
    const caller = createCaller(origin, cookie)
    callers.push(caller)
    return caller
  }

  async function ask(caller: Caller, isRead: boolean, method: string, path: string, body?: object) {
    const at = performance.now()
    const answer = await caller.call(method, path, body).catch(() => undefined)
    const outcome = answer?.status ?? 'broken'
    const isWell = typeof outcome === 'number' && outcome < 300
    const what = isWell
      ? {}
      : { what: `${method} ${path.split('/', 4).join('/')} ${outcome} ${answer?.body.toString().slice(0, 120) ?? ''}` }
    seen.push({ at, ms: performance.now() - at, isRead, outcome, ...what })
    return isWell ? answer?.body : undefined
  }

  async function purchase(caller: Caller, buyer: SignedIn, productId: string): Promise<boolean> {
    const tell = async <Result>(method: string, path: string, body?: object): Promise<Result | undefined> => {
      const bytes = await ask(caller, false, method, path, body)
      return bytes && (JSON.parse(bytes.toString()) as Result)
    }
    if (!(await tell('GET', `/api/cart/add/${productId}`))) return false
    const started = await tell<{ id: string }>('POST', '/api/payment/create/orderId', {})
    if (!started) return false
    const outcome = { order_id: started.id, outcome: 'success', webhook: true }
    const paid = await tell<Paid>('POST', '/sandbox/razorpay/pay', outcome)
    if (!paid) return false
    const { razorpay_order_id: order, razorpay_payment_id: payment, razorpay_signature: signature } = paid
    const proof = { razorpayOrderId: order, razorpayPaymentId: payment, signature }
    if (!(await tell('POST', '/api/payment/api/payment/verify', proof))) return false
    acceptedPayments.add(payment)
    const made = await tell<{ _id: string }>('GET', `/api/order/${buyer.id}/${order}/${payment}/${signature}`)
    if (!made) return false
    shownOrders.add(made._id)
    return (await tell('POST', `/api/order/address/${made._id}`, { address: ADDRESS })) !== undefined
  }

  async function buyOn(buyer: SignedIn, productIds: readonly string[], from: number): Promise<void> {
    const caller = openCaller(buyer.cookie)
    for (let turn = from; !closing.signal.aborted; turn += 1) {
      const isDone = await purchase(caller, buyer, productIds[turn % productIds.length] ?? '')
      if (isDone) purchases += 1
      else await wait(AFTER_FAILURE_MS)
    }
  }

  async function browseOn(paths: readonly string[], from: number): Promise<void> {
    const caller = openCaller()
    for (let turn = from; !closing.signal.aborted; turn += 1) {
      await ask(caller, true, 'GET', paths[turn % paths.length] ?? '/')
      await wait(READ_PAUSE_MS)
    }
  }

  return {
    seen,
    shownOrders,
    acceptedPayments,
    purchases: () => purchases,
    /** Begins; the function that it answers ends it, once everyone has finished what they are at. */
    start(buyers: readonly SignedIn[], productIds: readonly string[], paths: readonly string[], readers: number) {
      const running = [
        ...buyers.map((buyer, index) => buyOn(buyer, productIds, index * 7)),
        ...Array.from({ length: readers }, (_, index) => browseOn(paths, index)),
      ]
      return async () => {
        closing.abort()
        await Promise.all(running)
        for (const caller of callers) caller.close()
      }
    },
  }
}
