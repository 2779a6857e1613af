import { shortIdOf } from '#contract/schemas/short-id.ts'
import { fillPlaceholders } from '#contract/words/placeholders.ts'

/** What the owner says on the packing slip of this order; empty for nothing. */
export const slipLineOf = ({ slipLine, shopName }: { slipLine: string; shopName: string }, orderId: string): string =>
  fillPlaceholders(slipLine, { shop: shopName, order: `#${shortIdOf(orderId)}` })
