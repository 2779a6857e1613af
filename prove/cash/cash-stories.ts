import type { CashShop, PlayedOrder, Settled } from '#prove/cash/cash-shop.ts'
import type { Actor } from '#prove/world.ts'

import { make, type Move, type Parties } from '#prove/cash/cash-moves.ts'
import { settle } from '#prove/cash/cash-shop.ts'

/** Where an order is: its status while its cash is due, then the state of its cash. */
async function stateOf({ shop, order, admin }: Parties): Promise<string> {
  const path = `/api/admin/orders/${order.id}`
  const { body } = await settle(shop.world, path, () => admin.call('cash: read', 'GET', path))
  const { order: read, cash } = body as { order?: { status: string }; cash?: { status: string } }
  return (cash?.status === 'cash due' ? read?.status : cash?.status) ?? 'unknown'
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

/** What comes of a parcel after a race: it goes on from wherever that left it. */
async function goOn(parties: Parties): Promise<void> {
  const state = await stateOf(parties)
  if (state === 'shipped') await collect(parties)
  else if (state === 'collected') await remit(parties)
  else if (state === 'refused') parties.shop.refused.set(parties.order.id, parties.order)
}

/** What becomes of an order, and of how many of a hundred. */
const STORIES: [share: number, play: (parties: Parties) => void | Promise<void>][] = [
  // Ends by itself.
  [14, ({ shop, order }) => void shop.forgotten.set(order.id, order)],
  [8, ({ shop, order }) => void shop.lastMoment.push(order)],
  [
    8,
    async (parties) => {
      if (parties.admin.random.is(0.4)) await confirm(parties)
      await must(parties, 'cancel')
    },
  ],
  [
    9,
    async (parties) => {
      await confirm(parties)
      await race(parties, 'cancel', 'ship')
      await goOn(parties)
    },
  ],
  [
    9,
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
    12,
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
    28,
    async (parties) => {
      await ship(parties)
      await collect(parties)
    },
  ],
]

/** The moves that a state allows; every other one has to be refused. */
const POSSIBLE: Record<string, Move[]> = {
  'order placed': ['ship', 'cancel', 'call back'],
  shipped: ['deliver', 'collect', 'refuse', 'call back', 'undo shipping'],
  collected: ['remit'],
  remitted: [],
  refused: ['forgive'],
  'nothing due': [],
}
const REFUSED_ELSEWHERE: Move[] = [
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
