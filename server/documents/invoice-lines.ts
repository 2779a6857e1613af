import type { FrozenLine } from '#server/db/order-tables.ts'

import { hsnOf, rateOfPiece, taxOfPiece, type PieceTax } from '#contract/tax/gst-rules.ts'

/** A line of an order as it was frozen at the checkout. */
export type SoldLine = { id: string } & Pick<
  FrozenLine,
  'name' | 'size' | 'hsn' | 'pricePaise' | 'paidPricePaise' | 'quantity' | 'discountPaise'
>

/** Equal pieces of an order's line with the price and the tax of one piece. */
export interface DocumentLine extends PieceTax {
  orderLineId: string
  name: string
  size: string
  hsn: string
  quantity: number
  pricePaise: number
  /** The price of one piece before any discount; missing on older documents and on credit notes. */
  listPricePaise?: number
  /** Null where no tax is charged. */
  percent: number | null
}

interface Pieces {
  quantity: number
  pricePaise: number
}

/** The pieces of a line by what each of them cost after its share of the discount. */
function splitByPrice({ paidPricePaise, quantity, discountPaise }: SoldLine): Pieces[] {
  const share = Math.floor(discountPaise / quantity)
  const dearer = discountPaise % quantity
  return [
    { quantity: dearer, pricePaise: paidPricePaise - share - 1 },
    { quantity: quantity - dearer, pricePaise: paidPricePaise - share },
  ].filter((pieces) => pieces.quantity > 0)
}

/** How a sale is taxed: on which day in India, and whether to the seller's own state. Undefined where no tax is charged. */
type Taxation = { day: string; isSameState: boolean } | undefined

const untaxed = (pricePaise: number): PieceTax => ({
  taxablePaise: pricePaise,
  centralPaise: 0,
  statePaise: 0,
  integratedPaise: 0,
})

/** The lines of a document: each line of the order in as many rows as its pieces have prices. */
export function documentLines(sold: readonly SoldLine[], taxation: Taxation, hsnDigits: number): DocumentLine[] {
  return sold.flatMap((line) =>
    splitByPrice(line).map(({ quantity, pricePaise }) => {
      const percent = taxation ? rateOfPiece(pricePaise, taxation.day) : null
      const tax =
        taxation && percent !== null ? taxOfPiece(pricePaise, percent, taxation.isSameState) : untaxed(pricePaise)
      const { id: orderLineId, name, size } = line
      const hsn = hsnOf(line.hsn, '').slice(0, hsnDigits)
      return { orderLineId, name, size, hsn, quantity, pricePaise, listPricePaise: line.pricePaise, percent, ...tax }
    }),
  )
}

export interface Sums extends PieceTax {
  totalPaise: number
}

/** The sums of the rows; `amountOf` says what a row adds to each. */
export function addUp<Row>(rows: readonly Row[], amountOf: (row: Row, sum: keyof Sums) => number): Sums {
  const add = (sum: keyof Sums) => rows.reduce((all, row) => all + amountOf(row, sum), 0)
  return {
    totalPaise: add('totalPaise'),
    taxablePaise: add('taxablePaise'),
    centralPaise: add('centralPaise'),
    statePaise: add('statePaise'),
    integratedPaise: add('integratedPaise'),
  }
}

/** What the lines come to, all pieces together. */
export const sumsOf = (lines: readonly DocumentLine[]): Sums =>
  addUp(lines, (line, sum) => line.quantity * line[sum === 'totalPaise' ? 'pricePaise' : sum])

/** The sums of each rate, the lowest first. */
export function sumsByRate(lines: readonly DocumentLine[]): ({ percent: number } & Sums)[] {
  const byRate = Map.groupBy(lines, ({ percent }) => percent ?? 0)
  return [...byRate]
    .toSorted(([one], [other]) => one - other)
    .map(([percent, ofRate]) => ({ percent, ...sumsOf(ofRate) }))
}
