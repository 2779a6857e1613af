import type { CashShop, Parties, PlayedOrder, Settled } from '#prove/cash/cash-shop.ts'
import type { Actor } from '#prove/world.ts'

import { make, payStarted, startPaying, type Move } from '#prove/cash/cash-moves.ts'
import { settle } from '#prove/cash/cash-shop.ts'

/**
 * Where an order is: its status while its cash is due, then the state of its cash; and once it is paid in advance,
 * both.
 */
async function stateOf({ shop, order, admin }: Parties): Promise<string> {
  const path = `/api/admin/orders/${order.id}`
  const { body } = await settle(shop.world, path, () => admin.call('cash: read', 'GET', path))
  const { order: read, cash } = body as { order?: { status: string }; cash?: { status: string } }
  if (!cash) return `paid, ${read?.status}`
  return (cash.status === 'cash due' ? read?.status : cash.status) ?? 'unknown'
}

/** Makes a move that nothing stands in the way of. */
async function must(parties: Parties, move: Move): Promise<void> {
  const { status, body, isSure } = await make(parties, move)
  if (status === 200 || (status === 409 && !isSure)) return
  parties.shop.world.faults.push(`${move} of ${parties.order.id} was refused: ${status} ${JSON.stringify(body)}`)
}

/** Makes a move that has to be refused. */
async function mustNot(parties: Parties, move: Move, why: string): Promise<void> {
  const { status } = await make(parties, move)
  if (status !== 409) parties.shop.world.faults.push(`${move} of ${parties.order.id} was answered ${status}: ${why}`)
}

/** Two calls at the same moment, of which one has to win. */
async function race(parties: Parties, first: Move, second: Move): Promise<void> {
  const { shop, order, admin } = parties
  const other = { ...parties, admin: admin.random.pick(shop.admins) }
  const replies = await Promise.all([make(parties, first), make(other, second)])
  const done = replies.filter(({ status }) => status === 200).length
  const isSure = replies.every((reply) => reply.isSure)
  if (done > 1 || (done === 0 && isSure)) {
    shop.world.faults.push(`of ${first} and ${second} at once ${done} were done: ${order.id}`)
  }
}

/**
 * A payment in advance and another call at the same moment. Both may come through: what is paid is then shipped, or
 * cancelled and refunded.
 */
async function racePayment(parties: Parties, other: Move): Promise<void> {
  const { shop, order, admin } = parties
  const replies = await Promise.all([
    make(parties, 'pay now'),
    make({ ...parties, admin: admin.random.pick(shop.admins) }, other),
  ])
  const hasNone = replies.every(({ status, isSure }) => status !== 200 && isSure)
  if (hasNone) shop.world.faults.push(`of a payment and ${other} at once neither was done: ${order.id}`)
}

/** A payment that was started in time and comes when the parcel has left: it must not pay for the order. */
async function payTooLate(parties: Parties): Promise<void> {
  const { shop, order } = parties
  const started = await settle(shop.world, `pay ${order.id}`, () => startPaying(parties))
  await must(parties, 'ship')
  if (started.status !== 200) shop.world.faults.push(`${order.id} could not be paid: ${JSON.stringify(started.body)}`)
  const { status } = await payStarted(parties, started.body.id)
  if (status === 200) shop.world.faults.push(`a payment for a parcel that had left was taken: ${order.id}`)
}

async function confirm(parties: Parties): Promise<void> {
  const { random } = parties.admin
  if (random.is(0.2)) await mustNot(parties, 'ship', 'nobody has confirmed it')
  await must(parties, random.is(0.5) ? 'confirm by link' : 'confirm')
}

async function ship(parties: Parties): Promise<void> {
  await confirm(parties)
  await must(parties, 'ship')
}

/** Amounts that differ by a paisa, and then what the courier collected. */
async function remit(parties: Parties): Promise<void> {
  const { shop, order, admin } = parties
  if (admin.random.is(0.2)) {
    const wrong = { ...order, totalPaise: order.totalPaise + admin.random.pick([-1, 1]) }
    await mustNot({ ...parties, order: wrong }, 'remit', 'another amount was collected')
  }
  if (admin.random.is(0.2)) return
  await must(parties, 'remit')
  shop.remittedPaise += order.totalPaise
}

async function collect(parties: Parties): Promise<void> {
  await must(parties, parties.admin.random.is(0.5) ? 'collect' : 'deliver')
  await remit(parties)
}

/** An order that is paid in advance goes the way of any other: it is cancelled, called back, delivered, or stays. */
async function endPaid(parties: Parties): Promise<void> {
  const { random } = parties.admin
  if (random.is(0.2)) return must(parties, 'cancel')
  if (random.is(0.2)) return undefined
  await must(parties, 'ship')
  await endSentPaid(parties)
}

async function endSentPaid(parties: Parties): Promise<void> {
  await must(parties, parties.admin.random.is(0.3) ? 'call back' : 'deliver')
}

