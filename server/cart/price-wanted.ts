import type { CartRow, Wanted } from '#server/cart/queries.ts'
import type { Fee, ShippingRule } from '#contract/cart/fees.ts'
import type { Db } from '#server/db/database.ts'
import type { Discount, TriedCode } from '#server/offers/service.ts'

import { MAX_LINE_QUANTITY } from '#contract/cart/cart-limits.ts'
import { totalPaiseOf } from '#contract/units/money.ts'
import { imageOf, listWanted } from '#server/cart/queries.ts'
import { findOffersForAll, tryCodes, priceCart } from '#server/offers/service.ts'

/** A wanted size as it can be bought now. */
export interface WantedLine {
  row: CartRow
  image: string | null
  /**
   * How many of it: fewer than are wanted where the stock or the limit of a line is short, and 0 where there is none.
   */
  quantity: number
  /** What the discount takes off all of them together. */
  discountPaise: number
}

interface PricedWanted {
  /** In the sequence of what is wanted; undefined for a size that does not exist. */
  lines: (WantedLine | undefined)[]
  subtotalPaise: number
  discount: Discount | undefined
  /** In the sequence of the codes. */
  codes: TriedCode[]
  /** The shipping fee that is left. */
  shipping: Fee[]
}

/**
 * What is wanted outside of a cart, at the prices of this moment, with the offers that are for everyone and those of
 * these codes. As in a cart, one offer counts: the one that takes most off. What a customer has used before is not
 * known.
 */
export async function priceWanted(
  db: Db,
  { wanted, codes }: { wanted: readonly Wanted[]; codes: readonly string[] },
  rule: ShippingRule,
): Promise<PricedWanted> {
  const offers = await findOffersForAll(db, codes)
  const rows = (await listWanted(db, wanted)).map((row) => ({
    ...row,
    quantity: Math.max(0, Math.min(row.quantity, row.available, MAX_LINE_QUANTITY)),
  }))
  const buyable = rows.filter(({ quantity }) => quantity > 0)
  const { discount, shipping } = priceCart(buyable, offers, rule)
  const lineOf = (row: (typeof rows)[number]): WantedLine => ({
    row,
    image: imageOf(row),
    quantity: row.quantity,
    discountPaise: discount?.byLine[buyable.indexOf(row)] ?? 0,
  })
  const byPlace = new Map(rows.map((row) => [row.place, lineOf(row)]))
  return {
    lines: wanted.map((_, place) => byPlace.get(place)),
    subtotalPaise: totalPaiseOf(buyable),
    discount,
    codes: tryCodes(buyable, offers, { codes, discount }),
    shipping,
  }
}
