import { Agent } from 'node:http'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Person } from '#prove/actors.ts'
import type { Ask, Visit, Visitor } from '#prove/faults/visitor.ts'

import { isGood } from '#prove/faults/counts.ts'
import { createVisitor } from '#prove/faults/visitor.ts'

const CACHED_LIST = '/api/products/getallproductsindb?limit=12'
const PAUSE_AFTER_FAILURE_MS = 50

const randomWord = () => randomBytes(4).toString('hex')
const WORDS = ['shirt', 'blue', 'linen', 'denim', 'polo', 'black', 'oxford', 'white']
/** Words that find something, in a number of orders that no cache holds. */
const randomWords = () => WORDS.map((word) => `${word}${randomBytes(1).toString('hex')[0]}`).join('+')

/** What people ask for when they look around. */
const LOOKS = {
  'cached list': (): Ask => ({ kind: 'cached list', path: CACHED_LIST }),
  'cached page': (): Ask => ({ kind: 'cached page', path: '/' }),
  search: (): Ask => ({ kind: 'search', path: `/api/products/getallproductsindb?limit=12&search=${randomWord()}` }),
  page: (): Ask => ({ kind: 'page', path: `/getproducts?search=${randomWord()}` }),
  cart: (): Ask => ({ kind: 'cart', path: '/api/cart' }),
  'long search': (): Ask => ({
    kind: 'long search',
    path: `/api/products/getallproductsindb?limit=12&search=${randomWords()}`,
  }),
  'other spelling': (): Ask => ({ kind: 'other spelling', path: `/GetProducts?x=${randomWord()}` }),
  feed: (): Ask => ({ kind: 'feed', path: '/feeds/google.xml' }),
} as const
type Look = keyof typeof LOOKS

/** What the load did, and the writes that were acknowledged to it. */
export interface Load {
  /** Without the text of what people looked at: half a minute of whole pages does not fit into memory. */
  visits: Visit[]
  /** Provider's orders whose payment was verified. */
  paidOrders: string[]
  /** Subjects of messages that were taken. */
  messages: string[]
  /** Resolves when everybody has gone. */
  leave(): Promise<void>
}

interface Looker {
  look: Look
  person?: Person
  /** The address of this machine, such as `127.9.9.9`, that the calls come from: a network of its own. */
  from?: string
  /** How long they look at it before the next one. */
  pauseMs?: number
}

export interface LoadInputs {
  origin: string
  buyers?: readonly (Person & { from?: string })[]
  /** What each buyer buys, one piece at a time. */
  productId?: string
  /** The provider also sends its events. */
  hasWebhooks?: boolean
  /** How long a buyer waits before buying again. */
  buyerPauseMs?: number
  lookers?: readonly Looker[]
  writers?: number
}

interface Traffic {
  origin: string
  hasWebhooks: boolean
  load: Load
}

async function visitAndRecord({ origin, load }: Traffic, visitor: Visitor, ask: Ask): Promise<Visit> {
  const visit = await visitor(origin, ask)
  load.visits.push(ask.kind in LOOKS && isGood(visit) ? { ...visit, text: '' } : visit)
  if (visit.ending !== 'answered' || visit.status >= 500) await sleep(PAUSE_AFTER_FAILURE_MS)
  return visit
}

async function buyOnce(traffic: Traffic, person: Person, visitor: Visitor, productId: string): Promise<void> {
  const added = await visitAndRecord(traffic, visitor, { kind: 'add', path: `/api/cart/add/${productId}` })
  if (added.status !== 200) return
  const started = await visitAndRecord(traffic, visitor, {
    kind: 'start',
    method: 'POST',
    path: '/api/payment/create/orderId',
    body: {},
  })
  if (started.status !== 200) return
  const { id } = JSON.parse(started.text) as { id: string }
  const body = { order_id: id, outcome: 'success', webhook: traffic.hasWebhooks }
  const paid = await visitor(traffic.origin, { kind: 'pay', method: 'POST', path: '/sandbox/razorpay/pay', body })
  if (paid.status !== 200) return
  const proof = JSON.parse(paid.text) as Record<'razorpay_payment_id' | 'razorpay_signature', string>
  const verified = await visitAndRecord(traffic, visitor, {
    kind: 'verify',
    method: 'POST',
    path: '/api/payment/api/payment/verify',
    body: { razorpayOrderId: id, razorpayPaymentId: proof.razorpay_payment_id, signature: proof.razorpay_signature },
  })
  if (verified.status !== 200) return
  traffic.load.paidOrders.push(id)
  const path = `/api/order/${person.id}/${id}/${proof.razorpay_payment_id}/${proof.razorpay_signature}`
  await visitAndRecord(traffic, visitor, { kind: 'order', path })
}

async function sendMessage(traffic: Traffic, visitor: Visitor): Promise<void> {
  const subject = `Fault ${randomBytes(8).toString('hex')}`
  const body = {
    firstName: 'Asha',
    lastName: 'Rao',
    email: 'asha@example.com',
    contactNumber: '9876543210',
    subject,
    message: 'Is it still there?',
  }
  const visit = await visitAndRecord(traffic, visitor, { kind: 'message', method: 'POST', path: '/api/contact', body })
  if (visit.status === 201) traffic.load.messages.push(subject)
}

const agentFrom = (localAddress: string | undefined) =>
  new Agent({ keepAlive: true, maxSockets: 4, ...(localAddress !== undefined && { localAddress }) })

/** Starts people who each do the same thing again and again until all leave. */
export function startLoad({
  origin,
  buyers = [],
  productId = '',
  hasWebhooks = false,
  buyerPauseMs = 0,
  lookers = [],
  writers = 0,
}: LoadInputs): Load {
  const leaving = new AbortController()
  const load: Load = { visits: [], paidOrders: [], messages: [], leave: async () => undefined }
  const traffic: Traffic = { origin, hasWebhooks, load }
  // Half as long to one and a half times as long, so that people do not come all together.
  const pause = async (milliseconds: number) => {
    if (milliseconds === 0) return
    await sleep(milliseconds * (0.5 + Math.random()), undefined, leaving).catch(() => undefined)
  }
  const repeat = async (once: () => Promise<unknown>) => {
    while (!leaving.signal.aborted) await once()
  }
  const everybody = [
    ...buyers.map((person) => {
      const visitor = createVisitor(person.cookie, agentFrom(person.from))
      return repeat(async () => {
        await buyOnce(traffic, person, visitor, productId)
        await pause(buyerPauseMs)
      })
    }),
    ...lookers.map(({ look, person, from, pauseMs = 0 }) => {
      const visitor = createVisitor(person?.cookie, agentFrom(from))
      const comes = sleep(pauseMs * Math.random())
      return repeat(async () => {
        await comes
        await visitAndRecord(traffic, visitor, LOOKS[look]())
        await pause(pauseMs)
      })
    }),
    ...Array.from({ length: writers }, () => {
      const visitor = createVisitor()
      return repeat(() => sendMessage(traffic, visitor))
    }),
  ]
  load.leave = async () => {
    leaving.abort()
    await Promise.all(everybody)
  }
  return load
}
