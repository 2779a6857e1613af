import { setTimeout as sleep } from 'node:timers/promises'

import type { Reply } from '#prove/client.ts'
import type { Random } from '#prove/random.ts'
import type { Actor, World } from '#prove/world.ts'

/** One product of an order, at the price that everybody sees. */
interface PlayedLine {
  productId: string
  pricePaise: number
  quantity: number
}

/** An order for cash as its customer knows it. */
export interface PlayedOrder {
  id: string
  customer: CashCustomer
  lines: readonly PlayedLine[]
  totalPaise: number
}

/** A customer who shares a phone with another one, and the address with two more. */
export interface CashCustomer {
  actor: Actor
  phone: string
  street: string
  place: { city: string; state: string; pincode: string }
}

export interface CashProduct {
  id: string
  pricePaise: number
  pieces: number
  /** Of a category that is paid in advance. */
  isExcluded: boolean
}

/** The shop's processes, and what was done there so far, written down apart from the shop. */
export interface CashShop {
  world: World
  products: readonly CashProduct[]
  admins: readonly Actor[]
  /** Who looks at lists and months at the end. */
  owner: Actor
  orders: Map<string, PlayedOrder>
  /** Open orders that nobody touches until their time is over. */
  forgotten: Map<string, PlayedOrder>
  /** Orders that somebody confirms when their time is over. */
  lastMoment: PlayedOrder[]
  /** Orders whose payment in advance was answered with success. */
  paidNow: Set<string>
  /** Orders whose parcel was refused, and nobody has forgiven it. */
  refused: Map<string, PlayedOrder>
  /** Orders that their customer cancelled or nobody confirmed, within a week. */
  unsent: Map<string, PlayedOrder>
  /** What couriers have paid out. */
  remittedPaise: number
}

/** Who acts on which order. */
export interface Parties {
  shop: CashShop
  order: PlayedOrder
  admin: Actor
}

/** An answer to a call; not `isSure` if an earlier try had none, and may have done it. */
export interface Settled extends Reply {
  isSure: boolean
}

const GIVE_UP_MS = 90_000
const PAUSE_MS = 20

/** Makes a call until it is answered; a process may die meanwhile, and another start. */
export async function settle(world: World, name: string, call: () => Promise<Reply>): Promise<Settled> {
  const until = performance.now() + GIVE_UP_MS
  for (let tries = 1; performance.now() < until; tries += 1) {
    const reply = await call()
    if (reply.status > 0 && reply.status !== 503) return { ...reply, isSure: tries === 1 }
    await sleep(PAUSE_MS)
  }
  world.faults.push(`nobody answered: ${name}`)
  return { status: 0, body: {}, isSure: false }
}

export const isSamePerson = (one: CashCustomer, other: CashCustomer): boolean =>
  one.phone === other.phone || one.actor.person.id === other.actor.person.id

/** The address of a customer, not always written in the same way. */
export function addressOf({ phone, street, place }: CashCustomer, random: Random) {
  return {
    fullName: 'Asha Rao',
    phone: random.is(0.3) ? `+91 ${phone}` : phone,
    street: random.is(0.3) ? street.toUpperCase() : street,
    ...place,
  }
}
