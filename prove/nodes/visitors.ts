import { setTimeout as wait } from 'node:timers/promises'

import { isGood } from '#prove/faults/counts.ts'
import { none } from '#prove/faults/fault.ts'
import { checkRecords } from '#prove/faults/fixture.ts'
import { startLoad } from '#prove/faults/visitor-traffic.ts'
import { createVisitor, type Visit } from '#prove/faults/visitor.ts'
import type { Db } from '#server/db/database.ts'

import type { PreparedShop } from '#prove/prepare-shop.ts'

const READERS = 4
const POLL_MS = 25

interface Pauses {
  /** Between two purchases of one buyer. */
  buyerPauseMs?: number
  /** Between two pages of one reader. */
  readPauseMs?: number
}

/** Resolves when the shop at this address is ready. */
export async function waitUntilReady(origin: string): Promise<void> {
  const visitor = createVisitor()
  while ((await visitor(origin, { kind: 'ready', path: '/readyz' })).status !== 200) await wait(POLL_MS)
}

/** Everybody buys or browses until they leave; returns what they saw. */
export function startVisitors(
  origin: string,
  { buyers, plenty }: PreparedShop,
  { buyerPauseMs = 0, readPauseMs = 20 }: Pauses = {},
) {
  const paths = ['/', '/getproducts', `/product/${plenty[0]}`, '/api/products/getallproductsindb?page=1']
  const leaving = new AbortController()
  const reads: Visit[] = []
  const browse = async (from: number) => {
    const visitor = createVisitor()
    for (let turn = from; !leaving.signal.aborted; turn += 1) {
      const visit = await visitor(origin, { kind: 'read', path: paths[turn % paths.length] ?? '/' })
      // Minutes of whole pages would not fit into memory.
      reads.push(isGood(visit) ? { ...visit, text: '' } : visit)
      await wait(readPauseMs)
    }
  }
  const loads = buyers.map((buyer, index) =>
    startLoad({ origin, buyers: [buyer], productId: plenty[index] ?? '', hasWebhooks: true, buyerPauseMs }),
  )
  const reading = Array.from({ length: READERS }, (_, index) => browse(index))
  return {
    countBought: () => loads.reduce((sum, { paidOrders }) => sum + paidOrders.length, 0),
    async leave() {
      leaving.abort()
      await Promise.all([...reading, ...loads.map((load) => load.leave())])
      const visits = [...reads, ...loads.flatMap((load) => load.visits)].toSorted((a, b) => a.begunAt - b.begunAt)
      return { visits, paidOrders: loads.flatMap(({ paidOrders }) => paidOrders) }
    },
  }
}

/** Orders that a customer has seen must still be there, and everything else that was answered with success. */
export async function checkOrders(db: Db, visits: readonly Visit[], paidOrders: string[]): Promise<boolean> {
  const stored = new Set((await db.selectFrom('orders').select('id').execute()).map(({ id }) => id))
  const orders = visits.filter((one) => one.kind === 'order' && isGood(one))
  const shown = orders.map(({ text }) => (JSON.parse(text) as { _id: string })._id)
  const lost = shown.filter((id) => !stored.has(id))
  const load = { visits: [...visits], paidOrders, messages: [], leave: async () => undefined }
  const findings = [none(`order shown, then lost (of ${shown.length})`, lost), ...(await checkRecords(db, load))]
  console.log(`\norders in the database: ${stored.size}`)
  for (const { what, seen } of findings) console.log(`${what}: ${seen}`)
  return findings.every(({ isMet }) => isMet)
}
