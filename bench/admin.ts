import type { BenchEngine, Circumstances, Part } from './part.ts'

import { insertSeededContacts } from '#server/contacts/seed-queries.ts'
import { openDatabase } from '#server/db/open.ts'
import { seedOrders } from '#server/orders/seed-orders.ts'

import { createCaller } from './caller.ts'
import { figure, median, type Figure } from './figures.ts'
import { prepareShop } from './prepare.ts'
import { startShop } from './programs.ts'

const SIZES = { products: 10_000, orders: 50_000, contacts: 5000 }
const SAMPLES = 5

const CASES = [
  { name: 'orders, first page', path: '/api/admin/getallorders?page=1&limit=50' },
  { name: 'orders, last page', path: '/api/admin/getallorders?page=1000&limit=50' },
  { name: 'orders, one status', path: '/api/admin/getallorders?page=1&limit=50&status=shipped' },
  { name: 'orders, dearest first', path: '/api/admin/getallorders?page=1&limit=50&sort=total-desc' },
  { name: 'orders, search for one', path: '/api/admin/getallorders?page=1&limit=50&search=customer-1234%40' },
  { name: 'orders, counts by status', path: '/api/admin/order-counts' },
  { name: 'products, first page', path: '/api/admin/products/list?page=1&limit=50' },
  { name: 'products, search', path: '/api/admin/products/list?page=1&limit=50&search=oxford' },
  { name: 'messages, first page', path: '/api/admin/getallcontacts?page=1&limit=50' },
  { name: 'messages, unread first', path: '/api/admin/getallcontacts?page=1&limit=50&sort=unread' },
  { name: 'messages, search', path: '/api/admin/getallcontacts?page=1&limit=50&search=number+49' },
  { name: 'audit log, first page', path: '/api/admin/audit?page=1&limit=50' },
  { name: 'audit log, one area', path: '/api/admin/audit?page=1&limit=50&area=refund' },
  { name: 'dashboard, counts', path: '/api/admin/dashboard' },
  { name: 'dashboard, sales of 30 days', path: '/api/admin/figures?days=30' },
]

async function fill(settings: Readonly<Record<string, string>>): Promise<void> {
  const database = await openDatabase({
    databaseUrl: settings.DATABASE_URL,
    dataDir: settings.DATA_DIR ?? '',
    onFatal: (line) => {
      throw new Error(line)
    },
  })
  try {
    await seedOrders(database, SIZES.orders, () => undefined)
    await database.withoutTimeLimit((db) => insertSeededContacts(db, SIZES.contacts))
  } finally {
    await database.close()
  }
}

async function measure({ name, createDatabase }: BenchEngine, { rounds, say }: Circumstances): Promise<Figure[]> {
  const prepared = await prepareShop({ databaseUrl: await createDatabase(), products: SIZES.products })
  await fill(prepared.settings)
  say(`${name}, filled`)
  const shop = await startShop(prepared.settings)
  const caller = createCaller(shop.origin, prepared.admin.cookie)
  async function time(path: string): Promise<number> {
    const times: number[] = []
    while (times.length < SAMPLES) {
      const begin = performance.now()
      await caller.ask('GET', path)
      times.push(performance.now() - begin)
    }
    return median(times)
  }
  try {
    const found = new Map(CASES.map(({ path }): [string, number[]] => [path, []]))
    for (const path of found.keys()) await time(path)
    for (let round = 0; round < rounds; round++) for (const [path, times] of found) times.push(await time(path))
    return CASES.map((one) => figure(`${name}, ${one.name}`, 'ms', found.get(one.path) ?? []))
  } finally {
    caller.close()
    await shop.stop()
    await prepared.remove()
  }
}

/**
 * The administrators' lists in a shop with 10,000 products, 50,000 orders and 5,000 messages: from the call to the last
 * byte, one after the other. Filling the embedded database takes minutes, so it is measured with `--large` only.
 */
export const admin: Part = async (circumstances) => {
  const figures: Figure[] = []
  for (const engine of await circumstances.engines()) {
    if (engine.name === 'embedded' && !circumstances.isLarge) continue
    figures.push(...(await measure(engine, circumstances)))
  }
  return figures
}
