import { formatRupees, paiseFromRupees, rupeesFromPaise } from '#contract/units/money.ts'

/**
 * What may be paid beside the goods, by the name of its line: the way below an amount, the way to a PIN code, and
 * payment at the door.
 */
export const FEE_NAMES = {
  shipping: 'Shipping',
  pin: 'Delivery to your PIN code',
  cash: 'Cash on delivery',
} as const
export type FeeKind = keyof typeof FEE_NAMES
export const FEE_KINDS = Object.keys(FEE_NAMES) as [FeeKind, ...FeeKind[]]

/** A line of a checkout and its order that is no goods. There is at most one of a kind, and none of nothing. */
export interface Fee {
  kind: FeeKind
  amountPaise: number
}

/** When the way costs something, in rupees: goods for less than `freeShippingFrom` bear the fee. */
export interface ShippingRule {
  shippingFee: number
  freeShippingFrom: number
}

/** One fee, or none where it is over nothing. */
export const feeOf = (kind: FeeKind, amountPaise: number): Fee[] => (amountPaise > 0 ? [{ kind, amountPaise }] : [])

/** What the way of goods costs that are paid with this amount after any discount. */
export const shippingFees = (goodsPaise: number, { shippingFee, freeShippingFrom }: ShippingRule): Fee[] =>
  goodsPaise < paiseFromRupees(freeShippingFrom) ? feeOf('shipping', paiseFromRupees(shippingFee)) : []

/** What fees come to. */
export const feesPaise = (fees: readonly Fee[]): number => fees.reduce((sum, { amountPaise }) => sum + amountPaise, 0)

/** A fee as calls and pages have it, in rupees. */
export interface FeeLine {
  kind: FeeKind
  name: string
  amount: number
}

/** Fees as an answer has them: nothing where there are none. */
export const feesAnswer = (fees: readonly Fee[]): { fees?: FeeLine[] } =>
  fees.length === 0
    ? {}
    : {
        fees: fees.map(({ kind, amountPaise }) => ({
          kind,
          name: FEE_NAMES[kind],
          amount: rupeesFromPaise(amountPaise),
        })),
      }

/** Whether the way costs nothing. */
export const isShippedFree = (fees: readonly Pick<FeeLine, 'kind'>[] = []): boolean =>
  fees.every(({ kind }) => kind === 'cash')

/** From which amount on the way costs nothing, in a sentence. */
export const freeShippingSentence = ({ shippingFee, freeShippingFrom }: ShippingRule): string =>
  `Shipping is free from ${formatRupees(freeShippingFrom)}; below that it costs ${formatRupees(shippingFee)}.`
