import type { DocumentLine } from '#server/documents/invoice-lines.ts'

import { roundedShare } from '#contract/tax/gst-rules.ts'
import { splitPaise } from '#contract/units/money.ts'

/** One piece of an invoice with how much of its price was credited, and whether it came back. */
interface Piece {
  line: DocumentLine
  creditedPaise: number
  wasReturned: boolean
}

const restOf = ({ line, creditedPaise }: Piece) => line.pricePaise - creditedPaise

/** What a credit note is over: an amount, or that of pieces that came back. */
export interface Credited {
  amountPaise: number
  /** How many pieces of which line of the order; null where the amount is spread over all of them. */
  items: { orderLineId: string; quantity: number }[] | null
}

interface Share {
  piece: Piece
  sharePaise: number
}

/** Of each line of the order the first pieces that bear nothing yet: those that came back. */
function returned(pieces: readonly Piece[], items: NonNullable<Credited['items']>): Piece[] {
  return items.flatMap(({ orderLineId, quantity }) =>
    pieces
      .filter(({ line, wasReturned }) => line.orderLineId === orderLineId && !wasReturned)
      .slice(0, quantity)
      .map((piece) => Object.assign(piece, { wasReturned: true })),
  )
}

/** Pieces that came back bear their own price, and what they cannot bear is spread over the others. */
function spreadCredited(pieces: readonly Piece[], { amountPaise, items }: Credited): Share[] {
  const own = items ? spreadEvenly(returned(pieces, items), amountPaise) : []
  const restPaise = own.reduce((rest, { sharePaise }) => rest - sharePaise, amountPaise)
  const others = pieces.filter((piece) => !own.some((share) => share.piece === piece))
  return [...own, ...spread(others, restPaise)]
}

/**
 * The pieces that bear a part of an amount: a fee only what is left once all goods are credited, because it goes back
 * with the whole order.
 */
function spread(pieces: readonly Piece[], amountPaise: number): Share[] {
  const ofGoods = spreadEvenly(
    pieces.filter(({ line }) => line.fee === undefined),
    amountPaise,
  )
  const restPaise = ofGoods.reduce((rest, { sharePaise }) => rest - sharePaise, amountPaise)
  const fees = pieces.filter(({ line }) => line.fee !== undefined)
  return [...ofGoods, ...spreadEvenly(fees, restPaise)]
}

/** Each by what is left of it: never more than that. A piece that was free bears none. */
function spreadEvenly(pieces: readonly Piece[], amountPaise: number): Share[] {
  const rests = pieces.map(restOf)
  const left = rests.reduce((sum, rest) => sum + rest, 0)
  const shares = left === 0 ? [] : splitPaise(Math.min(amountPaise, left), rests)
  return pieces
    .map((piece, index) => ({ piece, sharePaise: shares[index] ?? 0 }))
    .filter(({ sharePaise }) => sharePaise > 0)
}

function creditedLine({ line, creditedPaise }: Piece, sharePaise: number): DocumentLine {
  // The tax until the end of the share less the tax until its beginning: parts in a row sum up to the whole tax.
  const part = (taxPaise: number) =>
    roundedShare(taxPaise, creditedPaise + sharePaise, line.pricePaise) -
    roundedShare(taxPaise, creditedPaise, line.pricePaise)
  const [central, state, integrated] = [part(line.centralPaise), part(line.statePaise), part(line.integratedPaise)]
  const { listPricePaise: _, ...credited } = line
  return {
    ...credited,
    quantity: 1,
    pricePaise: sharePaise,
    taxablePaise: sharePaise - central - state - integrated,
    centralPaise: central,
    statePaise: state,
    integratedPaise: integrated,
  }
}

/** Equal pieces of one line of the order in one row. */
function mergeEqual(lines: readonly DocumentLine[]): DocumentLine[] {
  const groups = Map.groupBy(lines, ({ orderLineId, fee, pricePaise, taxablePaise, centralPaise }) =>
    [orderLineId, fee, pricePaise, taxablePaise, centralPaise].join(' '),
  )
  return [...groups.values()].flatMap((equal) => equal.slice(0, 1).map((line) => ({ ...line, quantity: equal.length })))
}

/**
 * The lines of a credit note: over pieces that came back, or over an amount that is spread over the pieces of the
 * invoice, after what earlier notes credited, which are in their order. All notes together come at most to the invoice,
 * in total and in tax, and to exactly the invoice once all of it is credited. They stand in the order of the invoice.
 * Empty if nothing is left to credit.
 */
export function creditLines(
  invoice: readonly DocumentLine[],
  earlier: readonly Credited[],
  credited: Credited,
): DocumentLine[] {
  const pieces: Piece[] = invoice.flatMap((line) =>
    Array.from({ length: line.quantity }, () => ({ line, creditedPaise: 0, wasReturned: false })),
  )
  for (const one of earlier) {
    for (const { piece, sharePaise } of spreadCredited(pieces, one)) piece.creditedPaise += sharePaise
  }
  const shares = new Map(spreadCredited(pieces, credited).map((share) => [share.piece, share]))
  const inOrder = pieces.flatMap((piece) => shares.get(piece) ?? [])
  const lines = inOrder.map(({ piece, sharePaise }) => creditedLine(piece, sharePaise))
  return mergeEqual(lines)
}
