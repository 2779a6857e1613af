import type { Fee, FeeKind } from '#contract/cart/fees.ts'
import type { FrozenLine } from '#server/db/order-tables.ts'

import { FEE_NAMES } from '#contract/cart/fees.ts'
import { hsnOf, rateOfPiece, taxOfPiece, type PieceTax } from '#contract/tax/gst-rules.ts'

/** A line of an order as it was frozen at the checkout. */
export type SoldLine = { id: string } & Pick<
  FrozenLine,
  'name' | 'size' | 'hsn' | 'pricePaise' | 'paidPricePaise' | 'quantity' | 'discountPaise'
>

/** What an order is over: its lines and what is paid beside them. */
export interface Sold {
  lines: readonly SoldLine[]
  fees: readonly Fee[]
}

/** Equal pieces of an order's line with the price and the tax of one piece, or a fee. */
export interface DocumentLine extends PieceTax {
  /** Null for a fee. */
  orderLineId: string | null
  /** Missing for pieces. */
  fee?: FeeKind
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

/**
 * How a sale is taxed: on which day in India, and whether to the seller's own state. Undefined where no tax is charged.
 */
type Taxation = { day: string; isSameState: boolean } | undefined

const untaxed = (pricePaise: number): PieceTax => ({
  taxablePaise: pricePaise,
  centralPaise: 0,
  statePaise: 0,
  integratedPaise: 0,
})

const taxed = (pricePaise: number, percent: number | null, taxation: Taxation): PieceTax =>
  taxation && percent !== null ? taxOfPiece(pricePaise, percent, taxation.isSameState) : untaxed(pricePaise)

/** The row of a fee: it is taxed with the goods, at the highest rate among them and under the HSN code that has it. */
function feeRow({ kind, amountPaise }: Fee, goods: readonly DocumentLine[], taxation: Taxation): DocumentLine {
  const percent = taxation ? Math.max(...goods.map((line) => line.percent ?? 0)) : null
  return {
    orderLineId: null,
    fee: kind,
    name: FEE_NAMES[kind],
    size: '',
    hsn: goods.find((line) => line.percent === percent)?.hsn ?? '',
    quantity: 1,
    pricePaise: amountPaise,
    listPricePaise: amountPaise,
    percent,
    ...taxed(amountPaise, percent, taxation),
  }
}

/** The lines of a document: each line of the order in as many rows as its pieces have prices, then its fees. */
export function documentLines({ lines, fees }: Sold, taxation: Taxation, hsnDigits: number): DocumentLine[] {
  const goods = lines.flatMap((line) =>
    splitByPrice(line).map(({ quantity, pricePaise }) => {
      const percent = taxation ? rateOfPiece(pricePaise, taxation.day) : null
      const tax = taxed(pricePaise, percent, taxation)
      const { id: orderLineId, name, size } = line
      const hsn = hsnOf(line.hsn, '').slice(0, hsnDigits)
      return { orderLineId, name, size, hsn, quantity, pricePaise, listPricePaise: line.pricePaise, percent, ...tax }
    }),
  )
  return [...goods, ...fees.map((fee) => feeRow(fee, goods, taxation))]
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
