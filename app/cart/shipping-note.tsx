import { useShop } from '#app/api/use-shop.ts'
import { freeShippingSentence, isShippedFree } from '#contract/cart/fees.ts'
import type { FeeLine } from '#contract/cart/fees.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/** What the way costs, below the total; nothing where a line above says it. */
export function ShippingNote({ fees, className }: { fees: readonly FeeLine[] | undefined; className: string }) {
  const { shipping } = useShop()
  if (shipping) return <p className={className}>{freeShippingSentence(shipping)}</p>
  return isShippedFree(fees) && <p className={className}>{WORDINGS.shipping.note}</p>
}
