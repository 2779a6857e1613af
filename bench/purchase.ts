import type { BenchEngine, Circumstances, Part } from './benchmark.ts'

import { createBuyers, finishPurchase, purchaseOne, type Buyer } from './buying.ts'
import { figure, percentile, type Figure } from './figures.ts'
import { cpuSeconds } from './machine.ts'
import { prepareShop } from './prepare.ts'
import { startShop, type Program } from './programs.ts'
import { countStatements, noteStatements } from './statements.ts'
import { startReferenceServer, type ReferenceServer } from './reference-server.ts'

const BUYERS = 32
const CROWD = 200
const PIECES = 50
const CROWD_ROUNDS = 5
const PRODUCTS = 100
const ROUND_SECONDS = 1.5
const COUNTED_PURCHASES = 50

async function playRound({ pid }: Program, buyers: readonly Buyer[], products: readonly string[]) {
  const begin = performance.now()
  const cpuBefore = cpuSeconds(pid) ?? Number.NaN
  const until = begin + ROUND_SECONDS * 1000
  const times: number[] = []
  let failed = 0
  const shopAlong = async (buyer: Buyer, index: number) => {
    for (let turn = index * 7; performance.now() < until; turn++) {
      const started = performance.now()
      try {
        await purchaseOne(buyer, products[turn % products.length] ?? '')
        times.push(performance.now() - started)
      } catch {
        failed += 1
      }
    }
  }
  await Promise.all(buyers.map(shopAlong))
  const cpuMs = (((cpuSeconds(pid) ?? Number.NaN) - cpuBefore) * 1000) / times.length
  const seconds = (performance.now() - begin) / 1000
  return {
    perSecond: times.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpuMs,
    failed,
  }
}

/** Everybody has the last pieces in the cart and starts to pay at the same moment; whoever may, pays to the end. */
async function rush(buyers: readonly Buyer[], productId: string) {
  const carts = await Promise.all(
    buyers.map(({ caller }) => caller.ask<{ cart: { _id: string }[] }>('GET', `/api/cart/add/${productId}`)),
  )
  const begin = performance.now()
  const outcomes = await Promise.all(
    buyers.map(async (buyer) => {
      const { status, body } = await buyer.caller.call('POST', '/api/payment/create/orderId', {})
      if (status === 200) await finishPurchase(buyer, (JSON.parse(body.toString()) as { id: string }).id)
      return { status, seconds: (performance.now() - begin) / 1000 }
    }),
  )
  const lines = carts.map(({ cart }) => cart[0]?._id)
  await Promise.all(buyers.map(({ caller }, index) => caller.call('GET', `/api/cart/remove/${lines[index]}`)))
  const secondsOf = (wanted: number) => outcomes.filter(({ status }) => status === wanted).map(({ seconds }) => seconds)
  const [ordered, refused] = [secondsOf(200), secondsOf(409)]
  return {
    ordered: ordered.length,
    refused: refused.length,
    orderedSeconds: Math.max(...ordered),
    refusedSeconds: Math.max(...refused),
  }
}

async function measure(
  { name, createDatabase }: BenchEngine,
  reference: ReferenceServer,
  { rounds, say }: Circumstances,
): Promise<Figure[]> {
  const prepared = await prepareShop({
    databaseUrl: await createDatabase(),
    products: 100,
    buyers: CROWD,
    plenty: PRODUCTS,
    scarce: CROWD_ROUNDS,
    scarcePieces: PIECES,
  })
  const shop = await startShop(prepared.settings)
  const everybody = createBuyers(shop.origin, prepared.buyers)
  const buyers = everybody.slice(0, BUYERS)
  try {
    await playRound(shop, buyers, prepared.plenty)
    const played: Awaited<ReturnType<typeof playRound>>[] = []
    const bare: number[] = []
    while (played.length < rounds) {
      bare.push(await reference.perSecond())
      played.push(await playRound(shop, buyers, prepared.plenty))
    }
    say(`${name}, ${BUYERS} buyers`)
    const rushes: Awaited<ReturnType<typeof rush>>[] = []
    for (const productId of prepared.scarce) rushes.push(await rush(everybody, productId))
    say(`${name}, ${CROWD} buyers for ${PIECES} pieces`)
    const each = (key: keyof (typeof played)[number]) => played.map((round) => round[key])
    const isTold = played.every(({ cpuMs }) => !Number.isNaN(cpuMs))
    const cpu = isTold
      ? [figure(`${name}, processor time`, 'ms', each('cpuMs'), "of the shop's process, a purchase")]
      : []
    const ofRush = (key: keyof (typeof rushes)[number]) => rushes.map((one) => one[key])
    const crowd = `${name}, ${CROWD} for ${PIECES}`
    return [
      figure(`${name}, purchases`, '/s', each('perSecond'), `${BUYERS} buyers, six calls each`),
      figure(`${name}, purchase p50`, 'ms', each('p50')),
      figure(`${name}, purchase p99`, 'ms', each('p99')),
      figure(`${name}, purchases that failed`, '', each('failed'), 'in a round: an answer that was no success'),
      ...cpu,
      figure(`${name}, bare server`, '/s', bare, 'in the same rounds'),
      figure(`${crowd}, orders`, '', ofRush('ordered')),
      figure(`${crowd}, refused with 409`, '', ofRush('refused')),
      figure(`${crowd}, the last order stands`, 's', ofRush('orderedSeconds'), 'paid, verified, with address'),
      figure(`${crowd}, the last is refused`, 's', ofRush('refusedSeconds')),
    ]
  } finally {
    for (const { caller } of everybody) caller.close()
    await shop.stop()
    await prepared.remove()
  }
}

async function countForOne({ name, createDatabase }: BenchEngine): Promise<Figure[]> {
  const databaseUrl = await createDatabase()
  if (databaseUrl === undefined) return []
  const prepared = await prepareShop({ databaseUrl, products: 100, buyers: 1, plenty: COUNTED_PURCHASES })
  await noteStatements(databaseUrl)
  const shop = await startShop(prepared.settings)
  const [buyer] = createBuyers(shop.origin, prepared.buyers)
  try {
    if (!buyer) return []
    await purchaseOne(buyer, prepared.plenty[0] ?? '')
    const counted = await countStatements(databaseUrl, async () => {
      for (const productId of prepared.plenty) await purchaseOne(buyer, productId)
    })
    const each = (statements: number) => [statements / COUNTED_PURCHASES]
    const note = `by the server's log over ${COUNTED_PURCHASES} purchases one after the other, background jobs included`
    return [
      figure(`${name}, statements a purchase`, '', each(counted.all), note),
      figure(`${name}, of these the sandbox's`, '', each(counted.sandbox), "the payment provider's own books"),
      figure(`${name}, of these begin and commit`, '', each(counted.frames), "of the shop's transactions"),
    ]
  } finally {
    buyer?.caller.close()
    await shop.stop()
    await prepared.remove()
  }
}

/** Whole purchases: how many a second, how many statements each, and what becomes of the last pieces. */
export const purchase: Part = async (circumstances) => {
  const reference = await startReferenceServer()
  try {
    const figures: Figure[] = []
    for (const engine of await circumstances.engines()) {
      figures.push(...(await measure(engine, reference, circumstances)), ...(await countForOne(engine)))
    }
    return figures
  } finally {
    await reference.stop()
  }
}
