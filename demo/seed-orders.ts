import type { OpenDatabase } from '#server/db/database.ts'

import { countSeededOrders, insertSeededOrders, tidyOrderTables } from '#demo/seed-orders-queries.ts'

const BATCH = 2500

/**
 * Fills the shop up to `total` synthetic orders of the past year, the same ones every time. They are whole: they break
 * no invariant, the emulated payment provider knows their payments, and the stock stays what it was. Each batch is
 * committed by itself.
 */
export async function seedOrders(database: OpenDatabase, total: number, say: (line: string) => void): Promise<void> {
  await database.withoutTimeLimit(async (db) => {
    let made = await countSeededOrders(db)
    while (made < total) {
      const upTo = Math.min(made + BATCH, total)
      await db.transaction().execute((db) => insertSeededOrders(db, made, upTo))
      made = upTo
      if (made % (BATCH * 4) === 0) say(`${made} of ${total} orders.`)
    }
    await tidyOrderTables(db)
    say(`The shop has ${made} synthetic orders.`)
  })
}
