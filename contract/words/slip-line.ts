import { shortIdOf } from '#contract/schemas/short-id.ts'
import { fillPieces } from '#contract/words/pieces.ts'

/** What the owner says on the packing slip of this order; empty for nothing. */
export const slipLineOf = ({ slipLine, shopName }: { slipLine: string; shopName: string }, orderId: string): string =>
  fillPieces(slipLine, { shop: shopName, order: `#${shortIdOf(orderId)}` })