/** What comes of a parcel after a race: it goes on from wherever that left it. */
async function goOn(parties: Parties): Promise<void> {
  const state = await stateOf(parties)
  if (state === 'paid, order placed') await endPaid(parties)
  else if (state === 'paid, shipped') await endSentPaid(parties)
  else if (state === 'shipped') await collect(parties)
  else if (state === 'collected') await remit(parties)
  else if (state === 'refused') parties.shop.refused.set(parties.order.id, parties.order)
}

/** What becomes of an order, and of how many of a hundred. */
const STORIES: [share: number, play: (parties: Parties) => void | Promise<void>][] = [
  // Ends by itself.
  [11, ({ shop, order }) => void shop.forgotten.set(order.id, order)],
  [7, ({ shop, order }) => void shop.lastMoment.push(order)],
  [
    8,
    async (parties) => {
      if (parties.admin.random.is(0.4)) await confirm(parties)
      await must(parties, 'cancel')
      parties.shop.unsent.set(parties.order.id, parties.order)
    },
  ],
  [
    7,
    async (parties) => {
      await confirm(parties)
      await race(parties, 'cancel', 'ship')
      await goOn(parties)
    },
  ],
  [
    7,
    async (parties) => {
      await ship(parties)
      await race(parties, 'collect', 'refuse')
      await goOn(parties)
    },
  ],
  [
    4,
    async (parties) => {
      await ship(parties)
      await race(parties, 'deliver', 'call back')
      await goOn(parties)
    },
  ],
  [
    10,
    async (parties) => {
      await ship(parties)
      await must(parties, 'refuse')
      parties.shop.refused.set(parties.order.id, parties.order)
    },
  ],
  [
    4,
    async (parties) => {
      await ship(parties)
      await must(parties, 'call back')
    },
  ],
  [
    4,
    async (parties) => {
      await ship(parties)
      // Possible for ten seconds.
      await make(parties, 'undo shipping')
      if ((await stateOf(parties)) === 'order placed') await race(parties, 'ship', 'cancel')
      await goOn(parties)
    },
  ],
  [
    8,
    async (parties) => {
      // Nobody has to confirm what is paid.
      if (parties.admin.random.is(0.6)) await confirm(parties)
      await must(parties, 'pay now')
      await goOn(parties)
    },
  ],
  [
    8,
    async (parties) => {
      await confirm(parties)
      await racePayment(parties, parties.admin.random.pick<Move>(['ship', 'cancel']))
      await goOn(parties)
    },
  ],
  [
    4,
    async (parties) => {
      await confirm(parties)
      await payTooLate(parties)
      await goOn(parties)
    },
  ],
  [
    18,
    async (parties) => {
      await ship(parties)
      await collect(parties)
    },
  ],
]

/** The moves that a state allows; every other one has to be refused. */
const POSSIBLE: Record<string, Move[]> = {
  'order placed': ['pay now', 'ship', 'cancel', 'call back'],
  shipped: ['deliver', 'collect', 'refuse', 'call back', 'undo shipping'],
  collected: ['remit'],
  remitted: [],
  refused: ['forgive'],
  'nothing due': [],
  'paid, order placed': ['ship', 'cancel', 'call back'],
  'paid, shipped': ['deliver', 'call back', 'undo shipping'],
  'paid, delivered': [],
  'paid, cancelled': [],
}
const REFUSED_ELSEWHERE: Move[] = [
  'pay now',
  'ship',
  'undo shipping',
  'deliver',
  'collect',
  'refuse',
  'forgive',
  'cancel',
  'call back',
  'remit',
]

/** Calls that come too late, or too early. */
async function callOutOfTurn(parties: Parties): Promise<void> {
  const state = await stateOf(parties)
  const possible = POSSIBLE[state]
  if (!possible) {
    parties.shop.world.faults.push(`the order ${parties.order.id} is ${state}`)
    return
  }
  const impossible = REFUSED_ELSEWHERE.filter((move) => !possible.includes(move))
  for (const move of parties.admin.random.shuffled(impossible).slice(0, 2)) {
    await mustNot(parties, move, `it is ${state}`)
  }
}

/** Plays what becomes of an order. */
export async function playStory(shop: CashShop, order: PlayedOrder): Promise<void> {
  const { random } = order.customer.actor
  const parties = { shop, order, admin: random.pick(shop.admins) }
  let at = random.between(1, 100)
  const story = STORIES.find(([share]) => (at -= share) <= 0)
  await story?.[1](parties)
  if (random.is(0.4)) await callOutOfTurn(parties)
}

/** Confirms an order whose time is over. If that was in time, it goes on as any other; else it has ended. */
export async function confirmAtLastMoment(shop: CashShop, order: PlayedOrder, admin: Actor): Promise<void> {
  const parties = { shop, order, admin }
  const answer: Settled = await make(parties, admin.random.is(0.5) ? 'confirm by link' : 'confirm')
  if (answer.status !== 200) return
  await must(parties, 'ship')
  await collect(parties)
}
