import type { Cart } from '#contract/cart/cart.ts'
import { feeOf, feesAnswer, type FeeKind } from '#contract/cart/fees.ts'
import { paiseFromRupees, rupeesFromPaise } from '#contract/units/money.ts'

/** A cart with a fee that the checkout adds to it, in rupees, as its last line; without one it is the same. */
export function withFee(cart: Cart, kind: FeeKind, fee: number): Cart {
  const feePaise = paiseFromRupees(fee)
  const { fees: added } = feesAnswer(feeOf(kind, feePaise))
  if (!added) return cart
  const finalprice = rupeesFromPaise(paiseFromRupees(cart.finalprice) + feePaise)
  return { ...cart, finalprice, fees: [...(cart.fees ?? []), ...added] }
}
