import type { OfferDiscount } from '#contract/cart/cart.ts'

import { formatTotal, rupeesFromPaise } from '#contract/units/money.ts'

/** What an offer takes off, in paise. */
interface TakenOff {
  /** Off the goods. */
  discountPaise: number
  /** What of the shipping fee is not charged. */
  shippingOffPaise: number
  reason: string
}

/** What an offer takes off, as an answer has it. */
export const discountAnswer = ({ discountPaise, shippingOffPaise, reason }: TakenOff): OfferDiscount => ({
  amount: rupeesFromPaise(discountPaise),
  reason,
  ...(shippingOffPaise > 0 && { shipping: rupeesFromPaise(shippingOffPaise) }),
})

/** What stands beside the reason of a discount. A fee that is not charged is in no sum above the total. */
export const discountText = ({ amount, shipping }: OfferDiscount): string =>
  shipping === undefined ? `−${formatTotal(amount)}` : `saves ${formatTotal(shipping)}`
