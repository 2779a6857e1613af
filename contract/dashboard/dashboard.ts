import { z } from 'zod'

import { Contact } from '#contract/contacts/contacts.ts'
import { StaffOrder } from '#contract/orders/orders.ts'
import { rupeeSum, time } from '#contract/schemas/basic-schemas.ts'

export const Dashboard = z.object({
  prodcount: z.number().int(),
  categcount: z.number().int(),
  ordercount: z.number().int(),
  categories: z.array(z.object({ _id: z.string(), name: z.string(), slug: z.string() })),
})
export type Dashboard = z.infer<typeof Dashboard>

/** How much waits for a person. */
export const Waiting = z.object({
  /** Orders that are paid, have an address and are not shipped. */
  toShip: z.number().int(),
  withoutAddress: z.number().int(),
  /** Orders for cash that nobody has confirmed yet. */
  toConfirm: z.number().int(),
  /** Refunds that the provider has given up, and disputes for which the bank wants evidence. */
  refunds: z.number().int(),
  /** Unread ones. */
  messages: z.number().int(),
  /**
   * Parcels whose cash the owner misses: nobody has said that it was collected, or it has not been paid out; and
   * differences of remittances. Missing while the shop neither takes cash nor has an order for it, and for who has no
   * part in it.
   */
  cash: z
    .object({ uncollected: z.number().int(), unremitted: z.number().int(), differences: z.number().int() })
    .optional(),
  /** Orders whose parcels need somebody, by why; missing where none does, and for who has no part in orders. */
  parcels: z
    .object({
      stuck: z.number().int(),
      unscanned: z.number().int(),
      undelivered: z.number().int(),
      late: z.number().int(),
    })
    .optional(),
  /**
   * Returns that somebody has to answer, to inspect and to give back the money of, and of the last those that are here
   * for longer than `REFUND_DAYS`. Missing for who has no part in them; what is about money is 0 for who does not see
   * it.
   */
  returns: z
    .object({
      approve: z.number().int(),
      inspect: z.number().int(),
      refund: z.number().int(),
      overdue: z.number().int(),
      /** Other sizes that are held although their pieces came, because they could not leave. */
      exchange: z.number().int(),
      /** Paid parcels that never arrived, about whose money nobody has decided. */
      undelivered: z.number().int(),
      /** Brought by the courier, and received by nobody yet. */
      arrived: z.number().int(),
      /** The courier came in vain, or the parcel does not move. */
      parcel: z.number().int(),
    })
    .optional(),
  /**
   * Webhooks that are paused because they took nothing, or came with a backup. Missing where there are none, and for
   * who has no part in them.
   */
  webhooks: z.number().int().optional(),
})
export type Waiting = z.infer<typeof Waiting>

/** 1 is today. */
export const FiguresQuery = z.strictObject({ days: z.enum(['1', '7', '30']).optional() })
export type FiguresQuery = z.input<typeof FiguresQuery>

/** A figure of the period and of the equally long period before it. */
const compared = <Value extends z.ZodType>(value: Value) => z.object({ now: value, before: value })

export const SalesChart = z.object({
  /** One for each of the chosen days in India, oldest first; for today the seven days up to it. */
  days: z.array(z.object({ day: z.iso.date(), revenue: rupeeSum, orders: z.number().int() })),
  /** Paths in a square of 100 × 100 with its origin at the top left. */
  line: z.string(),
  area: z.string(),
  /** The grid lines: their position from 0 (top) to 100, and their labels. */
  levels: z.array(z.object({ at: z.number(), label: z.string() })),
})
export type SalesChart = z.infer<typeof SalesChart>

/**
 * Sales figures. Revenue and average count orders that are captured and not cancelled, by the day on which they were
 * placed, less what went back of them. An order for cash counts from the moment it is sent, as its invoice does,
 * whoever has the money. The number of orders leaves out only cancelled ones.
 */
export const Figures = z.object({
  days: z.number().int(),
  from: time,
  revenue: compared(rupeeSum),
  orders: compared(z.number().int()),
  /** Null if nothing was sold. */
  average: compared(rupeeSum.nullable()),
  /** The refunds requested in the period, whenever the order was paid. */
  refunds: z.object({ amount: rupeeSum, count: z.number().int() }),
  chart: SalesChart,
  bestSellers: z.array(
    z.object({ _id: z.string(), name: z.string(), pieces: z.number().int(), revenue: rupeeSum, isOnSale: z.boolean() }),
  ),
  /** Sold-out products first, then by the number of sold-out sizes, then by the number of low ones. */
  lowStock: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      category: z.string(),
      /** The sum of all sizes. */
      stock: z.number().int(),
      /** The sizes that are low or sold out; empty for a product without sizes. */
      sizes: z.array(z.object({ size: z.string(), stock: z.number().int() })),
    }),
  ),
  /** The number of products that are low or have a low size. */
  lowStockCount: z.number().int(),
  /** Up to how many pieces of a size count as low. */
  lowStockLimit: z.number().int(),
  /** None for who has no part in orders; without their money for who does not see it. */
  newestOrders: z.array(StaffOrder),
  unread: z.object({ count: z.number().int(), newest: z.array(Contact) }),
})
export type Figures = z.infer<typeof Figures>
