import type { DocumentLine } from '#server/documents/invoice-lines.ts'

import { roundedShare } from '#contract/tax/gst-rules.ts'
import { splitPaise } from '#contract/money.ts'

/** One piece of an invoice with how much of its price was credited. */
interface Piece {
  line: DocumentLine
  creditedPaise: number
}

const restOf = ({ line, creditedPaise }: Piece) => line.pricePaise - creditedPaise

interface Share {
  piece: Piece
  sharePaise: number
}

/** The pieces that bear a part of an amount: a fee only what is left once all goods are credited, because it goes back with the whole order. */
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
 * The lines of a credit note over an amount: it is spread over the pieces of the invoice, after what earlier notes credited. All
 * notes together come at most to the invoice, in total and in tax, and to exactly the invoice once all of it is credited. Empty if
 * nothing is left to credit.
 */
export function creditLines(
  invoice: readonly DocumentLine[],
  earlierPaise: readonly number[],
  amountPaise: number,
): DocumentLine[] {
  const pieces: Piece[] = invoice.flatMap((line) =>
    Array.from({ length: line.quantity }, () => ({ line, creditedPaise: 0 })),
  )
  for (const earlier of earlierPaise) {
    for (const { piece, sharePaise } of spread(pieces, earlier)) piece.creditedPaise += sharePaise
  }
  const lines = spread(pieces, amountPaise).map(({ piece, sharePaise }) => creditedLine(piece, sharePaise))
  return mergeEqual(lines)
}
